import { withoutGuard } from '#src/lib/csv.ts';
import { isSendable } from '#src/lib/ids.ts';

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

const isQuoted = (text: string): boolean => text.length > 1 && text.startsWith('"') && text.endsWith('"');

/** How a cell is written: `quotes` where no quotes were taken off yet. */
export type CellStyle = { hasGuards: boolean; hasQuotes: boolean };

/** The ID that a cell stands for. */
export const idOfCell = (cell: string, { hasGuards, hasQuotes }: CellStyle): string => {
  let text = bare(cell);
  // A blank before the opening quote (`a, "b"`) keeps readers of CSV from seeing it.
  if (!hasQuotes && cell !== text && isBlank(cell, 0) && isQuoted(text))
    text = bare(text.slice(1, -1).replaceAll('""', '"'));
  if (hasQuotes && text.startsWith('"')) text = bare(text.slice(1));
  if (hasQuotes && text.endsWith('"')) text = bare(text.slice(0, -1));
  return hasGuards && text.startsWith("'") ? bare(withoutGuard(text)) : text;
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
  return {
    /** The number of a text, which is taken as it stands. */
    numberOf: (text: string): number => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const number = texts.push(text) - 1;
      numbers.set(text, number);
      fitness.push(fitnessOf(text));
      return number;
    },
    text: (number: number): string => texts[number] ?? '',
    fitness: (number: number): number => fitness[number] ?? EMPTY,
  };
};

export type Texts = ReturnType<typeof createTexts>;
