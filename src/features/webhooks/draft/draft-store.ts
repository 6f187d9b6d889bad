import { createStore } from 'zustand/vanilla';
import { getLog } from '#src/log/log.ts';
import { readAccepted } from '#src/log/views.ts';
import { perWorkspace, useWorkspace } from '#src/log/workspace.ts';
import { atMostEvery } from '#src/lib/timing.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import { loadKnownIds } from '#src/features/webhooks/names/known-ids.ts';
import type { Draft } from './draft.ts';
import type { DraftFailure, DraftInput } from './draft-read.ts';

/** Where the pairs come from. */
export type InputMode = 'paste' | 'every';

/** What is typed, in the user's own words. */
type Typed = {
  mode: InputMode;
  operation: ChangeOperation;
  pairs: string;
  campaigns: string;
  webhooks: string;
};

type DraftState = {
  typed: Typed;
  isReading: boolean;
  failure: DraftFailure | undefined;
  draft: Draft | undefined;
};

type Read = (
  input: DraftInput,
  operation: ChangeOperation,
  signal: AbortSignal,
) => Promise<Draft | DraftFailure>;

const NOTHING_TYPED: Typed = { mode: 'paste', operation: 'attach', pairs: '', campaigns: '', webhooks: '' };
const NO_DRAFT = { isReading: false, failure: undefined, draft: undefined };

/** What a user prepares for a run: it stays while another area is shown. */
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
    if (input.kind !== 'relist') found.setOperation(getState().typed.operation);
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
    /** Puts the draft away; what was typed stays. */
    discard: (): void =>
      setState(({ typed, draft }) => {
        const { operation = typed.operation, earlier } = draft?.getState() ?? {};
        return { ...NO_DRAFT, typed: earlier ? typed : { ...typed, operation } };
      }),
    /** The draft has become a run. */
    clear: (): void =>
      setState(({ typed, draft }) => ({
        ...NO_DRAFT,
        typed: draft?.getState().earlier ? typed : NOTHING_TYPED,
      })),
  };
};

/** A run that is sent changes several times a second: a draft looks at most so often. */
const INFORM_EVERY_MS = 2000;

// The browser asks in its own words. Other areas are not held: nothing is lost on the way there.
const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

const draftStoreOf = perWorkspace((workspace) => {
  const store = createDraftStore(async (input, operation, signal) => {
    const [{ readDraft }, known] = await Promise.all([import('./draft-read.ts'), loadKnownIds(workspace)]);
    return readDraft(input, operation, { signal, known });
  });
  const log = getLog(workspace);
  const inform = atMostEvery(INFORM_EVERY_MS, () => {
    const { draft } = store.getState();
    if (draft) void knowAccepted(log, draft).catch(() => undefined);
  });
  log.subscribe(() => store.getState().draft && inform.call());
  store.subscribe(({ draft }, before) => {
    if (draft === before.draft) return;
    if (!draft) return removeEventListener('beforeunload', askBrowser);
    addEventListener('beforeunload', askBrowser);
    void knowAccepted(log, draft).catch(() => undefined);
  });
  return store;
});

/** Tells a draft what this browser has had accepted of its pairs. Rejects if storage can't be read. */
export const knowAccepted = async (log: ReturnType<typeof getLog>, draft: Draft): Promise<void> =>
  draft.know(await log.read((db) => readAccepted(db, draft.getState().lines)));

/** What the signed-in person prepares for a run. */
export const useDraftStore = () => draftStoreOf(useWorkspace());
