import { readJson } from '#src/lib/json.ts';
import { TEXT_LIMIT, type Answer } from './outcome.ts';

/** Beyond this many bytes nothing more is read: no operation's answer is that long. */
export const BYTES_LIMIT = 4_194_304;

/** What has come of an answer so far. */
export type Received = {
  status: number;
  contentType: string;
  retryAfter: string | null;
  text: string;
  bytes: number;
  isWhole: boolean;
};

/** Reads a response into `into.current`, which keeps what came if reading fails half way. */
export const receive = async (response: Response, into: { current: Received | undefined }): Promise<void> => {
  const received: Received = {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    retryAfter: response.headers.get('retry-after'),
    text: '',
    bytes: 0,
    isWhole: false,
  };
  into.current = received;
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  if (reader) {
    while (received.bytes < BYTES_LIMIT) {
      const { done, value } = await reader.read();
      if (done) break;
      received.bytes += value.byteLength;
      received.text += decoder.decode(value, { stream: true });
    }
  }
  if (received.bytes >= BYTES_LIMIT) void reader?.cancel().catch(() => undefined);
  received.text += decoder.decode();
  received.isWhole = received.bytes < BYTES_LIMIT;
};

/** However long a service asks to wait, the next try is at most ten minutes away. */
const LONGEST_WAIT_MS = 600_000;

/**
 * Reads Retry-After (RFC 9110, section 10.2.3): seconds, or a date against this browser's clock. Milliseconds from 0 to
 * ten minutes; undefined if the header is missing or unreadable.
 */
export const parseRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_WAIT_MS);
  const date = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - nowMs), LONGEST_WAIT_MS);
};

/** What was received as an answer: the text capped, and its JSON value where the whole text is JSON. */
export const toAnswer = (
  { status, contentType, retryAfter, text, bytes, isWhole }: Received,
  { durationMs, at }: Pick<Answer, 'durationMs' | 'at'>,
): Answer => ({
  status,
  body: {
    // Not between the halves of a surrogate pair.
    text: text.length > TEXT_LIMIT ? text.slice(0, TEXT_LIMIT).replace(/[\uD800-\uDBFF]$/, '') : text,
    truncated: !isWhole || text.length > TEXT_LIMIT,
    bytes,
    json: isWhole ? readJson(text) : undefined,
    contentType,
  },
  durationMs,
  at,
  retryAfterMs: parseRetryAfter(retryAfter, at),
});
