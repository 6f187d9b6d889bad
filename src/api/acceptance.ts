import type { SessionControl } from '#src/auth/session.ts';
import type { Clock } from '#src/lib/timing.ts';

/** A service that refuses every request for this long ends the session. */
const REFUSING_MS = 60_000;
const RECHECK_MS = 10_000;

type Sent = { token: string; sentAt: number };

/** These statuses may come from before the service looked at the token. */
const isTokenAccepted = (status: number): boolean => status < 500 && status !== 401 && status !== 429;

/** Whether the service accepts the tokens: a 401 may mean the session, or one address. */
export const watchAcceptance = (tokens: Pick<SessionControl, 'refused'>, { after }: Clock) => {
  let lastAccepted: Sent = { token: '', sentAt: -Infinity };
  /** Since the last accepted request. */
  let refusals = 0;
  let refusedToken = '';
  let cancelEnd: (() => void) | undefined;

  const endSession = (): void => {
    cancelEnd = undefined;
    // One refused request alone doesn't end a session, and a new token may not have been refused yet.
    if (refusals > 1 && !tokens.refused(refusedToken)) cancelEnd = after(RECHECK_MS, endSession);
    else refusals = 0;
  };

  return {
    answered: (status: number, sent: Sent): void => {
      if (!isTokenAccepted(status)) return;
      if (sent.sentAt >= lastAccepted.sentAt) lastAccepted = sent;
      cancelEnd?.();
      cancelEnd = undefined;
      refusals = 0;
    },
    /** Whether a request that left later with the same token was accepted. */
    isLater: ({ token, sentAt }: Sent): boolean =>
      lastAccepted.token === token && lastAccepted.sentAt > sentAt,
    /** Refused with a token that a renewal can't better. */
    refused: ({ token }: Sent): void => {
      refusals += 1;
      refusedToken = token;
      cancelEnd ??= after(REFUSING_MS, endSession);
    },
  };
};
