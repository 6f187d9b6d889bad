import { readJson } from '#src/lib/json.ts';
import { TEXT_LIMIT, type Answer } from './outcome.ts';

/** Reading stops after this many bytes: no operation's answer is that long. */
const BYTES_LIMIT = 4_194_304;

/** However long a service asks to wait, the next try is at most ten minutes away. */
const LONGEST_WAIT_MS = 600_000;

/**
 * Reads Retry-After (RFC 9110, section 10.2.3): seconds, or a date by this browser's clock. Milliseconds from 0 to ten
 * minutes; undefined if the header is missing or unreadable.
 */
export const parseRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_WAIT_MS);
  const date = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - nowMs), LONGEST_WAIT_MS);
};

const shorten = (text: string): string =>
  // Never between the halves of a surrogate pair.
  text.length > TEXT_LIMIT ? text.slice(0, TEXT_LIMIT).replace(/[\uD800-\uDBFF]$/, '') : text;

/** Reads a response to its end. Never rejects: `brokeOff` says that the body ended early. */
export const readAnswer = async (
  response: Response,
  readTimes: () => Pick<Answer, 'durationMs' | 'at'>,
): Promise<{ answer: Answer; brokeOff: boolean }> => {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  let brokeOff = false;
  try {
    while (bytes < BYTES_LIMIT) {
      const part = await reader?.read();
      if (!part || part.done) break;
      bytes += part.value.byteLength;
      text += decoder.decode(part.value, { stream: true });
    }
  } catch {
    brokeOff = true;
  }
  if (bytes >= BYTES_LIMIT) void reader?.cancel().catch(() => undefined);
  text += decoder.decode();
  const isWhole = !brokeOff && bytes < BYTES_LIMIT;
  const times = readTimes();
  const answer: Answer = {
    status: response.status,
    body: {
      text: shorten(text),
      truncated: !isWhole || text.length > TEXT_LIMIT,
      bytes,
      json: isWhole ? readJson(text) : undefined,
      contentType: response.headers.get('content-type') ?? '',
    },
    ...times,
    retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), times.at),
  };
  return { answer, brokeOff };
};
