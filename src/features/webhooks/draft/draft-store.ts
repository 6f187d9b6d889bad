import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunLog } from '#src/journal/runs/run-log.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import type { Draft, DraftFailure, DraftInput } from './draft.ts';

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

export type DraftState = {
  typed: Typed;
  /** Something is being read; `share` from 0 to 1, absent while nothing can be said of it. */
  reading?: { share?: number };
  failure?: DraftFailure;
  draft?: Draft;
  /** The line of the draft whose IDs are being typed anew. */
  editing?: Editing;
  /** Lines of the draft were fixed by hand, which nothing brings back. */
  isFixed: boolean;
};

/** What a person prepares for a run: it stays while another area is shown. */
export type DraftStore = Omit<StoreApi<DraftState>, 'setState'> & {
  type: (patch: Partial<Typed>) => void;
  read: (input: DraftInput) => void;
  /** Stops reading. */
  cancel: () => void;
  edit: (editing: Editing | undefined) => void;
  /** Fixes a line of the draft by hand. */
  fix: (editing: Editing) => void;
  /** Takes a line out of the draft by hand; the result puts it back. */
  remove: (index: number) => (() => void) | undefined;
  /** Puts the draft away; what was typed stays. */
  discard: () => void;
  /** Asks the run log once more what is known of the pairs of the draft. */
  refreshKnown: () => Promise<void>;
  /** The draft has become a run. */
  clear: () => void;
};

export type DraftStoreSetup = {
  read: (
    input: DraftInput,
    operation: ChangeOperation,
    slicing: { signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<Draft | DraftFailure>;
  runLog: Pick<RunLog, 'lastAccepted' | 'subscribe'>;
  /** Keeps the tab from being closed unasked until the result is called. */
  holdTab: () => () => void;
};

// What is known of pairs may be much: reading it anew takes no more than a tenth of the time.
const SHORTEST_REST_MS = 1000;
const REST_SHARE = 9;

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Tells a draft what is known of its pairs, and again as the run log changes; until the result is called. */
const keepInformed = (draft: Draft, runLog: DraftStoreSetup['runLog']): (() => void) => {
  let [isOver, isReading, isStale] = [false, false, false];
  const read = async (): Promise<void> => {
    isStale = true;
    if (isOver || isReading) return;
    isReading = true;
    isStale = false;
    const fromMs = performance.now();
    await runLog.lastAccepted((some) => draft.know(some));
    await pass(Math.max(SHORTEST_REST_MS, REST_SHARE * (performance.now() - fromMs)));
    isReading = false;
    if (isStale) await read();
  };
  const leave = runLog.subscribe(() => void read());
  void read();
  return () => {
    isOver = true;
    leave();
  };
};

const NOTHING_TYPED: Typed = { mode: 'paste', operation: 'attach', pairs: '', campaigns: '', webhooks: '' };

/** A store with nothing in it. */
export const createDraftStore = ({ read, runLog, holdTab }: DraftStoreSetup): DraftStore => {
  const store = createStore<DraftState>(() => ({ typed: NOTHING_TYPED, isFixed: false }));
  const { getState, getInitialState, subscribe } = store;
  const set = (state: DraftState): void => store.setState(state, true);
  const setTyped = (typed: Typed): void => set({ typed, isFixed: false });
  let underWay: AbortController | undefined;

  let leaveDraft: (() => void) | undefined;
  subscribe(({ draft }, before) => {
    if (draft === before.draft) return;
    leaveDraft?.();
    if (!draft) {
      leaveDraft = undefined;
      return;
    }
    const [releaseTab, stopInforming] = [holdTab(), keepInformed(draft, runLog)];
    leaveDraft = () => {
      releaseTab();
      stopInforming();
    };
  });

  const cancel = (): void => {
    underWay?.abort();
    underWay = undefined;
    if (getState().reading) setTyped(getState().typed);
  };

  const begin = async (input: DraftInput): Promise<void> => {
    cancel();
    const mine = new AbortController();
    underWay = mine;
    set({ typed: getState().typed, isFixed: false, reading: {} });
    const onProgress = (share: number): void => {
      if (underWay === mine) set({ ...getState(), reading: { share: Math.floor(share * 100) / 100 } });
    };
    const found = await read(input, getState().typed.operation, { signal: mine.signal, onProgress }).catch(
      (): DraftFailure => 'unreadable',
    );
    if (underWay !== mine) return;
    underWay = undefined;
    const { typed } = getState();
    if (typeof found === 'string') return set({ typed, isFixed: false, failure: found });
    // The switch may have been turned meanwhile.
    found.setOperation(typed.operation);
    set({ typed, isFixed: false, draft: found });
  };

  return {
    getState,
    getInitialState,
    subscribe,
    type: (patch) => {
      const { failure: _, ...rest } = getState();
      set({ ...rest, typed: { ...rest.typed, ...patch } });
    },
    read: (input) => void begin(input),
    cancel,
    edit: (editing) => {
      const { editing: _, ...rest } = getState();
      set(editing ? { ...rest, editing } : rest);
    },
    fix: ({ index, values }) => {
      getState().draft?.fix(index, values);
      store.setState({ isFixed: true });
    },
    remove: (index) => {
      store.setState({ isFixed: true });
      return getState().draft?.remove([index]);
    },
    discard: () => {
      const { typed, draft } = getState();
      setTyped({ ...typed, operation: draft?.getState().operation ?? typed.operation });
    },
    refreshKnown: async () => {
      const { draft } = getState();
      if (draft) await runLog.lastAccepted((some) => draft.know(some));
    },
    clear: () => setTyped(NOTHING_TYPED),
  };
};
