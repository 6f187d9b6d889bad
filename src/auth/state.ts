import * as z from 'zod/mini';

/** The signed-in person, as the authorization server names them. Text from outside: show it as text only. */
export type Person = {
  subject: string;
  name: string;
  email?: string;
  /** The values of the claim `roles.claim`, unverified. Undefined if none is configured. */
  roles?: readonly string[];
};

export const problemSchema = z.object({
  /**
   * `refused`: the server answered with an error. `foreign`: the answer is not for us or not from there. `malformed`: the
   * answer has no tokens. `silent`: a hidden frame did not answer. `secret`: the server expects a client secret.
   */
  kind: z.enum(['refused', 'foreign', 'malformed', 'unreachable', 'silent', 'storage', 'secret']),
  /** The server's code (RFC 6749 section 4.1.2.1) or one of ours. */
  code: z.string(),
  /** The reason in the server's words or ours; may be empty. */
  text: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** A name for support, such as `a7f3-09c2`. */
  attempt: z.string(),
});

export type SignInProblem = z.infer<typeof problemSchema>;

/** What the page knows about its session. It is passed to React, so it never holds a token. */
export type Session =
  | { state: 'restoring' }
  /** `here-only`: the authorization server may still know the user. `elsewhere`: signed out in another tab. */
  | { state: 'anonymous'; reason: 'fresh' | 'signed-out' | 'here-only' | 'elsewhere' }
  | { state: 'leaving' }
  | { state: 'failed'; problem: SignInProblem }
  | { state: 'active'; person: Person; personKey: string }
  | { state: 'expired'; person: Person; personKey: string };

/** `ended`: the user has to sign in again. `unreachable`: no answer yet; the session stays and the renewal is retried. */
export type Renewal = 'renewed' | 'ended' | 'unreachable';

export type SessionControl = {
  getState: () => Session;
  subscribe: (listener: () => void) => () => void;
  /** Settles once the state is no longer `restoring`. Runs once, however often it is called. */
  start: () => Promise<void>;
  /** Preloads what a sign-in needs. */
  prepare: () => void;
  /** Leaves for the authorization server and returns to the current page. `login` asks for the password again. */
  signIn: (prompt?: 'login') => Promise<void>;
  /**
   * Signs in again in a popup, so that the page keeps its input; by redirect if popups are blocked. Call it in a click
   * handler. A popup that is closed gives no answer: the promise stays pending until the next attempt.
   */
  signInAgain: () => Promise<SignInProblem | undefined>;
  /** Ends the session here at once, then at the server if it offers a sign-out. */
  signOut: () => Promise<void>;
  /** May have expired. Never keep it. */
  accessToken: () => string | undefined;
  /** Renews an expired token first; `undefined` without a session. */
  freshToken: () => Promise<string | undefined>;
  /** Renews after the service refused `rejectedToken`; all callers share one renewal. Never throws. */
  renew: (rejectedToken: string) => Promise<Renewal>;
  /** The service refuses every request with this renewed token: ends the session. */
  refused: (token: string) => void;
  /** For the setup page: why the last silent sign-in of this tab failed. */
  silentProblem: () => SignInProblem | undefined;
  /** For the setup page: the address that a hidden frame comes back to. Its code is not used. Never rejects. */
  testSilentSignIn: () => Promise<string | undefined>;
  /** Aborts when this session is signed out or replaced. */
  signal: () => AbortSignal;
};
