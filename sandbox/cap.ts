/** What a person's requests are capped at: silently in a second, or in a minute with what is left of it in each answer. */
type Cap = { most: number; per: 'second' | 'minute' };

/** Reads it from the end of their name: `Ada 5 a second`, `Ada 30 a minute`. */
export const capOf = (sub: string): Cap | undefined => {
  const [, most, per] = /-(\d{1,4})-a-(second|minute)$/.exec(sub) ?? [];
  return most === undefined || per === undefined
    ? undefined
    : { most: Math.max(1, Number(most)), per: per === 'second' ? 'second' : 'minute' };
};

/** Whether a request is taken, and what its answer says of the cap. */
export type Turn = { isTaken: boolean; headers: Record<string, string> };

const MINUTE_MS = 60_000;

/** Counts the requests of one person. A second's worth is taken at once after a pause, as a token bucket does; minutes are windows. */
export const createCounter = ({ most, per }: Cap): ((now: number) => Turn) => {
  let left = most;
  let last = 0;
  if (per === 'second') {
    return (now) => {
      left = Math.min(most, left + ((now - last) * most) / 1000);
      last = now;
      const isTaken = left >= 1;
      if (isTaken) left -= 1;
      return { isTaken, headers: {} };
    };
  }
  return (now) => {
    if (now - last >= MINUTE_MS) [left, last] = [most, now];
    const isTaken = left >= 1;
    if (isTaken) left -= 1;
    const seconds = Math.ceil((last + MINUTE_MS - now) / 1000);
    return {
      isTaken,
      headers: {
        RateLimit: `"minute";r=${left};t=${seconds}`,
        'RateLimit-Policy': `"minute";q=${most};w=60`,
      },
    };
  };
};
