import { createStore } from 'zustand/vanilla';
import { runLogOf } from '#src/log/runs/run-log-open.ts';
import { perWorkspace, useWorkspace } from '#src/log/workspace.ts';
import { atMostEvery } from '#src/lib/timing.ts';
import { blockReload } from '#src/ui/reload-guard.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import type { Draft } from './draft.ts';
import type { DraftFailure, DraftInput } from './draft-read.ts';

/** Where the pairs come from. */
export type InputMode = 'paste' | 'every' | 'earlier';

/** What is typed, in the person's own words. */
type Typed = {
  mode: InputMode;
  operation: ChangeOperation;
  pairs: string;
  campaigns: string;
  webhooks: string;
};

/** One line, by its index, and what is typed for it so far. */
type Editing = { index: number; values: PairValues };

type DraftState = {
  typed: Typed;
  isReading: boolean;
  failure: DraftFailure | undefined;
  draft: Draft | undefined;
  /** The line of the draft whose IDs are being typed anew. */
  editing: Editing | undefined;
  /** Lines of the draft were fixed by hand, which nothing brings back. */
  isFixed: boolean;
};

type Read = (
  input: DraftInput,
  operation: ChangeOperation,
  signal: AbortSignal,
) => Promise<Draft | DraftFailure>;

const NOTHING_TYPED: Typed = { mode: 'paste', operation: 'attach', pairs: '', campaigns: '', webhooks: '' };
const NO_DRAFT = {
  isReading: false,
  failure: undefined,
  draft: undefined,
  editing: undefined,
  isFixed: false,
};

/** What a person prepares for a run: it stays while another area is shown. */
export const createDraftStore = (read: Read) => {
  const { setState, ...store } = createStore<DraftState>(() => ({ typed: NOTHING_TYPED, ...NO_DRAFT }));
  const { getState } = store;
  let underWay = new AbortController();

  const begin = async (input: DraftInput): Promise<void> => {
    underWay.abort();
    underWay = new AbortController();
    const { signal } = underWay;
    setState({ ...NO_DRAFT, isReading: true });
    const found = await read(input, getState().typed.operation, signal).catch(
      (): DraftFailure => 'unreadable',
    );
    if (signal.aborted) return;
    if (typeof found === 'string') return setState({ ...NO_DRAFT, failure: found });
    // The switch may have been turned meanwhile.
    found.setOperation(getState().typed.operation);
    setState({ ...NO_DRAFT, draft: found });
  };

  return {
    ...store,
    type: (patch: Partial<Typed>): void =>
      setState(({ typed }) => ({ typed: { ...typed, ...patch }, failure: undefined })),
    read: (input: DraftInput): void => void begin(input),
    /** Stops reading. */
    cancel: (): void => {
      underWay.abort();
      setState({ isReading: false });
    },
    edit: (editing: Editing | undefined): void => setState({ editing }),
    /** Fixes a line of the draft by hand. */
    fix: ({ index, values }: Editing): void => {
      getState().draft?.fix(index, values);
      setState({ isFixed: true });
    },
    /** Takes a line out of the draft by hand; the result puts it back. */
    remove: (index: number): (() => void) | undefined => {
      setState({ isFixed: true });
      return getState().draft?.remove(index);
    },
    /** Puts the draft away; what was typed stays. */
    discard: (): void =>
      setState(({ typed, draft }) => ({
        ...NO_DRAFT,
        typed: { ...typed, operation: draft?.getState().operation ?? typed.operation },
      })),
    /** The draft has become a run. */
    clear: (): void => setState({ ...NO_DRAFT, typed: NOTHING_TYPED }),
  };
};

/** What is known of pairs may be much: a draft is told of news of it at most so often. */
const INFORM_EVERY_MS = 2000;

// The browser asks in its own words. Other areas are not held: nothing is lost on the way there.
const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

const draftStoreOf = perWorkspace((workspace) => {
  const store = createDraftStore(async (...what) => (await import('./draft-read.ts')).readDraft(...what));
  const runLog = runLogOf(workspace);
  const inform = atMostEvery(INFORM_EVERY_MS, () => {
    const { draft } = store.getState();
    if (draft) void runLog.lastAccepted(draft.know);
  });
  blockReload(() => {
    const { typed, draft, isReading } = store.getState();
    return [typed.pairs, typed.campaigns, typed.webhooks, draft, isReading].some(Boolean);
  });
  runLog.subscribe(() => store.getState().draft && inform.call());
  store.subscribe(({ draft }, before) => {
    if (draft === before.draft) return;
    if (!draft) return removeEventListener('beforeunload', askBrowser);
    addEventListener('beforeunload', askBrowser);
    void runLog.lastAccepted(draft.know);
  });
  return store;
});

/** What the signed-in person prepares for a run. */
export const useDraftStore = () => draftStoreOf(useWorkspace());
