import { cutText } from '#src/lib/cut-text.ts';
import { readJson, boundDepth } from '#src/lib/json.ts';
import { parseRetryAfter } from '#src/lib/retry-after.ts';
import {
  MAX_BODY_CHARACTERS,
  type Answer,
  type Answered,
  type Exchange,
  type Outcome,
  type OutcomeNote,
  type Problem,
  type ProblemKind,
  type RequestLine,
  type ResponseBody,
} from './outcome.ts';
import { ENTITIES } from './secret.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { omitUndefined } from '#src/lib/omit-undefined.ts';

export type CallRecord = {
  status: string;
  /** In seconds. */
  duration?: number | undefined;
  /** Unparsed, as is `endTime`. */
  startTime?: string | number | undefined;
  endTime?: string | number | undefined;
  error?: string | object | undefined;
};

export type CallRead =
  | { kind: 'record'; request: RequestLine; record: CallRecord; answer: Answer }
  /** A 2xx whose body is no call record. */
  | { kind: 'unrecognised'; request: RequestLine; answer: Answer }
  | { kind: 'failed'; request: RequestLine; problem: Problem };

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const getOwn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;

const readDuration = (value: unknown): number | undefined => {
  const seconds = typeof value === 'number' || isText(value) ? Number(value) : NaN;
  return Number.isFinite(seconds) ? seconds : undefined;
};

const readTimestamp = (value: unknown): string | number | undefined =>
  typeof value === 'number' || isText(value) ? value : undefined;

const MAX_ERROR_DEPTH = 32;

/** "" of an object and of null. */
const toPlainText = (value: unknown): string =>
  typeof value === 'object' ? '' : `${value as string | number | boolean}`;

const NOTHING = /^\s*(?:0|false|null|none|nil|n\/a|undefined|-+)?\s*$/i;

/** Not null, false, 0, `"none"`, or an object of such values: nothing happened. */
const saysSomething = (value: unknown, depth = MAX_ERROR_DEPTH): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((each) => depth === 0 || saysSomething(each, depth - 1))
    : !NOTHING.test(toPlainText(value));

const readError = (value: unknown): string | object | undefined => {
  if (!saysSomething(value)) return undefined;
  return typeof value === 'object' && value !== null
    ? boundDepth(value, MAX_ERROR_DEPTH)
    : toPlainText(value);
};

const OWN_FIELDS = ['duration', 'startTime', 'endTime'];
const ENVELOPE_FIELDS = ['data', 'message', 'result', 'payload', 'code', 'errors'];
const ERROR_FIELDS = ['errorMessage', 'error_message', 'errorType', 'errorCode'];
/** Of JSend and its relatives: how the request went, not the call. */
const REQUEST_STATUS = /^(?:success|ok|fail|error|\d{3})$/i;

/** Whether a body with a `status` reports the request, such as JSend's `{"status":"success","data":{…}}`. */
const isEnvelope = (value: Record<string, unknown>, status: string): boolean => {
  const has = (name: string): boolean => Object.hasOwn(value, name);
  if (OWN_FIELDS.some(has)) return false;
  const inner = value['data'] ?? value['result'] ?? value['payload'];
  if (ERROR_FIELDS.some(has) || (isRecord(inner) && isText(inner['status']))) return true;
  const isNumber = /^\s*\d/.test(status);
  return REQUEST_STATUS.test(status.trim()) && (ENVELOPE_FIELDS.some(has) || (isNumber && has('error')));
};

/**
 * Undefined for an array, an envelope or a body without a status. Omits fields of an undocumented type: the raw answer
 * is always shown too.
 */
export const parseCallRecord = (value: unknown): CallRecord | undefined => {
  if (!isRecord(value) || !isText(value['status']) || isEnvelope(value, value['status'])) return undefined;
  return omitUndefined<CallRecord>({
    status: value['status'],
    duration: readDuration(value['duration']),
    startTime: readTimestamp(value['startTime']),
    endTime: readTimestamp(value['endTime']),
    error: readError(value['error']),
  });
};

/** In characters. */
const MAX_MESSAGE_LENGTH = 4096;
/** In characters: the title of a page is near its beginning. */
const MAX_PAGE_LENGTH = 16_384;

const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;

/**
 * Whether a body is a page or XML, whatever its label says: proxies and guest networks send them, the service sends JSON or
 * text. `\s` includes the byte order mark. An empty body is no page.
 */
const isWebPage = ({ text, contentType }: Pick<ResponseBody, 'text' | 'contentType'>): boolean =>
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

const toText = (value: unknown): string | undefined => (isText(value) ? value.trim() : undefined);

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
  ['reason'],
] as const;

const readJsonMessage = (value: unknown): string | undefined => {
  const texts = MESSAGE_PATHS.map((path) => toText(path.reduce<unknown>(getOwn, value)));
  return toText(value) ?? texts.find((text) => text !== undefined);
};

