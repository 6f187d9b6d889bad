/** The signed-in person, as the authorization server names them. Text from outside: show it as text only. */
export type Person = {
  subject: string;
  name: string;
  email?: string;
  /** The values of the claim `roles.claim`, unverified. Undefined if none is configured. */
  roles?: readonly string[];
};

export type SignInProblem = {
  /**
   * `refused`: the server answered with an error. `foreign`: the answer is not for us or not from there. `malformed`: the
   * answer has no tokens. `silent`: a hidden frame did not answer. `popup`: the browser opened none.
   */
  kind: 'refused' | 'foreign' | 'malformed' | 'unreachable' | 'silent' | 'storage' | 'popup';
  /** The server's code (RFC 6749 section 4.1.2.1) or one of ours. */
  code: string;
  /** The reason in the server's words or ours; may be empty. */
  text: string;
  /** Epoch milliseconds. */
  at: number;
};

/** What the page knows about its session. It is passed to React, so it never holds a token. */
export type Session =
  | { state: 'restoring' }
  /** `here-only`: the authorization server may still know the user. `elsewhere`: signed out in another tab, or storage was emptied. */
  | {
      state: 'anonymous';
      reason: 'fresh' | 'signed-out' | 'here-only' | 'elsewhere';
      note?: string | undefined;
    }
  | { state: 'leaving' }
  | { state: 'failed'; problem: SignInProblem }
  | { state: 'active' | 'expired'; person: Person; personKey: string };
