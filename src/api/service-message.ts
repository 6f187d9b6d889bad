import { cutText } from '#src/lib/cut-text.ts';
import { ENTITIES } from './decoding.ts';
import type { ResponseBody } from './outcome.ts';

/** In characters. */
const MAX_MESSAGE_LENGTH = 4096;
/** In characters: the title of a page is near its beginning. */
const MAX_PAGE_LENGTH = 16_384;

const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;

/**
 * Whether a body is a page or XML, whatever its label says: proxies and guest networks send them, the service sends JSON or
 * text. `\s` includes the byte order mark. An empty body is no page.
 */
export const isWebPage = ({ text, contentType }: Pick<ResponseBody, 'text' | 'contentType'>): boolean =>
  /^[\s\0]*</.test(text) || (HTML_TYPE.test(contentType) && text.trim() !== '');

const PAGE = /^\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/is;

const isHtmlDocument = (text: string): boolean => PAGE.test(text.slice(0, MAX_PAGE_LENGTH));

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

/** Where services put their sentence, the most telling first: RFC 9457, OAuth, JSend, AWS, Rails, Apigee. */
const MESSAGE_PATHS = [
  ['message'],
  ['Message'],
  ['detail'],
  ['title'],
  ['error_description'],
  ['errorMessage'],
  ['error_message'],
  ['error'],
  ['error', 'message'],
  ['errors', '0'],
  ['errors', '0', 'message'],
  ['errors', '0', 'detail'],
  ['data', 'message'],
  ['fault', 'faultstring'],
  ['msg'],
] as const;

const readJsonMessage = (value: unknown): string | undefined => {
  const texts = MESSAGE_PATHS.map((path) => toText(path.reduce<unknown>(getOwn, value)));
  return toText(value) ?? texts.find((text) => text !== undefined);
};

/** The sentence of an answer, else its raw text or the title of a web page. Undefined if there is none. */
export const readMessage = (body: ResponseBody): string | undefined => {
  const text = (body.json && readJsonMessage(body.json.value)) ?? body.text.trim();
  const message = isHtmlDocument(text) ? readPageText(text) : text;
  return message === '' ? undefined : shorten(message);
};

/** Words of an answer that only confirms what was asked. */
const CONFIRMING = new Set(
  (
    'ok okay yes true success successful successfully succeeded done accepted created completed processed received operation ' +
    'request status webhook webhooks campaign provider configuration credentials settings association attached added linked ' +
    'associated detached removed unlinked deleted updated saved stored set the a an to from of for with on and has have been ' +
    'was is are now your you thank thanks'
  ).split(' '),
);

/**
 * What an accepted answer says beyond a confirmation, such as "Attached already". Undefined for "Webhook wh-1 attached", where
 * `sent` are the values of the request, and for raw JSON. Another language counts as a message: that only costs a look.
 */
export const readAcceptedMessage = (body: ResponseBody, sent: readonly string[]): string | undefined => {
  const isRawJson = body.json ? readJsonMessage(body.json.value) === undefined : /^\s*[[{]/.test(body.text);
  const message = isRawJson ? undefined : readMessage(body);
  if (message === undefined) return undefined;
  const words = message.split(/[\s,;:!?"'“”()[\]]+|\.(?=\s|$)/);
  const confirms = words.every(
    (word) =>
      word === '' || sent.includes(word) || CONFIRMING.has(word.toLowerCase()) || /^2\d\d$/.test(word),
  );
  return confirms ? undefined : message;
};

const FAILING = /^(?:error|fail|failed|failure)$/i;
const BEGINS_WITH_ERROR = /^\s*(?:error|fail(?:ed|ure)?)\b/i;

const isErrorStatus = (value: unknown): boolean => {
  if (typeof value === 'string') return FAILING.test(value);
  return typeof value === 'number' && value >= 400 && value < 600;
};

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

const ERROR_KEYS = [
  'error',
  'errors',
  'errorMessage',
  'error_message',
  'errorCode',
  'errorType',
  'fault',
  'Fault',
];

/** Only a hint, since the service documents no bodies. */
export const mentionsError = (body: ResponseBody): boolean => {
  const value = body.json ? body.json.value : body.text;
  if (typeof value === 'string') return BEGINS_WITH_ERROR.test(value);
  if (['success', 'ok'].some((key) => /^false$/i.test(String(getOwn(value, key))))) return true;
  if (BEGINS_WITH_ERROR.test(toText(getOwn(value, 'message')) ?? '')) return true;
  if (['status', 'statusCode', 'code', 'result'].some((key) => isErrorStatus(getOwn(value, key))))
    return true;
  return ERROR_KEYS.some((key) => isFilled(getOwn(value, key)));
};
