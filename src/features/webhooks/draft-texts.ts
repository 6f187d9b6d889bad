import { withoutGuard } from '#src/lib/csv.ts';
import { isSendable } from '#src/lib/ids.ts';
import { hasInvisible } from '#src/lib/invisible.ts';

/** Whether an ID can be sent, and why not. */
export const FIT = 0;
export const EMPTY = 1;
export const UNSENDABLE = 2;

const MOST_CHARACTERS = 512;
// Line breaks and controls but for the tab: no ID has them, and some programs on the way drop or refuse them.
// oxlint-disable-next-line no-control-regex -- They are what is looked for.
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;

const ZERO_WIDTH_SPACE = 0x20_0b;

const isBlank = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (code > 0x20 && code < 0x7f) return false;
  return code === ZERO_WIDTH_SPACE || text.charAt(at).trim() === '';
};

/** Without white space around it, as pair.ts takes it off; in a time that grows with the length alone. */
export const bare = (text: string): string => {
  let [from, until] = [0, text.length];
  while (from < until && isBlank(text, from)) from += 1;
  while (until > from && isBlank(text, until - 1)) until -= 1;
  return text.slice(from, until);
};

const isQuoted = (text: string): boolean => /^"[^"]*(?:""[^"]*)*"$/.test(text);

/** How a cell is written: `hasQuotes` where no quotes were taken off yet. */
export type CellStyle = { hasGuards: boolean; hasQuotes: boolean };

/** Whether a cell begins with blanks and a quote, which keeps readers of CSV from seeing that it is quoted. */
export const isQuotedLate = (cell: string): boolean =>
  cell !== '' && isBlank(cell, 0) && bare(cell).startsWith('"');

/** Whether a quote stands at one end of a cell alone: nobody knows what belongs to it. */
export const hasLoneQuote = (cell: string, { hasQuotes }: CellStyle): boolean => {
  if (!hasQuotes && !isQuotedLate(cell)) return false;
  const text = bare(cell);
  return (text.startsWith('"') || text.endsWith('"')) && !isQuoted(text);
};

/** A row whose cells, quoted after a blank, were split at what stands within the quotes (`a, "b, c"`): put together again. */
export const healed = (row: readonly string[], delimiter: string): readonly string[] => {
  if (!row.some(isQuotedLate)) return row;
  const cells: string[] = [];
  for (let at = 0; at < row.length; at += 1) {
    let [cell, until] = [row[at] ?? '', at];
    if (isQuotedLate(cell))
      while (until < row.length - 1 && !isQuoted(bare(cell)))
        cell += `${delimiter}${row[(until += 1)] ?? ''}`;
    const isWhole = isQuoted(bare(cell));
    cells.push(isWhole ? cell : (row[at] ?? ''));
    if (isWhole) at = until;
  }
  return cells;
};

/** The ID that a cell stands for. */
export const idOfCell = (cell: string, { hasGuards, hasQuotes }: CellStyle): string => {
  let text = bare(cell);
  if ((hasQuotes || isQuotedLate(cell)) && isQuoted(text))
    text = bare(text.slice(1, -1).replaceAll('""', '"'));
  return hasGuards ? bare(withoutGuard(text)) : text;
};

const fitnessOf = (id: string): number => {
  if (id === '') return EMPTY;
  return id.length > MOST_CHARACTERS || CONTROL.test(id) || !isSendable(id) ? UNSENDABLE : FIT;
};

/** Every ID once, by its number: thousands of lines name the same few campaigns. */
export const createTexts = () => {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const fitness: number[] = [];
  const invisible = new Set<number>();
  return {
    /** The number of a text, which is taken as it stands. */
    numberOf: (text: string): number => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const number = texts.push(text) - 1;
      numbers.set(text, number);
      fitness.push(fitnessOf(text));
      if (hasInvisible(text)) invisible.add(number);
      return number;
    },
    /** Whether a text has characters that cannot be seen. */
    hasInvisible: (number: number): boolean => invisible.has(number),
    text: (number: number): string => texts[number] ?? '',
    fitness: (number: number): number => fitness[number] ?? EMPTY,
  };
};

export type Texts = ReturnType<typeof createTexts>;
