import { cleanInvisible, describeCleaning, hasInvisible } from './invisible.ts';

/** `="00123"` and `'00123`, which keep leading zeros in a spreadsheet, are `00123`. */
const unwrapFormula = (text: string): string =>
  text.startsWith('="') && text.endsWith('"') && text.length > 3
    ? text.slice(2, -1).replaceAll('""', '"')
    : text.replace(/^'(?=\d)/, '');

/** `` `wh-1` ``, `**wh-1**` and `{{wh-1}}`, as chats, tickets and Markdown mark a value. */
const MARKED = /^(?:(`{1,3})(?<code>[^`]+)\1|(\*{1,3})(?<bold>[^*]+)\3|\{\{(?<mono>[^{}]+)\}\})$/;

const unwrapMarks = (text: string): string => {
  const { code, bold, mono } = MARKED.exec(text)?.groups ?? {};
  const inner = code ?? bold ?? mono;
  return inner === undefined ? text : unwrapMarks(inner.trim());
};

/**
 * `call–1` with the dash of a word processor, `ﬁle-1` with the ligature of a PDF and `ｃａｌｌ－１` of a Japanese keyboard.
 * Beside a space or other letters, such characters may be meant.
 */
const replaceLookalikes = (text: string): string => {
  // Most IDs.
  if (/^[\0-\x7f]*$/.test(text)) return text;
  const plain = text
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\uff01-\uff5e\ufb00-\ufb06]/g, (one) => one.normalize('NFKC'));
  return /^[!-~]*$/.test(plain) ? plain : text;
};

/** Most IDs: nothing to clean. */
export const isPlainId = (text: string): boolean => /^[\w-]+$/.test(text);

/** What every ID passes on its way in. */
export const cleanId = (text: string): string =>
  isPlainId(text)
    ? text
    : replaceLookalikes(cleanInvisible(unwrapFormula(unwrapMarks(cleanInvisible(text)))));

/** Whether cleaning an ID removes or replaces a character that is hard to see. */
export const hasOddCharacters = (id: string): boolean => hasInvisible(id) || replaceLookalikes(id) !== id;

/** For the note at a field; "" if nothing was removed that a user would miss. */
export const describeIdCleaning = (text: string): string => {
  const clean = cleanInvisible(text);
  return [
    describeCleaning(text),
    MARKED.test(clean) && 'The marks around it were removed.',
    unwrapFormula(clean) !== clean && 'The spreadsheet’s marks were removed.',
    replaceLookalikes(clean) !== clean && 'Odd dashes and letters were replaced.',
  ]
    .filter(Boolean)
    .join(' ');
};

/** `shortened`: a long number that lost its last digits. `no-id`: an error or an empty value. */
type SpreadsheetFault = 'shortened' | 'no-id';

export const SPREADSHEET_FAULTS: Record<SpreadsheetFault, string> = {
  shortened: 'Shortened by the spreadsheet',
  'no-id': 'No ID',
};

/** Spreadsheets keep 15 digits, and write `1.23E+15`, or `1,23E+15` in many languages. */
const SHORTENED = /^[+-]?(?:\d(?:[.,]\d+)?E\+\d+|\d{15}0+(?:[.,]0+)?)$/i;

/** `#N/A`, `#REF!`, `#NAME?` and what they are in other languages, such as `#NV`, `#BEZUG!`, `#NOM?`; `########`. */
const ERROR = /^#(?:#+|N\/[ADT]|NV|(?=\p{L})[\p{L}\d/_ ]{1,20}[!?]|(?:SPILL|CALC|FIELD|GETTING_DATA)!?)$/iu;

const EMPTY =
  /^(?:null|\(null\)|<null>|\[null\]|\\N|n\/a|nan|undefined|none|nil|\(?blank\)?|tb[acd]|todo|k\. ?a\.)$/i;

const MONTH = 'Jan|Feb|M[aä]r|Mrz|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz]';

/**
 * `12345.0` of a column with gaps, `12.345.678` with separators, and the dates `1-Mar` and `Mar-01`. The first call of an
 * Asterisk is `1764321260.0`.
 */
const REFORMATTED = new RegExp(
  String.raw`^(?:(?!1\d{9}\.)\d+[.,]0|\d{1,3}(?:[.,'’]\d{3}){2,}|\d\d?(?:-|\. ?)(?:${MONTH})(?:-\d\d)?|(?:${MONTH})[- ]\d\d)$`,
);

/** Whether a spreadsheet may have shown another text as this number or date. */
export const isReformatted = (id: string): boolean => REFORMATTED.test(id);

/** In place of an ID. */
export const findSpreadsheetFault = (id: string): SpreadsheetFault | undefined => {
  // By its first character, since the patterns take long for 10,000 lines.
  if (/^[+\-\d]/.test(id)) return SHORTENED.test(id) ? 'shortened' : undefined;
  return ERROR.test(id) || EMPTY.test(id) ? 'no-id' : undefined;
};
