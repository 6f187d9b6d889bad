/** What can have a nickname. */
export type NameKind = 'campaign' | 'webhook';

/** Nicknames by ID. */
export type NameBook = Readonly<Record<NameKind, ReadonlyMap<string, string>>>;

/** A name for an ID; "" takes it away. */
export type GivenName = { kind: NameKind; id: string; name: string };

/** The nicknames that a person gives, kept in this browser. */
export type Names = {
  subscribe: (listener: () => void) => () => void;
  /** Another object after each change. */
  book: () => NameBook;
  /** Gives names, or takes them away where `name` is "". False where the browser refused to keep them. */
  set: (given: readonly GivenName[]) => boolean;
};

/** In characters of a name. */
export const LONGEST_NAME = 80;

/** How many names a browser keeps for a person and service, of both kinds together. */
export const MOST_NAMES = 20_000;
