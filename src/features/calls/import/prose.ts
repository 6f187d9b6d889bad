import { cleanId } from '#src/lib/spreadsheet.ts';
import { hasNamedColumn, MAX_HEADER_LINE, MIN_TELLING_NAME } from '#src/lists/columns.ts';
import { createShapeTest, getShape } from '#src/lists/unlike.ts';
import { AND, hasDigit, normalizeHeader } from '#src/lists/words.ts';
import { readCallsFromLink } from '#src/features/calls/call/address.ts';
import {
  CALL_ID_NAMES,
  isWord,
  looksLikeId,
  rankId,
  removeSecrets,
  splitWords,
  trimPunctuation,
} from '#src/features/calls/call/id-looks.ts';

/** The call IDs among the words of a mail, a chat, a ticket or a log. */

/** `7f3c2a90-51d4-` at the end of a line, and the rest of the ID in the next one, also in a quoted mail. */
const WRAPPED =
  /(?<![\w-])(?=[a-z-]*\d)([a-z\d]{4,}(?:-[a-z\d]+)*-)\r?\n[>\s]*(?=[a-z-]*\d)(?=[a-z\d-]{4})/giu;

/** Joins IDs that a mail wrapped after a hyphen. */
export const joinWrapped = (text: string): string => text.replaceAll(WRAPPED, '$1');

const toPattern = (names: readonly string[]): string =>
  names.map((name) => [...name].join("[ _.'’-]?")).join('|');

const ANY = toPattern(CALL_ID_NAMES);
const TELLING = toPattern(CALL_ID_NAMES.filter((name) => name.length >= MIN_TELLING_NAME));

const LABELS = [
  // `callId=x`, `"call_id": "x"` and `**Call ID:** x` among words
  String.raw`(?<![\p{L}\d_-])(?:x-)?(${TELLING})["'*\x60]{0,2}[^\S\n]*[:=]{1,2}[^\S\n]*["'*\x60(<\[#]{0,3}[^\S\n]*`,
  // A short name says too little of a value among words: `call=x`, or `> Call: x` alone.
  String.raw`(?<!\S)(${ANY})=`,
  String.raw`^[> \t*-]{0,20}(${ANY}):[^\S\n]+(?=\S+[^\S\n]*$)`,
  // `Call ID;call-1;call-2` in a record with its labels on the left
  String.raw`^[^\S\n]*(${ANY}):?[^\S\n]*[\t;,|][^\S\n]*(?=[^\s;,|]*\d)`,
];
const LABEL = new RegExp(LABELS.join('|'), 'gimu');

const VALUE = String.raw`[^\s"'\x60,;&|()<>\[\]{}*]+`;
const FIRST_VALUE = new RegExp(VALUE, 'y');
/** A further value of the same label, as in `x, y and z` or `x -> y`. */
const NEXT_VALUE = new RegExp(
  String.raw`["'\x60]?(?:[,;\t ]|/|->)(?:[\t "'\x60&+/|]|->? |(?:${AND})[\t ]+)*(${VALUE})(?!["'\x60]?\s*[:=])`,
  'iy',
);
const EMPTY = /^(?:null|none|nil|undefined|-+)$/i;

const readName = (match: RegExpMatchArray): string =>
  normalizeHeader(match.slice(1).find((name) => name !== undefined) ?? '');

/** A header gives its column a name; in a record, an ID is beside it. */
const isHeader = (line: string): boolean =>
  hasNamedColumn(line, CALL_ID_NAMES) && !line.split(/[,;\t|]/).some((cell) => looksLikeId(cell.trim()));

/** The most specific label that the text has; undefined for a table. */
export const findLabel = (text: string): string | undefined => {
  // Looking for labels in 10,000 lines takes long.
  if (!/[:=;,|\t]/.test(text) || text.split('\n', MAX_HEADER_LINE).some(isHeader)) return undefined;
  const names = new Set(Array.from(text.matchAll(LABEL), readName));
  return CALL_ID_NAMES.map(normalizeHeader).find((name) => names.has(name));
};

const cutSentenceEnd = (value: string): string => value.replace(/[.,;:!?]+$/, '');

/** Takes the values beside a label out of a line. */
const takeLabelled = (line: string, label: string | undefined): { certain: string[]; rest: string } => {
  const certain: string[] = [];
  let rest = line;
  if (label === undefined) return { certain, rest };
  for (const match of line.matchAll(LABEL)) {
    if (readName(match) !== label) continue;
    let end = match.index + match[0].length;
    FIRST_VALUE.lastIndex = end;
    const first = cutSentenceEnd(FIRST_VALUE.exec(line)?.[0] ?? '');
    if (first === '' || EMPTY.test(first)) continue;
    certain.push(...splitWords(first));
    end = FIRST_VALUE.lastIndex;
    NEXT_VALUE.lastIndex = end;
    for (let next = NEXT_VALUE.exec(line); next; next = NEXT_VALUE.exec(line)) {
      const value = cutSentenceEnd(next[1] ?? '');
      if (getShape(first) === undefined || getShape(value) !== getShape(first)) break;
      certain.push(value);
      end = NEXT_VALUE.lastIndex;
    }
    rest = rest.slice(0, match.index) + ' '.repeat(end - match.index) + rest.slice(end);
  }
  return { certain, rest };
};

