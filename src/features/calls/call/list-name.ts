import { cutText } from '#src/lib/cut-text.ts';
import { cleanInvisible } from '#src/lib/invisible.ts';

/** In the address; on screen it is called {@link DEFAULT_LABEL}. */
export const DEFAULT_LIST = '';

const DEFAULT_LABEL = 'Calls';

export const MAX_LIST_LENGTH = 60;

export const labelList = (name: string): string => (name === DEFAULT_LIST ? DEFAULT_LABEL : name);

/** Reads what was typed, or is in an address or a file. */
export const readListName = (text: string): string => {
  const name = cutText(cleanInvisible(text), MAX_LIST_LENGTH).trim();
  return name === DEFAULT_LABEL ? DEFAULT_LIST : name;
};

export const isInList = ({ list = DEFAULT_LIST }: { list?: string | undefined }, name: string): boolean =>
  list === name;
