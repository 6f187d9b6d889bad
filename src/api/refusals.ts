/** After an accepted request, a 401 from another address doesn't end the session for this long. */
const CONFIRMED_MS = 60_000;

/** Tells whether a 401 means the session or one address. `now`: monotonic milliseconds. */
export const createRefusals = (now: () => number) => {
  let acceptedAt = -Infinity;
  /** By target: the renewed token that was refused there too. */
  const renewed = new Map<string, { token: string; at: number }>();
  const isConfirmed = (): boolean => now() - acceptedAt < CONFIRMED_MS;
  return {
    /** An answer other than 401 came. */
    confirm: (): void => {
      acceptedAt = now();
    },
    /** Whether this address refuses a token that others accept: renewing it again would not help. */
    isKnown: (target: string, token: string): boolean =>
      isConfirmed() && renewed.get(target)?.token === token,
    /** A renewed token was refused. Returns whether the session is over: one address alone does not end it. */
    add: (target: string, token: string): boolean => {
      renewed.set(target, { token, at: now() });
      const refusedSince = [...renewed.values()].filter(({ at }) => at > acceptedAt);
      return !isConfirmed() && refusedSince.length >= 2;
    },
  };
};