/** The sentence of an answer, else its raw text or the title of a web page. Undefined if there is none. */
const readMessage = (body: ResponseBody): string | undefined => {
  const text = (body.json && readJsonMessage(body.json.value)) ?? body.text.trim();
  const message = isHtmlDocument(text) ? readPageText(text) : text;
  return message === '' ? undefined : shorten(message);
};

/** Where services list what is wrong with which field, and how they name the field. */
const REASON_LISTS = 'errors fields violations issues details detail invalid-params message'.split(' ');
const FIELD_KEYS = ['field', 'name', 'param', 'path', 'loc', 'propertyPath'];

const MAX_REASONS = 5;
/** In characters. */
const MAX_REASON_LENGTH = 120;

type Reason = { field: string; text: string };

/** `["body", "sid"]` is `sid`. */
const readFieldName = (one: unknown): string => {
  const name = FIELD_KEYS.map((key) => getOwn(one, key)).find(Boolean);
  return toText(Array.isArray(name) ? name.at(-1) : name) ?? '';
};

/** `[{"field": "sid", "message": "too short"}]` and `{"sid": ["too short"]}` */
const readReasonList = (list: unknown): Reason[] =>
  typeof list !== 'object' || list === null
    ? []
    : Object.entries(list).flatMap(([key, value]: [string, unknown]) => {
        const field = Array.isArray(list) ? readFieldName(value) : key;
        const texts = [value].flat().flatMap((one) => readJsonMessage(one) ?? []);
        return texts.map((text) => ({ field, text }));
      });

const readReasons = (value: unknown): Reason[] =>
  [value, getOwn(value, 'error')]
    .flatMap((from) => REASON_LISTS.map((key) => readReasonList(getOwn(from, key))))
    .find((reasons) => reasons.length > 0) ?? [];

/** The sentence of a refusal, and what is wrong with which field: `Validation failed (sid: too short; phone: missing)`. */
export const readRefusal = (body: ResponseBody): string | undefined => {
  const reasons = readReasons(body.json?.value);
  if (reasons.length === 0) return readMessage(body);
  const said = body.json && readJsonMessage(body.json.value);
  const lines = reasons
    .slice(0, MAX_REASONS)
    .map(
      ({ field, text }) =>
        (field === '' ? '' : `${cutText(field, MAX_REASON_LENGTH)}: `) +
        cutText(text, MAX_REASON_LENGTH).replace(/[.;]$/, ''),
    );
  if (reasons.length > MAX_REASONS) lines.push(`and ${reasons.length - MAX_REASONS} more`);
  const listed = lines.join('; ');
  // Symfony's detail repeats all of them.
  const isListed =
    said === undefined ||
    reasons.some(({ text }) => text === said) ||
    reasons.every(({ text }) => said.includes(text));
  return shorten(isListed ? listed : `${said.replace(/[.:]$/, '')} (${listed})`);
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
const readAcceptedMessage = (body: ResponseBody, sent: readonly string[]): string | undefined => {
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

const FAILING = /^\s*(?:error|err|fail|failed|failure|[45]\d\d)\s*$/i;
const BEGINS_WITH_ERROR = /^\s*(?:error|fail(?:ed|ure)?)\b/i;

/** Without case and `_`. */
const SUCCESS_KEY = /^(?:is)?(?:success|successful|succeeded|ok)$/;
const ERROR_KEY =
  /^(?:has)?(?:errors?|error(?:code|type|no|message|msg)|err(?:code|no|or)|fault|exception|failures?)$/;
const RESULT_KEY = /^(?:http)?(?:status|statuscode|code|result|resultcode|returncode)$/;
/** What holds the answer itself. */
const INNER_KEY = /^(?:data|result|response|body|results|\d+)$/;

/** Only a hint, since the service documents no bodies. */
const saysError = (value: unknown, depth = 3): boolean => {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.entries(value).some(([name, one]: [string, unknown]) => {
    const key = name.toLowerCase().replaceAll('_', '');
    const text = toPlainText(one);
    if (SUCCESS_KEY.test(key)) return /^(?:false|0|no)$/i.test(text);
    if (ERROR_KEY.test(key)) return saysSomething(one) && !/^(?:ok|success)$/i.test(text);
    if (key === 'message') return BEGINS_WITH_ERROR.test(text);
    if (RESULT_KEY.test(key) && text !== '') return FAILING.test(text);
    return INNER_KEY.test(key) && saysError(one, depth - 1);
  });
};

const mentionsError = ({ json, text }: ResponseBody): boolean => {
  const value = json ? json.value : text;
  return typeof value === 'string' ? BEGINS_WITH_ERROR.test(value) : saysError(value);
};

/** Reading stops here: no operation's answer is that long. */
const MAX_BYTES = 4_194_304;

/** Not cut if it is longer: a part of an ID finds nothing. */
const REQUEST_ID = /^[!-~](?:[ -~]{0,198}[!-~])?$/;

/** Never rejects: `brokeOff` says that the body ended early. */
export const readAnswer = async (
  response: Response,
  readTimes: () => Pick<Answer, 'durationMs' | 'at'>,
  requestIdHeader?: string,
): Promise<{ answer: Answer; brokeOff: boolean }> => {
  const requestId = requestIdHeader && response.headers.get(requestIdHeader);
  const contentType = response.headers.get('content-type') ?? '';
  const reader = response.body?.getReader();
  const parts: BlobPart[] = [];
  let bytes = 0;
  let brokeOff = false;
  try {
    while (bytes < MAX_BYTES) {
      const part = await reader?.read();
      if (!part || part.done) break;
      bytes += part.value.byteLength;
      parts.push(part.value);
    }
  } catch {
    brokeOff = true;
  }
  if (bytes >= MAX_BYTES) void reader?.cancel().catch(() => undefined);
  // As JSON is written. Another charset could disguise a secret.
  const text = new TextDecoder().decode(await new Blob(parts).arrayBuffer());
  const isWhole = !brokeOff && bytes < MAX_BYTES;
  const times = readTimes();
  // Other origins must expose it.
  const challenge = response.headers.get('www-authenticate') ?? '';
  const isOfGate = /\bbasic\b/i.test(challenge) || isWebPage({ text, contentType });
  const answer: Answer = {
    status: response.status,
    body: {
      text: cutText(text, MAX_BODY_CHARACTERS),
      truncated: !isWhole || text.length > MAX_BODY_CHARACTERS,
      bytes,
      json: isWhole ? readJson(text) : undefined,
      contentType,
    },
    isGate: response.status === 401 && isOfGate && !/\bbearer\b/i.test(challenge),
    ...times,
    retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), times.at),
    requestId: requestId && REQUEST_ID.test(requestId) ? requestId : undefined,
  };
  return { answer, brokeOff };
};

