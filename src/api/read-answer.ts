import { cutText } from '#src/lib/cut-text.ts';
import { readJson } from '#src/lib/json.ts';
import { MAX_BODY_CHARACTERS, type Answer } from './outcome.ts';

/** Reading stops here: no operation's answer is that long. */
const MAX_BYTES = 4_194_304;

/** A longer Retry-After is cut to ten minutes. */
const MAX_WAIT_MS = 600_000;

/** Seconds, or a date by this browser's clock (RFC 9110, section 10.2.3). Undefined if missing or unreadable. */
export const parseRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_WAIT_MS);
  const date = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - nowMs), MAX_WAIT_MS);
};

/** Not cut if it is longer: a part of an ID finds nothing. */
const REQUEST_ID = /^[!-~](?:[ -~]{0,198}[!-~])?$/;

/** Never rejects: `brokeOff` says that the body ended early. */
export const readAnswer = async (
  response: Response,
  readTimes: () => Pick<Answer, 'durationMs' | 'at'>,
  requestIdHeader?: string,
): Promise<{ answer: Answer; brokeOff: boolean }> => {
  const requestId = requestIdHeader && response.headers.get(requestIdHeader);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  let brokeOff = false;
  try {
    while (bytes < MAX_BYTES) {
      const part = await reader?.read();
      if (!part || part.done) break;
      bytes += part.value.byteLength;
      text += decoder.decode(part.value, { stream: true });
    }
  } catch {
    brokeOff = true;
  }
  if (bytes >= MAX_BYTES) void reader?.cancel().catch(() => undefined);
  text += decoder.decode();
  const isWhole = !brokeOff && bytes < MAX_BYTES;
  const times = readTimes();
  const answer: Answer = {
    status: response.status,
    body: {
      text: cutText(text, MAX_BODY_CHARACTERS),
      truncated: !isWhole || text.length > MAX_BODY_CHARACTERS,
      bytes,
      json: isWhole ? readJson(text) : undefined,
      contentType: response.headers.get('content-type') ?? '',
    },
    ...times,
    retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), times.at),
    requestId: requestId && REQUEST_ID.test(requestId) ? requestId : undefined,
  };
  return { answer, brokeOff };
};
