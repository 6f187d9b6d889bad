import { BASE } from '#src/lib/base.ts';
import { isSendable } from '#src/lib/ids.ts';
import { isRecord } from '#src/lib/is-record.ts';

/** The board's own address. */
export const BOARD_PATH = `${BASE}calls`;

/** The board for a screen on the wall, in the view of a query. */
export const wallPath = (search: string): string => `${BOARD_PATH}?wall${search.replace('?', '&')}`;

export const isWall = (search: string): boolean => new URLSearchParams(search).has('wall');

/** What the history's entry of that screen says where it was opened over the board: leaving it goes back there. */
export const OVER_BOARD = { isOverBoard: true };

export const isOverBoard = (state: unknown): boolean => isRecord(state) && state['isOverBoard'] === true;

// An apostrophe would end the link where lists are split at quotes.
const encode = (id: string): string => encodeURIComponent(id).replaceAll("'", '%27');

/** The address of one call; its ID is one segment, whatever is in it. Throws where {@link isSendable} says no. */
export const pathOfCall = (id: string): string => `${BOARD_PATH}/${encode(id)}`;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Whether a path is that of the board or of one of its calls. */
export const isBoardPath = (pathname: string): boolean =>
  pathname === BOARD_PATH || pathname.startsWith(`${BOARD_PATH}/`);

/** The call that an address names, from the path as it stands in `location.pathname`; undefined: none. */
export const parseCallPath = (pathname: string): string | undefined => {
  if (!pathname.startsWith(`${BOARD_PATH}/`)) return undefined;
  return decode(pathname.slice(BOARD_PATH.length + 1)) || undefined;
};

/** The calls that a query adds, `?id=a&id=b`. A plus stays a plus. */
export const readCallsFromSearch = (search: string): string[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .flatMap((pair) => (/^id=./.test(pair) ? [decode(pair.slice(3))] : []));

// No address would carry more; a text that long is no ID but a file without line breaks.
const LONGEST = 512;

/**
 * Whether a text can be one call's ID: sendable, in one line, not beyond what an address carries, and not one of the two
 * that every address folds away (RFC 3986, section 5.2.4).
 */
export const isCallId = (id: string): boolean =>
  id.length <= LONGEST && !/[\r\n]|^\.{1,2}$/.test(id) && isSendable(id);

/** The call that a page is opened with, where it can be asked for; of several in one link none is asked for before they are shown. */
export const findCallToAsk = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): string | undefined => {
  const opened = parseCallPath(pathname);
  if (opened === undefined || !isCallId(opened)) return undefined;
  return readCallsFromSearch(search).every((id) => id === opened) ? opened : undefined;
};

/** nginx and Apache refuse a request line of more than about 8,000 characters. */
const MAX_LINK_LENGTH = 8000;

/** A link that adds these calls to the board of the user who opens it, and shows them in the view of this query. */
export const boardLink = (origin: string, ids: readonly string[], search = ''): string =>
  `${origin}${BOARD_PATH}?${ids.map((id) => `id=${encode(id)}`).join('&')}${search.replace('?', '&')}`;

/** As many of these calls, from the first, as fit into one link. */
export const takeCallsThatFit = (origin: string, ids: readonly string[], search = ''): readonly string[] => {
  let length = boardLink(origin, [], search).length;
  const end = ids.findIndex((id) => {
    length += '&id='.length + encode(id).length;
    return length > MAX_LINK_LENGTH;
  });
  return end === -1 ? ids : ids.slice(0, end);
};

/** The calls that a pasted link to a board or a call of this console names; undefined for any other text. */
export const readCallsFromLink = (text: string, origin: string): string[] | undefined => {
  if (!text.startsWith(`${origin}${BOARD_PATH}`) || !URL.canParse(text)) return undefined;
  const { pathname, search } = new URL(text);
  const opened = parseCallPath(pathname);
  const ids = [...(opened === undefined ? [] : [opened]), ...readCallsFromSearch(search)];
  return ids.length > 0 ? ids : undefined;
};
