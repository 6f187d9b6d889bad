import { formatCount } from '#src/lib/count.ts';
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
  return name.toLowerCase() === DEFAULT_LABEL.toLowerCase() ? DEFAULT_LIST : name;
};

/** Of a list that is there, also if it was typed in another case. */
export const findListName = (text: string, lists: readonly { name: string }[]): string => {
  const typed = readListName(text);
  const alike = lists.filter(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return (alike.find(({ name }) => name === typed) ?? alike[0])?.name ?? typed;
};

export const isInList = ({ list = DEFAULT_LIST }: { list?: string | undefined }, name: string): boolean =>
  list === name;

/** `1 call is in “Calls”`, `3 calls are in other lists`; "" if all are in this list. */
export const describeOtherLists = (
  calls: readonly { entry: { list?: string | undefined } }[],
  name: string,
): string => {
  const others = calls.filter(({ entry }) => !isInList(entry, name));
  const [list, ...more] = new Set(others.map(({ entry }) => labelList(entry.list ?? DEFAULT_LIST)));
  if (list === undefined) return '';
  const place = more.length === 0 ? `“${list}”` : 'other lists';
  return `${formatCount(others.length, 'call')} ${others.length === 1 ? 'is' : 'are'} in ${place}`;
};