/** Whether a line has more values like those beside its label. Reading all words of a log takes long. */
const hasMore = (rest: string, certain: readonly string[]): boolean => {
  const shapes = new Set(certain.map(getShape));
  const words = rest.split(/[\s,;|&/()<>[\]{}"'`*]+/).map(cutSentenceEnd);
  return words.some((word) => /^https?:/.test(word) || (hasDigit(word) && shapes.has(getShape(word))));
};

/** `01.12.2026` is a day, and no group of digits. */
const DIGIT_GROUPS = String.raw`(?!\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d))\(?\d{1,13}(?!\d)\)?(?:[ \t./()–-]{1,4}\d{1,13}(?!\d))*(?![\w:-])`;
const PHONE_WORD = String.raw`\b(?:tele)?(?:phone|fon|fax)(?: ?(?:number|no|nr))?|\b(?:tel|mobile|mobil|cell|handy|rückruf|whatsapp|(?:call|ring|phone)[ -]?back(?: (?:on|at|under))?)`;
/** `+49 171 1234567`, `030/1234567` or `Tel. 1234567`, and what follows with a comma or an "or". */
const PHONES = new RegExp(
  String.raw`(?:(?:${PHONE_WORD})[.:]*\s*|(?<![\w@.+/-]|\d:)(?=\(?\+|\(?0))\(?\+?\s?${DIGIT_GROUPS}(?:\s*(?:[,;/]|\b(?:or|oder|and|und)\b)\s*\(?\+?${DIGIT_GROUPS})*`,
  'giu',
);
const MIN_PHONE_DIGITS = 6;

/** Takes telephone numbers out of a line; their words stay. */
const takePhones = (line: string): { phones: string[]; rest: string } => {
  const phones: string[] = [];
  const rest = line.replaceAll(PHONES, (match) => {
    if (match.replaceAll(/\D/g, '').length < MIN_PHONE_DIGITS) return match;
    const [number = ''] = /[+(\d].*$/su.exec(match) ?? [];
    phones.push(number);
    return `${match.slice(0, match.length - number.length)} `;
  });
  return { phones, rest };
};

/** `612 345 678`, `(555) 123-4567` or `612 34 56 78` alone. */
const PHONE_GROUPS = /^\s*\(?\d{3}\)?[ .-](?:\d{3}[ .-]\d{3,4}|\d\d[ .-]\d\d[ .-]\d\d)\s*$/;

/** Such as `0171 1234567`: its parts are no IDs. */
const hasSpacedPhone = (line: string): boolean =>
  PHONE_GROUPS.test(line) ||
  (/\d[ \t]/.test(line) &&
    takePhones(line).phones.some(
      (phone) => /^\s*(?:\+|\(|\d{2,5}[ \t/])/.test(phone) && /[ \t]/.test(phone),
    ));

/** Whether words or a telephone number are among the IDs. One line of words, such as `alpha, beta`, may be IDs. */
export const hasProse = (lines: readonly string[], origin: string): boolean => {
  let hasIds = false;
  let hasWords = false;
  let hasSentence = false;
  for (const line of lines) {
    const values = splitWords(line);
    const count = values.filter((value) => isWord(cleanId(value), origin)).length;
    hasWords ||= count > 0;
    hasIds ||= count < values.length;
    hasSentence ||= count > 0 && values.length > 1 && lines.length > 1;
    if ((hasWords && hasIds) || hasSentence || hasSpacedPhone(line)) return true;
  }
  return false;
};

/** `certain`: beside a label. `likely`: by their looks. */
export type Prose = { certain: string[]; likely: string[]; phones: string[]; words: string[] };

/** Reads what a line has. On a line mostly of IDs, such as `sim-1-a call-x`, a word with a hyphen is one, too. */
export const createProseReader =
  (label: string | undefined, origin: string) =>
  (line: string): Prose => {
    const { certain, rest: unlabelled } = takeLabelled(removeSecrets(line), label);
    if (certain.length > 0 && !hasMore(unlabelled, certain))
      return { certain, likely: [], phones: [], words: [] };
    const { phones, rest } = takePhones(unlabelled);
    const values = splitWords(rest);
    const isLikely = (value: string) => readCallsFromLink(value, origin) !== undefined || looksLikeId(value);
    const count = values.filter((value) => isLikely(trimPunctuation(value))).length;
    const isList =
      count > values.length / 2 &&
      !values.some((value) => /[.!?]$/.test(value) || /^\p{Lu}\p{Ll}+$/u.test(value));
    const likely: string[] = [];
    const words: string[] = [];
    for (const value of values.map(trimPunctuation)) {
      const isId = isLikely(value) || (isList && /^\w+-[\w-]+$/.test(value));
      if (/[\p{L}\p{N}]/u.test(value)) (isId ? likely : words).push(value);
    }
    return { certain, likely: [...new Set(likely)], phones: [...new Set(phones)], words };
  };

/** Values of one kind in a table, such as `uuid`. Beside labels, other keys have such values, too. */
const isTelling = (shape: string | undefined, isTable: boolean): boolean =>
  shape !== undefined && shape !== 'number' && (isTable || shape !== 'uuid');

/** Whether a likely ID is a link of calls, or like the certain ones, or else like most others. */
export const createUsualTest = (
  lines: readonly Prose[],
  { isTable, origin }: { isTable: boolean; origin: string },
): ((id: string) => boolean) => {
  const isCall = (id: string) => readCallsFromLink(id, origin) !== undefined;
  const certain = lines.flatMap((line) => line.certain);
  if (certain.length > 0) {
    const shapes = new Set(certain.map(getShape).filter((shape) => isTelling(shape, isTable)));
    return (id) => isCall(id) || shapes.has(getShape(id));
  }
  const likely = lines.flatMap((line) => line.likely).filter((id) => !isCall(id));
  const isAlike = createShapeTest(likely);
  const hasLetters = likely.some((id) => rankId(id) > 1);
  return (id) => isCall(id) || (isAlike(id) && !(hasLetters && rankId(id) === 0));
};
