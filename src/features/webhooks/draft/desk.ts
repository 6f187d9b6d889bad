import type { Books } from '#src/journal/runs/books.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import type { Draft, DraftInput, ReadFailure } from './draft.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';

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
  /** Asks the books once more what is known of the pairs of the draft. */
  learn: () => Promise<void>;
  /** The draft has become a run. */
  clear: () => void;
};

export type DeskSetup = {
  read: (
    input: DraftInput,
    operation: ChangeOperation,
    slicing: { signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<Draft | ReadFailure>;
  books: Pick<Books, 'lastAccepted' | 'subscribe'>;
  /** Keeps the tab from being closed unasked until the result is called. */
  holdTab: () => () => void;
};

// What is known of pairs may be much: reading it anew takes no more than a tenth of the time.
const SHORTEST_REST_MS = 1000;
const REST_SHARE = 9;

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Tells a draft what is known of its pairs, and again as the books change; until the result is called. */
const keepInformed = (draft: Draft, books: DeskSetup['books']): (() => void) => {
  let [isOver, isReading, isStale] = [false, false, false];
  const read = async (): Promise<void> => {
    isStale = true;
    if (isOver || isReading) return;
    isReading = true;
    isStale = false;
    const fromMs = performance.now();
    await books.lastAccepted((some) => draft.know(some));
    await pass(Math.max(SHORTEST_REST_MS, REST_SHARE * (performance.now() - fromMs)));
    isReading = false;
    if (isStale) await read();
  };
  const leave = books.subscribe(() => void read());
  void read();
  return () => {
    isOver = true;
    leave();
  };
};

const NOTHING_TYPED: Typed = { mode: 'paste', operation: 'attach', pairs: '', campaigns: '', webhooks: '' };

/** An empty desk. */
export const createDesk = ({ read, books, holdTab }: DeskSetup): Desk => {
  const listeners = new Set<() => void>();
  let view: DeskView = { typed: NOTHING_TYPED, isMended: false };
  let underWay: AbortController | undefined;
  let releaseTab: (() => void) | undefined;
  let stopInforming: (() => void) | undefined;

  const set = (next: DeskView): void => {
    if (next.draft && !releaseTab) releaseTab = holdTab();
    if (!next.draft) {
      releaseTab?.();
      releaseTab = undefined;
    }
    const isOther = next.draft !== view.draft;
    view = next;
    if (isOther) {
      stopInforming?.();
      stopInforming = next.draft && keepInformed(next.draft, books);
    }
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
    learn: async () => {
      const { draft } = view;
      if (draft) await books.lastAccepted((some) => draft.know(some));
    },
    clear: () => set(only(NOTHING_TYPED)),
  };
};
