/** However long a service asks to wait, the person is not kept longer than five minutes without a new try. */
export const LONGEST_WAIT_MS = 300_000;

const HTTP_DATE =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]+, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/**
 * Reads Retry-After (RFC 9110, section 10.2.3): seconds or one of the three HTTP date forms, against this browser's
 * clock. Milliseconds from 0 to {@link LONGEST_WAIT_MS}; undefined where the header is missing or unreadable.
 */
export const parseRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_WAIT_MS);
  if (!HTTP_DATE.test(text)) return undefined;
  // The asctime form carries no zone and means GMT.
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - nowMs), LONGEST_WAIT_MS);
};
