import { hasNamedColumn, MAX_HEADER_LINE, MIN_TELLING_NAME, normalizeHeader } from './columns.ts';
import { getShape } from './unlike.ts';

const toPattern = (names: readonly string[]): string =>
  names.map((name) => [...name].join("[ _.'’-]?")).join('|');

const OPEN = String.raw`["'*\x60]{0,2}[^\S\n]*[:=][^\S\n]*["'*\x60(<\[]{0,3}[^\S\n]*`;
const VALUE = String.raw`[^\s"'\x60,;&|()<>\[\]{}*]+`;
/** Between two values of one key. */
const AND = '(?:and|or|then|und|oder|dann|sowie|et|ou|y|o|e)[\\t ]+';
const NEXT = new RegExp(
  String.raw`["'\x60]?[,;\t ](?:[\t "'\x60&+]|${AND})*(${VALUE})(?!["'\x60]?\s*[:=])`,
  'iy',
);

/** Without the end of a sentence. */
const cutSentenceEnd = (value: string): string => value.replace(/[.,;:!?]+$/, '');

const EMPTY = /^(?:null|none|nil|undefined|-+)$/i;

/**
 * The values beside a key with one of these names, as in `callId=x`, `"call_id": "x"` and `Call ID: x`. Only those of the
 * first name that the text has, and their lines, from 0; undefined if it has none. A short name says too little of a value
 * among words.
 */
export const readNamedValues = (
  text: string,
  names: readonly string[],
): { values: string[]; lines: Set<number> } | undefined => {
  const telling = toPattern(names.filter((name) => name.length >= MIN_TELLING_NAME));
  const any = toPattern(names);
  // A value after a blank, alone in its line, may have any character.
  const pattern = new RegExp(
    String.raw`^[> \t*-]{0,20}(${any})[:=][^\S\n]+([^\s"'*\x60]\S*)[^\S\n]*$|(?<![\p{L}\d_-])(?:x-)?(${telling})${OPEN}(${VALUE})|(?<!\S)(${any})=(${VALUE})`,
    'gimu',
  );
  const found: { name: string; values: string[]; line: number }[] = [];
  let line = 0;
  let counted = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, lineKey, lineValue, key = lineKey, value = lineValue, lastKey = key, last = value] = match;
    const values = [cutSentenceEnd(last ?? '')];
    const shape = getShape(values[0] ?? '') ?? 'none';
    NEXT.lastIndex = match.index + whole.length;
    for (let next = NEXT.exec(text)?.[1]; next !== undefined; next = NEXT.exec(text)?.[1]) {
      const trimmed = cutSentenceEnd(next);
      if (getShape(trimmed) !== shape) break;
      values.push(trimmed);
    }
    line += text.slice(counted, match.index).split('\n').length - 1;
    counted = match.index;
    found.push({
      line,
      name: normalizeHeader(lastKey ?? '').replace(/^x(?=call)/, ''),
      values: values.filter((one) => one !== '' && !EMPTY.test(one)),
    });
  }
  const best = names.find((name) => found.some((one) => one.name === name && one.values.length > 0));
  const isTable = text.split('\n', MAX_HEADER_LINE).some((row) => hasNamedColumn(row, names));
  if (best === undefined || isTable) return undefined;
  const named = found.filter(({ name }) => name === best);
  return {
    values: named.flatMap(({ values }) => values),
    lines: new Set(named.map((one) => one.line)),
  };
};
