import { BASE } from '#src/lib/base.ts';
import { isSendable } from '#src/lib/ids.ts';

export const BOARD_PATH = `${BASE}calls`;

/** Of the box that finds and watches calls. A history entry can name it, to have it focused. */
export const LOOKUP_ID = 'call-ids';

let lastBoardPath = BOARD_PATH;

/** `search`: of the view shown. */
export const rememberBoard = (search: string): void => {
  lastBoardPath = BOARD_PATH + search;
};

/** The board with the view that this tab showed last. */
export const getLastBoardPath = (): string => lastBoardPath;

// Pasted lists are split at quotes, so an apostrophe would end the link.
const encode = (id: string): string => encodeURIComponent(id).replaceAll("'", '%27');

/** Throws for an ID that {@link isSendable} refuses. */
export const formatCallPath = (id: string): string => `${BOARD_PATH}/${encode(id)}`;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export const isBoardPath = (pathname: string): boolean =>
  pathname === BOARD_PATH || pathname.startsWith(`${BOARD_PATH}/`);

export const parseCallPath = (pathname: string): string | undefined => {
  if (!pathname.startsWith(`${BOARD_PATH}/`)) return undefined;
  // An ID's own slash is encoded.
  return decode(pathname.slice(BOARD_PATH.length + 1).replace(/\/$/, '')) || undefined;
};

export const readCallsFromSearch = (search: string): string[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .flatMap((pair) => (/^id=./.test(pair) ? [decode(pair.slice(3))] : []));

const MAX_ID_LENGTH = 512;

/** One line, short enough for an address, and neither `.` nor `..`, which browsers drop from a path. */
export const isCallId = (id: string): boolean =>
  id.length <= MAX_ID_LENGTH && !/[\r\n]|^\.{1,2}$/.test(id) && isSendable(id);

/** An address of a page is no ID. */
export const isLink = (id: string): boolean => /^https?:\/\//i.test(id);

/** The call of the address; undefined if the link adds other calls, since it asks the user first. */
export const findCallToWatch = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): string | undefined => {
  const opened = parseCallPath(pathname);
  if (opened === undefined || !isCallId(opened)) return undefined;
  return readCallsFromSearch(search).every((id) => id === opened) ? opened : undefined;
};

export const formatBoardLink = (origin: string, ids: readonly string[], search = ''): string =>
  `${origin}${BOARD_PATH}?${ids.map((id) => `id=${encode(id)}`).join('&')}${search.replace('?', '&')}`;

/** Of any console: a call's address ends with `/calls/` and its ID. The own address may lack `https://`. */
export const readCallsFromLink = (given: string, origin: string): string[] | undefined => {
  const text = given.startsWith(`${origin.replace(/^.*\//, '')}/`) ? origin.replace(/[^/]*$/, given) : given;
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined;
  const { pathname, search } = new URL(text);
  const isOwn = text.startsWith(`${origin}${BOARD_PATH}`);
  const [isBoard, last] = /\/calls(?:\/([^/]+))?$/.exec(pathname) ?? [];
  if (!isOwn && isBoard === undefined) return undefined;
  const opened = isOwn ? parseCallPath(pathname) : last && decode(last);
  const ids = [...(opened === undefined ? [] : [opened]), ...readCallsFromSearch(search)];
  return ids.length > 0 ? ids : undefined;
};
