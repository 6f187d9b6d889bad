/** A longer Retry-After is cut to ten minutes. */
const MAX_WAIT_MS = 600_000;

/**
 * Seconds, which some services write with a fraction, or a date by this browser's clock (RFC 9110, section 10.2.3). Undefined if
 * it is missing, unreadable, 0 or past: none of them says how long to wait.
 */
export const parseRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  const text = header?.trim() ?? '';
  const date = /(?:GMT|UTC|\dZ|[+-]00:?00)$/.test(text) ? Date.parse(text) : Number.NaN;
  const waitMs = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : date - nowMs;
  return waitMs > 0 ? Math.min(waitMs, MAX_WAIT_MS) : undefined;
};
