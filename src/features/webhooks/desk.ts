import type { Books } from '#src/journal/books.ts';
import type { ChangeOperation } from './change.ts';
import type { Draft, DraftInput, ReadFailure } from './draft.ts';
import type { PairValues } from './pair.ts';

/** Where the pairs come from. */
export type InputMode = 'paste' | 'every' | 'earlier';

/** What is typed, in the person's own words. */
export type Typed = {
  mode: InputMode;
  operation: ChangeOperation;
  pairs: string;
  campaigns: string;
  webhooks: string;
};

/** One line, by its index, and what is typed for it so far. */
export type Editing = { index: number; values: PairValues };

export type DeskView = {
  typed: Typed;
  /** Something is being read; `share` from 0 to 1, absent while nothing can be said of it. */
  reading?: { share?: number };
  failure?: ReadFailure;
  draft?: Draft;
  /** The line of the draft whose IDs are being typed anew. */
  editing?: Editing;
  /** Lines of the draft were mended by hand, which nothing brings back. */
  isMended: boolean;
};

/** What a person has on the desk for a run: it stays there while another area is shown. */
export type Desk = {
  subscribe: (listener: () => void) => () => void;
  view: () => DeskView;
  type: (patch: Partial<Typed>) => void;
  read: (input: DraftInput) => void;
  callOff: () => void;
  edit: (editing: Editing | undefined) => void;
  /** Takes note that lines were mended. */
  mend: () => void;
  /** Puts the draft away; what was typed stays. */
  discard: () => void;
  /** The draft has become a run. */
  clear: () => void;
};

export type DeskSetup = {
  read: (
    input: DraftInput,
    operation: ChangeOperation,
    slicing: { signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<Draft | ReadFailure>;
  books: Pick<Books, 'lastAccepted'>;
  /** Keeps the tab from being closed unasked until the result is called. */
  holdTab: () => () => void;
};

const NOTHING_TYPED: Typed = { mode: 'paste', operation: 'attach', pairs: '', campaigns: '', webhooks: '' };

/** An empty desk. */
export const createDesk = ({ read, books, holdTab }: DeskSetup): Desk => {
  const listeners = new Set<() => void>();
  let view: DeskView = { typed: NOTHING_TYPED, isMended: false };
  let underWay: AbortController | undefined;
  let releaseTab: (() => void) | undefined;

  const set = (next: DeskView): void => {
    if (next.draft && !releaseTab) releaseTab = holdTab();
    if (!next.draft) {
      releaseTab?.();
      releaseTab = undefined;
    }
    view = next;
    for (const listener of listeners) listener();
  };
  const only = (typed: Typed): DeskView => ({ typed, isMended: false });

  const callOff = (): void => {
    underWay?.abort();
    underWay = undefined;
    if (view.reading) set(only(view.typed));
  };

  const begin = async (input: DraftInput): Promise<void> => {
    callOff();
    const mine = new AbortController();
    underWay = mine;
    set({ ...only(view.typed), reading: {} });
    const onProgress = (share: number): void => {
      if (underWay === mine) set({ ...only(view.typed), reading: { share: Math.floor(share * 100) / 100 } });
    };
    const found = await read(input, view.typed.operation, { signal: mine.signal, onProgress }).catch(
      (): ReadFailure => 'unreadable',
    );
    if (underWay !== mine) return;
    underWay = undefined;
    if (typeof found === 'string') return set({ ...only(view.typed), failure: found });
    // The switch may have been turned meanwhile.
    found.setOperation(view.typed.operation);
    set({ ...only(view.typed), draft: found });
    await books.lastAccepted((some) => found.know(some));
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
    type: (patch) => {
      const { failure: _, ...rest } = view;
      set({ ...rest, typed: { ...view.typed, ...patch } });
    },
    read: (input) => void begin(input),
    callOff,
    edit: (editing) => {
      const { editing: _, ...rest } = view;
      set(editing ? { ...rest, editing } : rest);
    },
    mend: () => set({ ...view, isMended: true }),
    discard: () =>
      set(only({ ...view.typed, operation: view.draft?.view().operation ?? view.typed.operation })),
    clear: () => set(only(NOTHING_TYPED)),
  };
};
