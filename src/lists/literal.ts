import { isRecord } from '#src/lib/is-record.ts';
import { boundDepth, readJson } from '#src/lib/json.ts';
import { MAX_COLUMNS } from '#src/lib/csv.ts';
import { findColumn, type WantedColumn } from './columns.ts';

type Rows = string[][];

/** A pair is a row. Of more values, each is one. */
const toRows = (values: string[]): Rows => (values.length <= 2 ? [values] : values.map((value) => [value]));

/** Numbers are quoted first: an ID of many digits would lose some. */
const quoteNumbers = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gis, (part) =>
    part.startsWith('"') ? part : `"${part}"`,
  );

const MAX_DEPTH = 8;

const toText = (value: unknown): string => {
  if (Array.isArray(value) && !value.some((one) => typeof one === 'object')) return value.join(' ');
  return typeof value === 'string' ? value : JSON.stringify(boundDepth(value, MAX_DEPTH));
};

type Wanted = readonly Pick<WantedColumn<string>, 'names'>[];

/** `{"call": {"id": "CA1"}}` as `call.id`. */
const flatten = (value: Record<string, unknown>, depth = 1): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      isRecord(one) && depth < MAX_DEPTH
        ? Object.entries(flatten(one, depth + 1)).map(([inner, each]) => [`${key}.${inner}`, each])
        : [[key, one]],
    ),
  );

const hasName = (value: Record<string, unknown>, wanted: Wanted): boolean =>
  wanted.some(({ names }) => findColumn({ cells: Object.keys(value) }, names) !== undefined);

const tabulate = (value: unknown, wanted: Wanted): Rows | undefined => {
  if (isRecord(value)) {
    const record = flatten(value);
    const [[key, list] = ['', undefined], ...others] = Object.entries(record).filter(([, one]) =>
      Array.isArray(one),
    );
    const { [key]: _list, ...beside } = record;
    // `{"total": 2, "items": […]}`, but not a campaign and its webhooks.
    const isWrapper =
      Array.isArray(list) &&
      others.length === 0 &&
      !hasName(beside, wanted) &&
      (wanted.length === 1 || list.every(isRecord));
    return tabulate(isWrapper ? list : [record], wanted);
  }
  if (!Array.isArray(value) || value.length === 0) return undefined;
  if (value.every(isRecord)) {
    const records = value.map((one) => flatten(one));
    const all = [...new Set(records.flatMap((one) => Object.keys(one)))];
    // Keys that are values, such as times, would fill the memory.
    const keys = all.length > MAX_COLUMNS ? all.filter((key) => hasName({ [key]: '' }, wanted)) : all;
    return [
      keys,
      ...records.map((one) => keys.map((key) => (Object.hasOwn(one, key) ? toText(one[key]) : ''))),
    ];
  }
  if (value.every((one) => Array.isArray(one))) return value.map((row: unknown[]) => row.map(toText));
  return toRows(value.map(toText));
};

/** A new value begins in a line of its own. */
const NEXT_VALUE = /(?:(?=,)|(?<!\s)),?\s*\n(?=[{[])/;

/** The rows of JSON; undefined if the text is none. */
export const readLiteral = (given: string, wanted: Wanted): Rows | undefined => {
  const text = given.trim();
  if (!/^[[{]/.test(text)) return undefined;
  const whole = readJson(quoteNumbers(text));
  if (whole) return tabulate(whole.value, wanted);
  const values = text.split(NEXT_VALUE).map((part) => readJson(quoteNumbers(part))?.value);
  return values.every((value) => typeof value === 'object' && value !== null)
    ? tabulate(values, wanted)
    : undefined;
};

/** So that it is read, and exported, as any other list. */
export const toLiteralCsv = (rows: Rows): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
