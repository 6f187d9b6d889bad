import { cleanInvisible, describeCleaning } from './invisible.ts';

/** `="00123"`, which keeps leading zeros in a spreadsheet, is `00123`. */
const unwrapFormula = (text: string): string =>
  text.startsWith('="') && text.endsWith('"') && text.length > 3
    ? text.slice(2, -1).replaceAll('""', '"')
    : text;

/** `` `wh-1` ``, `**wh-1**` and `{{wh-1}}`, as chats, tickets and Markdown mark a value. */
const MARKED = /^(?:(`{1,3})(?<code>[^`]+)\1|(\*{1,3})(?<bold>[^*]+)\3|\{\{(?<mono>[^{}]+)\}\})$/;

const unwrapMarks = (text: string): string => {
  const { code, bold, mono } = MARKED.exec(text)?.groups ?? {};
  const inner = code ?? bold ?? mono;
  return inner === undefined ? text : unwrapMarks(inner.trim());
};

/** What every ID passes on its way in. */
export const cleanId = (text: string): string =>
  cleanInvisible(unwrapFormula(unwrapMarks(cleanInvisible(text))));

/** For the note at a field; "" if nothing was removed that a user would miss. */
export const describeIdCleaning = (text: string): string =>
  [
    describeCleaning(text),
    MARKED.test(cleanInvisible(text)) && 'The marks around it were removed.',
    unwrapFormula(cleanInvisible(text)) !== cleanInvisible(text) && 'The spreadsheet’s ="" was removed.',
  ]
    .filter(Boolean)
    .join(' ');

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

const EMPTY = /^(?:null|\(null\)|<null>|\[null\]|\\N|n\/a|nan|undefined)$/i;

/** In place of an ID. */
export const findSpreadsheetFault = (id: string): SpreadsheetFault | undefined => {
  if (SHORTENED.test(id)) return 'shortened';
  return ERROR.test(id) || EMPTY.test(id) ? 'no-id' : undefined;
};
