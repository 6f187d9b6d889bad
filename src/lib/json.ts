/** Wrapped, since the text may be `null`. Undefined if it is not JSON. */
export const readJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/**
 * Replaces branches deeper than `levels` with `{…}` or `[…]`: deep values overflow the stack of recursive code, such as
 * `structuredClone`.
 */
export const boundDepth = <Value>(value: Value, levels: number): Value => {
  const bounded = (branch: unknown, left: number): unknown => {
    if (typeof branch !== 'object' || branch === null) return branch;
    const isArray = Array.isArray(branch);
    const entries = Object.entries(branch);
    if (left === 0) return entries.length === 0 ? branch : isArray ? '[…]' : '{…}';
    const inner = entries.map(([key, each]): [string, unknown] => [key, bounded(each, left - 1)]);
    if (inner.every(([, each], at) => each === entries[at]?.[1])) return branch;
    return isArray ? inner.map(([, each]) => each) : Object.fromEntries(inner);
  };
  return bounded(value, levels) as Value;
};

/** `more`: the limit is reached. */
type FlatJsonLine = { path: string; value: string; kind: 'value' | 'null' | 'more' };

const MAX_FLAT_DEPTH = 8;
const MAX_FLAT_LINES = 200;

const PLAIN_KEY = /^[\p{L}\p{N}_$@-]+$/u;

/** For a list of paths and values, such as `errors.0` and `busy`. Quotes keys that contain dots or spaces. */
export const flattenJson = (value: unknown): FlatJsonLine[] => {
  const lines: FlatJsonLine[] = [];
  const visit = (branch: unknown, path: string, depth: number): void => {
    if (lines.length > MAX_FLAT_LINES) return;
    if (typeof branch !== 'object' || branch === null) {
      const isNull = branch === null || branch === undefined;
      const text = isNull ? 'null' : `${branch as string | number | boolean}`;
      lines.push({ path, value: text, kind: isNull ? 'null' : 'value' });
      return;
    }
    const entries = Object.entries(branch);
    if (entries.length === 0 || depth >= MAX_FLAT_DEPTH) {
      const inside = entries.length === 0 ? '' : '…';
      lines.push({ path, value: Array.isArray(branch) ? `[${inside}]` : `{${inside}}`, kind: 'value' });
      return;
    }
    for (const [key, item] of entries) {
      const step = PLAIN_KEY.test(key) ? key : JSON.stringify(key);
      visit(item, path === '' ? step : `${path}.${step}`, depth + 1);
    }
  };
  visit(value, '', 0);
  if (lines.length <= MAX_FLAT_LINES) return lines;
  return [...lines.slice(0, MAX_FLAT_LINES), { path: '', value: '…', kind: 'more' }];
};

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

const MAX_INDENTS = 40;

/** Indents valid JSON without parsing it, which would round long numbers. */
export const formatJson = (text: string): string => {
  let out = '';
  let depth = 0;
  let before = '';
  const line = () => `\n${'  '.repeat(Math.min(depth, MAX_INDENTS))}`;
  for (const token of text.match(TOKEN) ?? []) {
    const opensBefore = before === '{' || before === '[';
    if (token === '}' || token === ']') {
      depth -= 1;
      out += opensBefore ? token : line() + token;
    } else {
      if (opensBefore) out += line();
      out += token;
      if (token === '{' || token === '[') depth += 1;
      else if (token === ',') out += line();
      else if (token === ':') out += ' ';
    }
    before = token;
  }
  return out;
};
