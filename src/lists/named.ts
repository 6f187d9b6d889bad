import { groupBy } from '#src/lib/group-by.ts';
import { hasNamedColumn, MAX_HEADER_LINE, MIN_TELLING_NAME } from './columns.ts';
import { AND, hasDigit, normalizeHeader } from './words.ts';
import { getShape } from './unlike.ts';

const toPattern = (names: readonly string[]): string =>
  names.map((name) => [...name].join("[ _.'’-]?")).join('|');

const OPEN = String.raw`["'*\x60]{0,2}[^\S\n]*[:=]{1,2}[^\S\n]*["'*\x60(<\[#]{0,3}[^\S\n]*`;
const VALUE = String.raw`[^\s"'\x60,;&|()<>\[\]{}*]+`;
const NEXT = new RegExp(
  String.raw`["'\x60]?(?:[,;\t ]|/|->)(?:[\t "'\x60&+/|]|->? |(?:${AND})[\t ]+)*(${VALUE})(?!["'\x60]?\s*[:=])`,
  'iy',
);

/** `[7f3c-…]`, `trace=7f3c-…` and `trace: 7f3c-…` */
const OTHERS = /\[[^\]\n]*\]|[\p{L}_][\w.-]*["'\x60]?[^\S\n]*[:=][^\S\n]*["'\x60]?[^\s"'\x60,;]+/gu;

/** Without the end of a sentence. */
const cutSentenceEnd = (value: string): string => value.replace(/[.,;:!?]+$/, '');

const EMPTY = /^(?:null|none|nil|undefined|-+)$/i;

/** With a shape that other values of a line, such as the number of an order, hardly have. */
const isTelling = (shape: string | undefined): boolean =>
  shape !== undefined && shape !== 'number' && shape !== 'uuid';

/** What a line says beside named values; "" unless it has more like them. */
const readBeside = (line: string, shapes: ReadonlySet<string | undefined>): string => {
  const plain = [...shapes].every(isTelling) ? line : line.replaceAll(OTHERS, ' ');
  const words = plain.split(/[\s,;|&/()<>[\]{}"'`*]+/).map(cutSentenceEnd);
  return words.some((word) => hasDigit(word) && shapes.has(getShape(word))) ? plain : '';
};

/**
 * The values beside a key with one of these names, as in `callId=x`, `"call_id": "x"` and `Call ID: x`. Only those of the
 * first name that the text has; undefined if it has none. `rest`: the text without them, and without what their lines say
 * besides, unless it has more such values. A short name says too little of a value among words.
 */
export const readNamedValues = (
  text: string,
  names: readonly string[],
): { values: string[]; rest: string } | undefined => {
  if (!/[:=]/.test(text)) return undefined;
  const telling = toPattern(names.filter((name) => name.length >= MIN_TELLING_NAME));
  const any = toPattern(names);
  // A value after a blank, alone in its line, may have any character.
  const pattern = new RegExp(
    String.raw`^[> \t*-]{0,20}(${any})[:=][^\S\n]+([^\s"'*\x60]\S*)[^\S\n]*$|(?<![\p{L}\d_-])(?:x-)?(${telling})${OPEN}(${VALUE})|(?<!\S)(${any})=(${VALUE})`,
    'giu',
  );
  const lines = text.split('\n');
  const found = lines.flatMap((line, at) =>
    [...(/[:=]/.test(line) ? line.matchAll(pattern) : [])].map((match) => {
      const [whole, lineKey, lineValue, key = lineKey, value = lineValue, lastKey = key, last = value] =
        match;
      const values = [cutSentenceEnd(last ?? '')];
      const shape = getShape(values[0] ?? '');
      let end = match.index + whole.length;
      NEXT.lastIndex = end;
      for (let next = NEXT.exec(line); next; next = NEXT.exec(line)) {
        const trimmed = cutSentenceEnd(next[1] ?? '');
        if (shape === undefined || getShape(trimmed) !== shape) break;
        values.push(trimmed);
        end = NEXT.lastIndex;
      }
      return {
        at,
        start: match.index,
        end,
        shape,
        name: normalizeHeader(lastKey ?? '').replace(/^x(?=call)/, ''),
        values: values.filter((one) => one !== '' && !EMPTY.test(one)),
      };
    }),
  );
  const best = names.find((name) =>
    found.some((one) => one.name === normalizeHeader(name) && one.values.length > 0),
  );
  const isTable = lines.slice(0, MAX_HEADER_LINE).some((line) => hasNamedColumn(line, names));
  if (best === undefined || isTable) return undefined;
  const named = found.filter(({ name }) => name === normalizeHeader(best));
  const rest = [...lines];
  for (const { at, start, end } of named) {
    const line = rest[at] ?? '';
    rest[at] = line.slice(0, start) + ' '.repeat(end - start) + line.slice(end);
  }
  for (const [at, inLine] of groupBy(named, (one) => one.at))
    rest[at] = readBeside(rest[at] ?? '', new Set(inLine.map(({ shape }) => shape)));
  return { values: named.flatMap(({ values }) => values), rest: rest.join('\n') };
};
