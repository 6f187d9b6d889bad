import type { ResponseBody } from './outcome.ts';

/** How much of the service's own words is quoted, in characters. */
const WORDS_LIMIT = 4096;
/** How much of a web page is looked at: its title stands in the beginning. */
const PAGE_LIMIT = 16_384;

const PAGE = /^\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/is;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Whether a text is an HTML document, and not a text with a tag in it. */
const isHtmlDocument = (text: string): boolean => PAGE.test(text.slice(0, PAGE_LIMIT));

/** Whether an answer is a web page: labelled as HTML and an HTML document. */
export const isWebPage = (body: ResponseBody): boolean =>
  /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(body.contentType) && isHtmlDocument(body.text);

const plain = (html: string): string =>
  html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();

/** A web page as one line of text: its title, else its text. "" where it has neither. */
const pageWords = (html: string): string => {
  const start = html.slice(0, PAGE_LIMIT);
  const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1];
  return (title ? plain(title) : '') || plain(start);
};

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;

const spoken = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const cut = (text: string): string =>
  text.length <= WORDS_LIMIT ? text : `${text.slice(0, WORDS_LIMIT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

const fromJson = (value: unknown): string | undefined =>
  spoken(value) ??
  spoken(own(value, 'message')) ??
  spoken(own(value, 'detail')) ??
  spoken(own(value, 'title')) ??
  spoken(own(value, 'error')) ??
  spoken(own(own(value, 'error'), 'message'));

/**
 * The service's own words in a body, trimmed and at most 4096 characters: a JSON string, `message`, `detail`, `title`
 * (RFC 9457), `error` or `error.message`, else the raw text; of a web page its title or text. Undefined where silent.
 */
export const serviceWords = (body: ResponseBody): string | undefined => {
  const words = (body.json && fromJson(body.json.value)) ?? body.text.trim();
  const shown = isHtmlDocument(words) ? pageWords(words) : words;
  return shown === '' ? undefined : cut(shown);
};

/** The words of an answer that says something in words: JSON without any says nothing, nor does an empty body. */
export const spokenWords = (body: ResponseBody): string | undefined =>
  body.json && fromJson(body.json.value) === undefined ? undefined : serviceWords(body);

const FAILING = /^(?:error|fail|failed|failure)$/i;

const isErrorStatus = (value: unknown): boolean => {
  if (typeof value === 'string') return FAILING.test(value);
  return typeof value === 'number' && value >= 400 && value < 600;
};

/** Whether a body mentions an error. It changes no outcome: bodies are of unspecified type (interface E2). */
export const mentionsError = (body: ResponseBody): boolean => {
  if (!body.json) return /^\s*(?:error|fail(?:ed|ure)?)\b/i.test(body.text);
  const value = body.json.value;
  if (typeof value === 'string') return /^\s*(?:error|fail(?:ed|ure)?)\b/i.test(value);
  if (own(value, 'success') === false || own(value, 'ok') === false) return true;
  if (['status', 'statusCode', 'code'].some((key) => isErrorStatus(own(value, key)))) return true;
  return ['error', 'errors'].some((key) => {
    const said = own(value, key);
    if (Array.isArray(said)) return said.length > 0;
    return typeof said === 'object' && said !== null ? Object.keys(said).length > 0 : Boolean(said);
  });
};
