import { readLinks, splitIds } from '#src/lib/ids.ts';
import { cleanId } from '#src/lib/spreadsheet.ts';
import { findHeader, findName, hasNamedColumn } from '#src/lists/columns.ts';
import { readLiteral } from '#src/lists/literal.ts';
import { removeListMarks } from '#src/lists/marks.ts';
import { readNamedValues } from '#src/lists/named.ts';
import type { NamedValue } from '#src/lists/rows.ts';
import { createShapeTest, findCommonShape, getShape } from '#src/lists/unlike.ts';
import { isCallId, isLink, readCallsFromLink } from './address.ts';
import type { CallView } from './call.ts';
import { CALL_FIELDS, createTextTest, isPhoneNumber } from './call-fields.ts';

/**
 * What Enter does in the box. `open`: the one watched call that is meant; `show`: calls that the label or the filter hides;
 * `rows`: several shown calls match; `watch`: nothing matches, or it is a list of IDs; `check`: a table, or words with IDs
 * among them, which the user checks first.
 */
export type Found = {
  kind: 'open' | 'show' | 'rows' | 'watch' | 'check' | 'nothing';
  ids: readonly string[];
};

export const CALL_ID_NAMES =
  'callid callids callidc callsid calluuid callidentifier uniqueid anrufid anrufids gesprächsid gesprächid gespraechsid iddappel idappel iddelappel iddelallamada iddellamada idllamada idchiamata idrozmowy calls call anruf gespräch appel llamada sid uuid id ids identifier'.split(
    ' ',
  );

/** A part of an ID with a digit and a hyphen at the end of its line, and the rest in the next one, also in a quoted mail. */
const WRAPPED =
  /(?<![\w-])(?=[a-z-]*\d)([a-z\d]{4,}(?:-[a-z\d]+)*-)\r?\n[>\s]*(?=[a-z-]*\d)(?=[a-z\d-]{4})/giu;

/** Joins IDs that a mail wrapped after a hyphen. */
export const joinWrapped = (text: string): string => text.replaceAll(WRAPPED, '$1');

/** The values of JSON. */
const readCallLiteral = (text: string): string[] | undefined =>
  readLiteral(text, [{ names: CALL_ID_NAMES }])?.flat();