const BY_STATUS: Record<number, ProblemKind> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  410: 'gone',
  422: 'invalid',
  429: 'rate-limited',
};

/** The service documents no error statuses, so this follows RFC 9110, section 15. */
const classifyStatus = (status: number): ProblemKind =>
  BY_STATUS[status] ?? (status >= 500 ? 'server' : 'client-error');

const toProblem = (kind: ProblemKind, answer: Answer): Problem => {
  const { status, body, durationMs, at } = answer;
  return { kind, status, answer, message: readRefusal(body), durationMs, at };
};

const toRefusal = ({ answer, refusedAs }: Answered): Problem =>
  toProblem(refusedAs ?? (answer.isGate ? 'web-page' : classifyStatus(answer.status)), answer);

/** The values of a request's query, which its answer may repeat. */
const getSentValues = ({ target }: RequestLine): string[] => [
  ...new URL(target, 'https://service.invalid').searchParams.values(),
];

/**
 * What a status says of a write (RFC 9110, section 15). By 4xx, 501 and 503 the service says that it did nothing. Every other
 * status without 2xx proves nothing: 500 came too late, 502, 504 and 520 to 599 are a gateway's.
 */
const classifyWrite = (status: number): 'accepted' | 'refused' | 'unknown' => {
  if (status >= 200 && status < 300) return 'accepted';
  return (status >= 400 && status < 500) || status === 501 || status === 503 ? 'refused' : 'unknown';
};

export const toOutcome = (
  request: RequestLine,
  exchange: Exchange,
  { expects200 }: { expects200: boolean },
): Outcome => {
  if (exchange.kind === 'unanswered') {
    return { kind: exchange.sent ? 'unknown' : 'not-sent', request, problem: exchange.problem };
  }
  const { answer } = exchange;
  const kind = classifyWrite(answer.status);
  if (kind !== 'accepted') return { kind, request, problem: toRefusal(exchange) };
  if (isWebPage(answer.body)) return { kind: 'unknown', request, problem: toProblem('web-page', answer) };
  const notes: OutcomeNote[] = [];
  if (expects200 && answer.status !== 200) notes.push('expected-200');
  if (mentionsError(answer.body)) notes.push('mentions-error');
  const message = readAcceptedMessage(answer.body, getSentValues(request));
  return { kind, request, answer, notes, message };
};

export const toCallRead = (request: RequestLine, exchange: Exchange): CallRead => {
  if (exchange.kind === 'unanswered') return { kind: 'failed', request, problem: exchange.problem };
  const { answer } = exchange;
  const said = classifyWrite(answer.status);
  const isAccepted = said === 'accepted';
  // A page is a gateway's, which says nothing of the call. These statuses ask for a new token, and to wait.
  if (said !== 'unknown' && ![401, 429, 503].includes(answer.status) && isWebPage(answer.body))
    return { kind: 'failed', request, problem: toProblem('web-page', answer) };
  if (!isAccepted) return { kind: 'failed', request, problem: toRefusal(exchange) };
  const record = answer.body.json && parseCallRecord(answer.body.json.value);
  return record ? { kind: 'record', request, record, answer } : { kind: 'unrecognised', request, answer };
};
