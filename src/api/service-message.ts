import { cutText } from '#src/lib/cut-text.ts';
import { ENTITIES } from './decoding.ts';
import type { ResponseBody } from './outcome.ts';

/** In characters. */
const MAX_MESSAGE_LENGTH = 4096;
/** In characters: the title of a page is near its beginning. */
const MAX_PAGE_LENGTH = 16_384;

const PAGE = /^\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/is;

const isHtmlDocument = (text: string): boolean => PAGE.test(text.slice(0, MAX_PAGE_LENGTH));

export const isWebPage = (body: ResponseBody): boolean =>
  /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(body.contentType) && isHtmlDocument(body.text);

const stripTags = (html: string): string =>
  html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES.get(name) ?? whole)
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();

const readPageText = (html: string): string => {
  const start = html.slice(0, MAX_PAGE_LENGTH);
  const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1];
  return (title ? stripTags(title) : '') || stripTags(start);
};

const getOwn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const shorten = (text: string): string =>
  text.length <= MAX_MESSAGE_LENGTH ? text : `${cutText(text, MAX_MESSAGE_LENGTH - 1)}…`;

const readJsonMessage = (value: unknown): string | undefined =>
  toText(value) ??
  toText(getOwn(value, 'message')) ??
  toText(getOwn(value, 'detail')) ??
  toText(getOwn(value, 'title')) ??
  toText(getOwn(value, 'error')) ??
  toText(getOwn(getOwn(value, 'error'), 'message'));

/**
 * Reads a JSON string, `message`, `detail` or `title` (RFC 9457), `error` or `error.message`, else the raw text or the
 * title of a web page. Undefined if there is none.
 */
export const readMessage = (body: ResponseBody): string | undefined => {
  const text = (body.json && readJsonMessage(body.json.value)) ?? body.text.trim();
  const message = isHtmlDocument(text) ? readPageText(text) : text;
  return message === '' ? undefined : shorten(message);
};

/** Like {@link readMessage}, but never raw JSON. */
export const readPlainMessage = (body: ResponseBody): string | undefined =>
  body.json && readJsonMessage(body.json.value) === undefined ? undefined : readMessage(body);

const FAILING = /^(?:error|fail|failed|failure)$/i;
const BEGINS_WITH_ERROR = /^\s*(?:error|fail(?:ed|ure)?)\b/i;

const isErrorStatus = (value: unknown): boolean => {
  if (typeof value === 'string') return FAILING.test(value);
  return typeof value === 'number' && value >= 400 && value < 600;
};

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

/** Only a hint, since the service documents no bodies. */
export const mentionsError = (body: ResponseBody): boolean => {
  const value = body.json ? body.json.value : body.text;
  if (typeof value === 'string') return BEGINS_WITH_ERROR.test(value);
  if (['success', 'ok'].some((key) => /^false$/i.test(String(getOwn(value, key))))) return true;
  if (BEGINS_WITH_ERROR.test(toText(getOwn(value, 'message')) ?? '')) return true;
  if (['status', 'statusCode', 'code', 'result'].some((key) => isErrorStatus(getOwn(value, key))))
    return true;
  return isFilled(getOwn(value, 'error')) || isFilled(getOwn(value, 'errors'));
};