/** `TWILIO_AUTH_TOKEN=x`, `Password: x` */
const SECRETS = /[\p{L}\d_ .-]*(?:token|secret|passwor[dt]|api[ _-]?key)["'\x60]?\s*[:=]\s*\S+/giu;

/** What is pasted here by mistake is neither sent nor part of the address. */
const removeSecrets = (text: string): string => text.replaceAll(SECRETS, '');

/** Leaves out a first line such as `Call ID` above others. */
const removeHeader = (text: string): string => {
  const lines = joinWrapped(text.replace(/^\ufeff/, '')).split(/\r\n?|\n/);
  const rows = lines
    .map((line, index) => ({ line: index + 1, cells: splitIds(line) }))
    .filter(({ cells }) => cells.length > 0);
  const header = findHeader({ rows }, [{ key: 'callId', names: CALL_ID_NAMES }]);
  const hasHeader = header?.index === 0 && rows.length > 1;
  return lines.slice(hasHeader ? rows[0]?.line : 0).join('\n');
};

/** Up to the next value of the line, as `formatTickets` writes it. */
const LINE_NOTE = /, note: (.+?)(?:, labels: .*)?$/;

const TICKET_LABELS = new Set(['Link', ...CALL_FIELDS.flatMap(({ csv }) => csv ?? [])]);

/** Takes the lines that `formatTickets` writes out of a mail. Of a single call, the line with its ID stays. */
const takeTickets = (lines: string[]): NamedValue[] => {
  const named: NamedValue[] = [];
  let left = 0;
  let isSingle = false;
  for (const [at, line] of lines.entries()) {
    const plain = line.replace(/^[>\s]+/, '');
    const [, label = ''] = /^(.+?): /.exec(plain) ?? [];
    isSingle = label === 'Call ID' || (isSingle && TICKET_LABELS.has(label));
    const [, count] = /^(\d[\d,]*) calls\s*$/.exec(plain) ?? [];
    const isCount = left > 0 && /^[^,]+: \d[\d,]*\s*$/.test(plain);
    const [, id] = /^(\S+): \S/.exec(plain) ?? [];
    const isEnd = /^and \d[\d,]* more\s*$/.test(plain);
    if (count !== undefined) left = Number(count.replaceAll(',', ''));
    else if (isEnd) left = 0;
    else if (left > 0 && !isCount && id !== undefined) {
      named.push({ id, note: LINE_NOTE.exec(plain)?.[1] });
      left -= 1;
    } else if (!isCount && !(isSingle && label !== 'Call ID')) continue;
    lines[at] = '';
  }
  return named;
};

/** Of records with their labels on the left, as a form or `key;value` has them, `Call ID: x, y` in place of `Call ID;x;y`. */
const labelRecords = (lines: string[]): string[] => {
  const rows = lines.map((line) => line.split(/[\t;,|]/).map((cell) => cell.trim()));
  const isRecord = (cells: string[]) => cells.length > 1 && cells[1] !== '';
  const labels = rows.filter(isRecord).map(([label = '']) => label);
  const hasCall = ([label = '', ...values]: string[]) =>
    values.some(looksLikeId) && findName([label], CALL_ID_NAMES) !== undefined;
  // `Address 1` is a label, `call-1` an ID of a table.
  if (labels.some((label) => /^\S*\d\S*$/.test(label)) || !rows.some(hasCall)) return lines;
  return lines.map((line, at) => {
    const [label = '', ...values] = rows[at] ?? [];
    return hasCall([label, ...values])
      ? `${label.replace(/:$/, '')}: ${values.filter(Boolean).join(', ')}`
      : line;
  });
};

/**
 * The calls of the texts for a ticket, and those that a line names, as in `callId=x`. `rest`: the text with these lines
 * blank. Undefined if it has none.
 */
export const readNamed = (text: string): { named: NamedValue[]; rest: string } | undefined => {
  const plain = readLinks(text);
  const lines = joinWrapped(plain).split(/\r\n?|\n/);
  const named = takeTickets(lines);
  const other = labelRecords(lines).join('\n');
  const { values = [], rest = other } = readNamedValues(other, CALL_ID_NAMES) ?? {};
  for (const id of values.flatMap(splitAlike)) named.push({ id });
  // The line of a link has no columns.
  const hasLinks = plain !== text && !text.includes('\t');
  return named.length > 0 || hasLinks ? { named, rest } : undefined;
};

const CJK = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]`;

/** A name such as `Anna-Lena` or `Müller`, an address of a page, `code=480`, Chinese or Japanese. */
const NO_ID = new RegExp(
  String.raw`${CJK}|^\p{Lu}\p{Ll}+(?:-\p{L}\p{Ll}+)*$|^https?:|^(?=.*\P{ASCII})\P{N}*$|^[\p{L}_][\w.-]*=[^=]`,
  'u',
);

/** `a84b4c76e66710@pc33.example.com`, as SIP calls a call. An address of mail or of a telephone has no such parts. */
const SIP_CALL_ID = /^(?:(?=[^@]{10,}@)(?:[^@\d]*\d+[^@\d]+){2}[^@]*|\d{16,})@[^\s@]+$/;

/** In characters. The pattern would take long. */
const MAX_SIP_LENGTH = 255;

/** `1764321260.12` of an Asterisk: seconds since 1970, and a counter. */
const ASTERISK_ID = /^1\d{9}\.\d+$/;

const isNoId = (value: string): boolean =>
  value.includes('@') ? value.length > MAX_SIP_LENGTH || !SIP_CALL_ID.test(value) : NO_ID.test(value);

/** Not a word of letters only. */
const mayBeId = (value: string): boolean => /[\d_]|\w-\w/.test(value) && !isNoId(value);

/** No ID by its looks, nor the address of a call. */
export const isWord = (value: string, origin: string): boolean =>
  !mayBeId(value) && readCallsFromLink(value, origin) === undefined;

/** A date such as `2026-11-27` or `27-Nov-2026`, a time, a version, a part of a phone number. */
const SPLIT_NUMBER =
  /^(?:\d+[-./:][\d\-./:TZ+]+|v?\d+(?:\.\d+){2,}\S*|\d{1,4}[-./]\p{L}{3,9}[-./]\d{2,4}(?:\P{L}.*)?)$/u;

/** Also among words: six or more characters, with a digit or several parts, and no phone number or date. */
export const looksLikeId = (value: string): boolean =>
  /^(?!\+)[^\s,;()[\]{}<>]{6,}$/.test(value) &&
  (/\d/.test(value) || /^\w+(?:[-_]\w+){2,}$/.test(value)) &&
  (!SPLIT_NUMBER.test(value) || ASTERISK_ID.test(value)) &&
  !isNoId(value);

/** In characters. Longer values are no IDs, and cleaning them takes long. */
export const MAX_CLEANED = 4096;

const OPENING = '([{<#nN';
const ENDING = '.:!?…)]}>';

/** Without brackets around it and the end of a sentence. */
export const trimPunctuation = (value: string): string => {
  // Regular expressions take long for 10,000 lines.
  const isPlain = !OPENING.includes(value[0] ?? ' ') && !ENDING.includes(value.at(-1) ?? ' ');
  if (isPlain || value.length > MAX_CLEANED) return value;
  const text = value
    .replace(/^(?:[([{<#]|n[º°]\.?(?=\d))+/i, '')
    .replace(/(?:[.:!?…]|(?<![([{<].*)[)\]}>])+$/, '');
  return text === '' ? value : text;
};

/** `Ref:call-1` and `ID#call-1` */
const LABELLED = /^(\p{L}[\p{L}.-]*:|(?:call|id|no|nr|ref)#)([^:/][^:]*)$/iu;
const SCRIPTS = new RegExp(`(${CJK}+)`, 'u');
const ASCII = /^[!-~]*$/;

/** `call-1/call-2` or `call-1,call-2` */
const splitAlike = (value: string): string[] => {
  const parts = value.split(/[,;/|+&]/);
  const areAlike = ![undefined, 'number'].includes(findCommonShape(parts));
  return areAlike && parts.every(looksLikeId) ? parts : [value];
};

/** The values of a text. A label with a colon, and Chinese or Japanese, end before an ID without a blank. */
export const splitWords = (text: string): string[] =>
  splitIds(text).flatMap((value) => {
    if (ASCII.test(value) && !/[:/|+&#]/.test(value)) return [value];
    const [, label, labelled = ''] = LABELLED.exec(value) ?? [];
    if (label !== undefined && looksLikeId(trimPunctuation(labelled)) && /\p{L}/u.test(labelled))
      return [label, labelled];
    const runs = value.split(SCRIPTS).filter((run) => run !== '');
    return runs.length > 1 && runs.some((run) => looksLikeId(trimPunctuation(run)))
      ? runs
      : splitAlike(value);
  });

/** A day such as `01.12.2026` is none. */
const DIGIT_GROUPS = String.raw`(?!\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d))\(?\d{1,13}(?!\d)\)?(?:[ \t./()–-]{1,4}\d{1,13}(?!\d))*(?![\w:-])`;
const PHONE_WORD = String.raw`\b(?:tele)?(?:phone|fon|fax)(?: ?(?:number|no|nr))?|\b(?:tel|mobile|mobil|cell|handy|rückruf|whatsapp|(?:call|ring|phone)[ -]?back(?: (?:on|at|under))?)`;
/** With an area code or a plus, or after a word such as `Tel.`, and what follows with a comma or an "or". */
const PHONES = new RegExp(
  String.raw`(?:(?:${PHONE_WORD})[.:]*\s*|(?<![\w@.+/-]|\d:)(?=\(?\+|\(?0))\(?\+?\s?${DIGIT_GROUPS}(?:\s*(?:[,;/]|\b(?:or|oder|and|und)\b)\s*\(?\+?${DIGIT_GROUPS})*`,
  'giu',
);
const MIN_PHONE_DIGITS = 6;

/** A number in digits and what stands between them; its words stay. */
const isPhone = (text: string): boolean => text.replaceAll(/\D/g, '').length >= MIN_PHONE_DIGITS;

/** Takes telephone numbers out of a line of words. */
const takePhones = (line: string): { rest: string; phones: string[] } => {
  const phones: string[] = [];
  const rest = line.replaceAll(PHONES, (match) => {
    if (!isPhone(match)) return match;
    const [number = ''] = /[+(\d].*$/su.exec(match) ?? [];
    phones.push(number);
    return `${match.slice(0, match.length - number.length)} `;
  });
  return { rest, phones };
};

/** `612 345 678`, `(555) 123-4567` or `612 34 56 78` alone. */
const PHONE_GROUPS = /^\s*\(?\d{3}\)?[ .-](?:\d{3}[ .-]\d{3,4}|\d\d[ .-]\d\d[ .-]\d\d)\s*$/;

/** Such as `0171 1234567`: its parts are no IDs. */
const hasSpacedPhone = (line: string): boolean =>
  PHONE_GROUPS.test(line) ||
  (/[ \t]/.test(line) &&
    takePhones(line).phones.some(
      (phone) => /^\s*(?:\+|\(|\d{2,5}[ \t/])/.test(phone) && /[ \t]/.test(phone),
    ));

/** What a line has among words. On a line mostly of IDs, such as `sim-1-a call-x`, a word with a hyphen is one, too. */
export const readProse = (
  line: string,
  origin: string,
): { ids: string[]; phones: string[]; words: string[] } => {
  const { rest, phones } = takePhones(removeSecrets(line));
  const values = splitWords(rest);
  const isLikely = (value: string) => readCallsFromLink(value, origin) !== undefined || looksLikeId(value);
  const likely = values.filter((value) => isLikely(trimPunctuation(value)));
  const isList =
    likely.length > values.length / 2 &&
    !values.some((value) => /[.!?]$/.test(value) || /^\p{Lu}\p{Ll}+$/u.test(value));
  const isId = (value: string) => isLikely(value) || (isList && /^\w+-[\w-]+$/.test(value));
  const ids: string[] = [];
  const words: string[] = [];
  for (const value of values.map(trimPunctuation))
    if (/[\p{L}\p{N}]/u.test(value)) (isId(value) ? ids : words).push(value);
  return { ids, phones, words };
};

/** `traceId: 7f3c2a90-…` as a whole line: a number or a UUID beside another key. */
const OTHER_KEY = /^[>\s*-]*["']?\p{L}[\p{L}\d_.-]*["'*]{0,2}\s*[:=]\s*["'*]*(?:\d|[\da-f]{8}-)\S*\s*$/iu;

/** Such as `612345678`, or with the prefix of a country. */
const PHONE_DIGITS = /^(?:[067]\d{6,14}|\d{9,15})$/;

/** The higher, the more likely is it the ID of a call, and no phone number or order. */
export const rankId = (id: string): number => {
  if (PHONE_DIGITS.test(id)) return 0;
  if (/^\d+$/.test(id)) return 1;
  if (/^ca(?:ll)?(?![a-z])/i.test(id)) return 4;
  return getShape(id) === 'uuid' || ASTERISK_ID.test(id) ? 3 : 2;
};

/** Whether an ID among words is a link of calls, or like those that the text names, or else like most others. */
export const createUsualTest = (
  named: readonly NamedValue[],
  ids: readonly string[],
  origin: string,
): ((id: string, line: string) => boolean) => {
  const hasNamed = named.length > 0;
  const known = hasNamed ? named.map(({ id }) => id) : ids;
  const isAlike = createShapeTest(known.flatMap((id) => readCallsFromLink(id, origin) ?? [id]));
  const hasLetters = known.some((id) => rankId(id) > 1);
  return (id, line) =>
    readCallsFromLink(id, origin) !== undefined ||
    (isAlike(id) && !(hasLetters && rankId(id) === 0) && !(hasNamed && OTHER_KEY.test(line)));
};

/** Whether some line has several values, and a word or a telephone number among them. */
export const hasProse = (lines: readonly string[], origin: string): boolean =>
  lines.some((line) => {
    const values = splitWords(line);
    return (values.length > 1 && values.some((value) => isWord(value, origin))) || hasSpacedPhone(line);
  });

/** A table, as of the board's own export or copied from a spreadsheet: other columns are no IDs. */
const isTable = (text: string): boolean => {
  const lines = text.trim().split(/\r\n?|\n/);
  const hasHeader = lines.length > 1 && hasNamedColumn(lines[0] ?? '', CALL_ID_NAMES);
  return (
    hasHeader ||
    lines.some((line) => /\S\t+\S/.test(line)) ||
    /^\s*(?:(?:\[\s*)?\{|<[a-z!?][^<>]*>[^]*<\/)/i.test(text)
  );
};

export type TypedText = {
  text: string;
  /** As they are written, also twice. */
  values: readonly string[];
  /** Each once. */
  ids: string[];
  /** Nothing of a table or of words is sent before the user has seen what is read of it. */
  needsCheck: boolean;
  /** The IDs among words; undefined unless it has words. */
  prose?: string[] | undefined;
  isNamed?: true;
  /** Not read here: it is checked. */
  isLong?: true;
};

/** In characters. Reading a longer text takes long, and a text area is slow with many lines. */
const MAX_TYPED_LENGTH = 20_000;

const readTypedNamed = (text: string, origin: string) => {
  if (/^\s*[[{]\s*["{[]/.test(text)) return undefined;
  const { named, rest } = readNamed(text) ?? {};
  if (!named || rest === undefined) return undefined;
  const isUsual = createUsualTest(named, [], origin);
  const others = rest
    .split('\n')
    .flatMap((line) => readProse(line, origin).ids.map((id) => ({ id, isUsual: isUsual(id, line) })));
  return { named, others };
};

export const readTypedText = (typed: string, origin: string): TypedText => {
  if (typed.length > MAX_TYPED_LENGTH)
    return { text: typed, values: [], ids: [], needsCheck: true, isLong: true };
  const text = removeListMarks(readLinks(removeSecrets(typed)));
  const toIds = (parts: readonly string[]): string[] => [
    ...new Set(parts.flatMap((part) => readCallsFromLink(part, origin) ?? [part]).map(cleanId)),
  ];
  const { named, others } = readTypedNamed(text, origin) ?? {};
  if (named && others) {
    const found = named.map(({ id }) => id);
    const values = [...found, ...others.filter((other) => other.isUsual).map(({ id }) => id)];
    const hasOthers = toIds([...found, ...others.map(({ id }) => id)]).length > toIds(found).length;
    // Notes come along only by the check.
    const needsCheck = hasOthers || named.some(({ note }) => note !== undefined);
    return { text: typed, values, ids: toIds(values), needsCheck, isNamed: true };
  }
  const literal = readCallLiteral(text);
  const body = removeHeader(text);
  const table = isTable(text);
  const lines = body.split('\n');
  const hasColumns = lines.length > 1 && lines.some((line) => /\S\s*[;,|]\s*\S/.test(line));
  const isProse = !table && !literal && hasProse(lines, origin);
  const values = literal ?? splitWords(body).map(trimPunctuation);
  const hasWords = values.length > 1 && !literal && values.some((value) => isWord(value, origin));
  const hasKinds = !literal && new Set(values.map(rankId)).size > 1;
  const hasPhones = values.some((value) => /\s/.test(value) || isPhoneNumber(value));
  const prose = isProse ? toIds(lines.flatMap((line) => readProse(line, origin).ids)) : undefined;
  return {
    text: typed,
    values: prose && prose.length > 0 ? prose : values,
    ids: toIds(values),
    needsCheck: table || hasColumns || hasWords || hasKinds || hasPhones || isProse,
    prose,
  };
};

/** Several IDs, and not words to search for: they match no call, and no word is of letters only, unless it has its own line. */
export const isListOfIds = ({ text, ids, needsCheck }: TypedText, calls: readonly CallView[]): boolean => {
  if (ids.length < 2) return false;
  return text.trim().includes('\n') || (!needsCheck && !calls.some(createTextTest(text)));
};

/** The text to filter by: the address of a call counts as its ID. */
export const getFilterText = ({ text, ids, isNamed }: TypedText, origin: string): string => {
  if (isNamed && ids.length === 1) return ids.join('');
  const body = removeHeader(removeSecrets(text));
  const [id, ...others] = readCallsFromLink(body.trim(), origin) ?? [];
  return id !== undefined && others.length === 0 ? id : body;
};

/** A part of a watched call's ID is never watched. */
export const find = (
  typed: TypedText,
  calls: readonly CallView[],
  { isShown, origin }: { isShown: (call: CallView) => boolean; origin: string },
): Found => {
  const { text, ids: all, needsCheck, prose, isLong } = typed;
  if (all.length === 0) return { kind: isLong ? 'check' : 'nothing', ids: all };
  if (isListOfIds(typed, calls)) return { kind: needsCheck ? 'check' : 'watch', ids: all };
  const picked = prose ?? [];
  const isSearch = picked.length !== 1 || calls.some(createTextTest(text));
  const ids = isSearch ? all : picked;
  const filterText = getFilterText(typed, origin);
  const [only, ...others] = ids;
  const exact = calls.filter(({ entry }) => others.length === 0 && entry.id === only);
  const matching = exact.length > 0 ? exact : isSearch ? calls.filter(createTextTest(filterText)) : [];
  const shown = matching.filter(isShown);
  const toIds = (found: readonly CallView[]) => found.map(({ entry }) => entry.id);
  if (shown.length === 1) return { kind: 'open', ids: toIds(shown) };
  if (shown.length > 1) return { kind: 'rows', ids: toIds(shown) };
  if (matching.length > 0) return { kind: 'show', ids: toIds(matching) };
  if (needsCheck) return { kind: prose?.length === 0 ? 'nothing' : 'check', ids };
  // The check says what is wrong.
  if (ids.some(isLink)) return { kind: 'check', ids };
  return { kind: ids.length === 1 && ids.every(isCallId) ? 'watch' : 'nothing', ids };
};
