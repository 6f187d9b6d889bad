/** What can have a nickname. */
export type NameKind = 'campaign' | 'webhook';

/** Nicknames by ID. */
export type NameBook = Readonly<Record<NameKind, ReadonlyMap<string, string>>>;

/** The nicknames that a person gives, kept in this browser. */
export type Names = {
  subscribe: (listener: () => void) => () => void;
  /** Another object after each change. */
  book: () => NameBook;
  /** Gives names, or takes them away where `name` is "". False where the browser refused to keep them. */
  set: (given: readonly { kind: NameKind; id: string; name: string }[]) => boolean;
};
