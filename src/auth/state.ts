/** The signed-in person, as the authorization server names them. Text from outside: show it as text only. */
export type Person = { subject: string; name: string; email?: string };

/**
 * `refused`: the server answered with an error. `foreign`: the answer is not for us or not from there. `malformed`: the
 * answer says nothing. `unreachable`: no answer. `silent`: a frame did not report. `storage`: this browser stores nothing.
 * `secret`: the server takes the console for a client that keeps a secret.
 */
export type ProblemKind =
  | 'refused'
  | 'foreign'
  | 'malformed'
  | 'unreachable'
  | 'silent'
  | 'storage'
  | 'secret';

/** Why a sign-in failed. `attempt` is a name for support. */
export type SignInProblem = {
  kind: ProblemKind;
  /** The server's code (RFC 6749 section 4.1.2.1) or one of ours. */
  code: string;
  /** The server's own words, fit to show, or ours; "" without any. */
  text: string;
  /** Epoch milliseconds. */
  at: number;
  attempt: string;
};

/** What the page knows of its session. Holds no token, ever: it is handed to React. */
export type Session =
  | { state: 'restoring' }
  /** `here-only`: signed out of the console, while the authorization server may know the person still. */
  | { state: 'anonymous'; reason: 'fresh' | 'signed-out' | 'here-only' | 'elsewhere' }
  | { state: 'leaving' }
  | { state: 'failed'; problem: SignInProblem }
  | { state: 'active'; person: Person; personKey: string }
  | { state: 'expired'; person: Person; personKey: string };

/**
 * What came of a renewal: `renewed` (ask for the token again), `ended` (only a person can go on),
 * `unreachable` (no verdict; the session stays and is tried again).
 */
export type Renewal = 'renewed' | 'ended' | 'unreachable';

/** `select_account` and `login` are of OpenID Connect Core section 3.1.2.1. */
export type SignInOptions = { prompt?: 'login' | 'select_account' };

export type SessionControl = {
  getState: () => Session;
  subscribe: (listener: () => void) => () => void;
  /** Decides how the page begins; settles once the state is no longer `restoring`. Runs once, however often called. */
  start: () => Promise<void>;
  /** Loads what a sign-in needs: the user is about to ask for it. */
  prepare: () => void;
  /** Leaves for the authorization server and comes back to the page shown now. */
  signIn: (options?: SignInOptions) => Promise<void>;
  /**
   * Signs in again in a popup, so that nothing on the page is lost; by redirect if popups are blocked. Call it in a
   * click. Settles when signed in or the popup is closed, with the problem if there is one; may be called again at any time.
   */
  signInAgain: () => Promise<SignInProblem | undefined>;
  /** Ends the session here at once, then at the server as far as it lets us: `here-only` when it offers no sign-out. */
  signOut: () => Promise<'leaving' | 'here-only'>;
  /** The token as it is, perhaps expired. Never keep it. */
  accessToken: () => string | undefined;
  /** The token, renewed first if it has expired or a renewal is under way; `undefined` without a session. */
  freshToken: () => Promise<string | undefined>;
  /** Renews because the service refused `rejectedToken`; one renewal for all callers. Never throws. */
  renew: (rejectedToken: string) => Promise<Renewal>;
  /** The service refuses every request with this renewed token: the session counts as ended. */
  refused: (token: string) => void;
  /** Why the last silent sign-in of this tab failed. */
  silentProblem: () => SignInProblem | undefined;
  /** Aborts when the session that is active now ends here (signed out, or another person): hand it to requests. */
  signal: () => AbortSignal;
};
