/** A text as it reads once it is decoded. `from[i]` is where in the source its unit `i` begins; one more is its end. */
export type Reading = { text: string; from: readonly number[] };

/** From where to where. */
export type Place = readonly [start: number, end: number];

type Decoder = { pattern: RegExp; decode: (token: string) => string | undefined };

/** The characters that HTML encoders write by a name, each behind its name. */
const NAMED =
  "amp& apos' ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! grave` gt> hat^ lcub{ lowbar_ lpar( lsqb[ lt< " +
  'nbsp\u00a0 num# percnt% period. plus+ quest? quot" rcub} rpar) rsqb] semi; sol/ verbar|';
const ENTITIES = new Map(NAMED.split(' ').map((named) => [named.slice(0, -1), named.slice(-1)]));

const CONTROLS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const character = (code: number): string | undefined =>
  code <= 0x10ffff ? String.fromCodePoint(code) : undefined;

const utf8 = (token: string): string | undefined => {
  try {
    return decodeURIComponent(token);
  } catch {
    return undefined;
  }
};

/** One character as a URL, a JSON string and HTML may write it. "+" for a blank is left to whoever compares. */
const URL_ENCODED: Decoder = {
  pattern:
    /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/giu,
  decode: utf8,
};
const JSON_ESCAPED: Decoder = {
  pattern: /\\u[\da-f]{4}|\\[^u]/giu,
  decode: (token) =>
    /^\\u./i.test(token)
      ? String.fromCharCode(Number.parseInt(token.slice(2), 16))
      : (CONTROLS[token.slice(1)] ?? token.slice(1)),
};
const HTML_ESCAPED: Decoder = {
  pattern: /&#x[\da-f]+;|&#\d+;|&[a-z]+;/giu,
  decode: (token) => {
    const [, hex, decimal] = /^&#(?:x([\da-f]+)|(\d+))/i.exec(token) ?? [];
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    return decimal === undefined
      ? ENTITIES.get(token.slice(1, -1).toLowerCase())
      : character(Number(decimal));
  },
};
const SINGLE = [URL_ENCODED, JSON_ESCAPED, HTML_ESCAPED];
/** All in one pass: each character of a text may be written in a way of its own. */
const MIXED: Decoder = {
  pattern: new RegExp(SINGLE.map(({ pattern }) => pattern.source).join('|'), 'giu'),
  decode: (token) => SINGLE['%\\&'.indexOf(token.charAt(0))]?.decode(token),
};

const decoded = ({ text, from }: Reading, { pattern, decode }: Decoder): Reading | undefined => {
  let out = '';
  const starts: number[] = [];
  let done = 0;
  const copy = (end: number): void => {
    out += text.slice(done, end);
    for (; done < end; done += 1) starts.push(from[done] ?? 0);
  };
  for (const { 0: token, index } of text.matchAll(pattern)) {
    const value = decode(token);
    if (value === undefined) continue;
    copy(index);
    out += value;
    for (let unit = 0; unit < value.length; unit += 1) starts.push(from[index] ?? 0);
    done = index + token.length;
  }
  if (done === 0) return undefined;
  copy(text.length);
  starts.push(from[text.length] ?? 0);
  return { text: out, from: starts };
};

/** A text as it is, and as it reads under up to two layers of URL, JSON or HTML encoding. Each reading once. */
export const readingsOf = (source: string): Reading[] => {
  const whole = { text: source, from: [...Array(source.length + 1).keys()] };
  const readings = new Map<string, Reading>([[source, whole]]);
  let layer: Reading[] = [whole];
  for (let depth = 0; depth < 2; depth += 1) {
    const next: Reading[] = [];
    for (const outer of layer) {
      for (const decoder of [...SINGLE, MIXED]) {
        const reading = decoded(outer, decoder);
        if (!reading || readings.has(reading.text)) continue;
        readings.set(reading.text, reading);
        next.push(reading);
      }
    }
    layer = next;
  }
  return [...readings.values()];
};

/** Where in the source the units `start` to `end` of a reading stand. An escape is taken whole. */
export const placeOf = ({ from }: Reading, start: number, end: number): Place => {
  let next = end;
  while (next < from.length - 1 && from[next] === from[end - 1]) next += 1;
  return [from[start] ?? 0, from[next] ?? 0];
};
