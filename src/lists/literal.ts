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

/** The lists of a record, or else the lists of records within. */
const findLists = (value: Record<string, unknown>): unknown[][] => {
  const isList = (one: unknown): one is unknown[] => Array.isArray(one);
  const lists = Object.values(value).filter(isList);
  return lists.length > 0
    ? lists
    : Object.values(flatten(value)).filter((one): one is unknown[] => isList(one) && one.some(isRecord));
};

/** `{"campaign": "cmp-1", "webhooks": ["wh-1", "wh-2"]}` as an object for each webhook. */
const spreadList = (value: Record<string, unknown>, wanted: Wanted): Record<string, unknown>[] => {
  const lists = Object.entries(value).filter(
    ([key, one]) => Array.isArray(one) && (wanted.length > 1 || hasName({ [key]: one }, wanted)),
  );
  const [[key, list] = ['', []]] = lists;
  if (lists.length !== 1 || !Array.isArray(list)) return [value];
  if (list.length === 0) return [{ ...value, [key]: '' }];
  return list.flatMap((one: unknown) => {
    if (!isRecord(one)) return [Object.assign({}, value, { [key]: one })];
    const { id = '', ...inner } = flatten(one);
    return spreadList(Object.assign({}, value, { [key]: id }, inner), wanted);
  });
};

/** `{"cmp-1": ["wh-1", "wh-2"]}` as pairs. */
const readMap = (value: Record<string, unknown>): Rows =>
  Object.entries(value).flatMap(([key, one]) =>
    (Array.isArray(one) ? one : [one]).map((id: unknown) => [key, toText(id)]),
  );

const tabulate = (value: unknown, wanted: Wanted): Rows | undefined => {
  if (isRecord(value)) {
    const record = flatten(value);
    if (hasName(record, wanted)) return tabulate([record], wanted);
    const isMap = Object.values(value).every(
      (one) => typeof one === 'string' || (Array.isArray(one) && one.every((id) => typeof id === 'string')),
    );
    if (wanted.length > 1 && isMap) return readMap(value);
    const [list, ...others] = findLists(value);
    return tabulate(list && others.length === 0 ? list : [record], wanted);
  }
  if (!Array.isArray(value) || value.length === 0) return undefined;
  if (value.every(isRecord)) {
    const records = value
      .map((one) => flatten(one))
      .flatMap((one) => (hasName(one, wanted) ? spreadList(one, wanted) : [one]))
      .map((one) => flatten(one));
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

const readJsonRows = (text: string, wanted: Wanted): Rows | undefined => {
  if (!/^[[{]/.test(text)) return undefined;
  const whole = readJson(quoteNumbers(text));
  if (whole) return tabulate(whole.value, wanted);
  const values = text.split(NEXT_VALUE).map((part) => readJson(quoteNumbers(part))?.value);
  return values.every((value) => typeof value === 'object' && value !== null)
    ? tabulate(values, wanted)
    : undefined;
};

const INSERT = /^insert\s+into\s+[^\s(]+\s*(?:\(([^()]*)\))?\s*values\s*/i;
const IN = /^[^'"()]{0,200}\bin\s*(?=\()/i;
const TOKEN = /[^\S\n]+|[\n()[\],;]|'(?:[^'\n]|'')*'|"(?:[^"\n\\]|\\.)*"|[^\s()[\],;'"]+/y;

const unquote = (token: string): string => {
  const inner = token.slice(1, -1);
  if (token.startsWith("'")) return inner.replaceAll("''", "'");
  return token.startsWith('"') ? inner.replaceAll(/\\(.)/g, '$1') : token;
};

/** `('a', 'b')`, `IN (…)`, `VALUES ('c1', 'w1'), …`, `['a', 'b']`, or lines of values in single quotes. */
const readSqlRows = (text: string): Rows | undefined => {
  const insert = INSERT.exec(text);
  const body = text.slice((insert ?? IN.exec(text))?.[0].length ?? 0);
  if (!/^[(['"]/.test(body)) return undefined;
  const groups: Rows = [];
  const loose: Rows = [[]];
  let depth = 0;
  let isAfterValue = false;
  let hasQuotesOrCommas = false;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(body)?.[0]; token !== undefined; token = TOKEN.exec(body)?.[0]) {
    if (token === '(' || token === '[') {
      depth += 1;
      groups.push([]);
    } else if (token === ')' || token === ']') depth -= 1;
    else if (token === '\n' && depth === 0) loose.push([]);
    else if (token.trim() !== '' && !/[,;]/.test(token[0] ?? '')) {
      const isQuoted = /^['"]/.test(token);
      // After a list in parentheses, the rest of a statement.
      if (depth === 0 && !isQuoted && isAfterValue && IN.test(text)) break;
      // Outside of parentheses, only single quotes tell SQL from CSV.
      if (isAfterValue || (depth === 0 && !token.startsWith("'"))) return undefined;
      (depth > 0 ? groups : loose).at(-1)?.push(unquote(token));
      hasQuotesOrCommas ||= isQuoted;
    }
    if (token === ',') hasQuotesOrCommas = true;
    if (token.trim() !== '') isAfterValue = !/^[([,;]$/.test(token);
    else if (token === '\n' && depth === 0) isAfterValue = false;
    if (TOKEN.lastIndex === body.length) break;
  }
  const isRead = TOKEN.lastIndex === body.length || IN.test(text);
  if (!isRead || depth !== 0 || !hasQuotesOrCommas) return undefined;
  const rows = [...groups, ...loose].filter((row) => row.length > 0);
  const [only, ...more] = rows;
  if (!only) return undefined;
  if (insert)
    return insert[1] === undefined ? rows : [insert[1].split(',').map((name) => name.trim()), ...rows];
  return more.length === 0 ? toRows(only) : rows;
};

/** The rows of JSON, SQL or a list in brackets; undefined if the text is none of them. */
export const readLiteral = (text: string, wanted: Wanted): Rows | undefined => {
  const trimmed = text.trim();
  return readJsonRows(trimmed, wanted) ?? readSqlRows(trimmed);
};

/** So that it is read, and exported, as any other list. */
export const toLiteralCsv = (rows: Rows): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
