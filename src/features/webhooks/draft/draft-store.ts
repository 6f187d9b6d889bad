import { createStore } from 'zustand/vanilla';
import type { PairOperation } from '#src/log/entry.ts';
import { getLog } from '#src/log/log.ts';
import { collectPairStates, readSentPairs } from '#src/log/sent-pairs.ts';
import { perWorkspace, useWorkspace } from '#src/log/workspace.ts';
import { STORAGE_FORMAT } from '#src/storage/format.ts';
import { leaving, type Leave } from '#src/ui/overlays/leaving.ts';
import { getIdPatterns } from '#src/features/webhooks/change/change.ts';
import { CAMPAIGNS_PATH } from '#src/features/webhooks/change/paths.ts';
import { getNames } from '#src/features/webhooks/names/names.ts';
import { getSelection } from '#src/features/webhooks/run/follow-up.ts';
import type { Draft, KeptDraft } from './draft.ts';
import type { DraftFailure, DraftInput } from './draft-read.ts';

type Typed = { operation: PairOperation; pairs: string };

type DraftState = Typed & {
  isReading: boolean;
  failure: DraftFailure | 'lost' | undefined;
  draft: Draft | undefined;
  /** The address where the console made it: what the user typed stays when it is sent or discarded. */
  from: string | undefined;
};

const NOTHING_TYPED: Typed = { operation: 'attach', pairs: '' };
const NO_DRAFT = { isReading: false, failure: undefined, draft: undefined, from: undefined };

/** `isLost`: it was too long for the storage of the tab. */
type Kept = Typed & { from?: string | undefined; draft?: KeptDraft | undefined; isLost?: boolean };

const ASK_UNSENT = {
  title: 'Leave the list that is not sent?',
  text: 'Leaving discards what you typed and changed in Bulk.',
};

/** Compares the pairs with what was sent before. Rejects if storage fails. */
export const markSent = async (log: ReturnType<typeof getLog>, draft: Draft): Promise<void> =>
  draft.setSent(await log.read((db) => collectPairStates(readSentPairs(db))));

/** What the user prepares for a run. Kept while another area is shown. */
const getDraftStore = perWorkspace((workspace) => {
  const log = getLog(workspace);
  const store = createStore<DraftState>(() => ({ ...NOTHING_TYPED, ...NO_DRAFT }));
  const { getState, setState } = store;
  let reading = new AbortController();

  const read = async (input: DraftInput, from?: string): Promise<void> => {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    setState({ ...NO_DRAFT, isReading: true });
    const draft = await import('./draft-read.ts')
      .then(({ readDraft }) =>
        readDraft(input, getState().operation, {
          signal,
          patterns: getIdPatterns(workspace),
          names: getNames(workspace).getState(),
        }),
      )
      .catch((): DraftFailure => 'unreadable');
    if (signal.aborted) return;
    if (typeof draft === 'string') return setState({ ...NO_DRAFT, failure: draft });
    // The user may have switched the operation while it was read.
    const { operation } = getState();
    if (from === undefined && operation !== draft.getState().operation) draft.choose({ operation });
    setState({ ...NO_DRAFT, draft, from });
  };

  const keptKey = `console.draft.${STORAGE_FORMAT}.${workspace.storageKey}`;
  /** For this person's next page of the tab. */
  const keep = (): void => {
    const { operation, pairs, draft, from } = getState();
    const write = (kept: Kept): boolean => {
      try {
        sessionStorage.setItem(keptKey, JSON.stringify(kept));
        return true;
      } catch {
        return false;
      }
    };
    if (!write({ operation, pairs, from, draft: draft?.toKept() }))
      write({ operation, pairs: '', isLost: true });
  };
  const restore = async (): Promise<void> => {
    const text = sessionStorage.getItem(keptKey);
    sessionStorage.removeItem(keptKey);
    if (text === null) return;
    const { draft, isLost = false, ...typed } = JSON.parse(text) as Kept;
    setState({ ...typed, failure: isLost ? 'lost' : undefined });
    if (!draft) return;
    const { createDraft } = await import('./draft.ts');
    const patterns = getIdPatterns(workspace);
    const names = getNames(workspace).getState();
    if (!getState().draft) setState({ draft: createDraft({ ...draft.setup, patterns, names }, draft.edits) });
  };

  /** Once the log has failed, this tab sends nothing before it is reloaded. */
  const isReload = (leave: Leave): boolean => leave === 'page' && log.state.getState().hasFailed;
  let release: (() => void) | undefined;
  store.subscribe(({ draft, pairs }, before) => {
    const isKept = draft !== undefined || pairs.trim() !== '';
    if (!isKept) release?.();
    release = isKept
      ? (release ??
        leaving.hold({
          endsPage: true,
          why: (leave) => (isReload(leave) ? undefined : ASK_UNSENT),
          keep: (leave) => (leave === 'sign-out' || isReload(leave)) && keep(),
        }))
      : undefined;
    // Marked again before it is sent.
    if (draft && draft !== before.draft) void markSent(log, draft).catch(() => undefined);
  });
  // Storage may be refused, and a list of another release unreadable.
  void restore().catch(() => undefined);

  return {
    ...store,
    type: (patch: Partial<Typed>): void => setState({ ...patch, failure: undefined }),
    /** `from`: where to go back to if the draft is discarded. */
    read: (input: DraftInput, from?: string): void => void read(input, from),
    /** Removes the draft; what was typed stays. */
    discard: (): void =>
      setState(({ draft, from }) => {
        const operation = draft?.getState().operation;
        return from === undefined && operation ? { ...NO_DRAFT, operation } : NO_DRAFT;
      }),
    /** It was sent. */
    clear: (): void => {
      const { from } = getState();
      if (from?.startsWith(CAMPAIGNS_PATH)) getSelection(workspace).setState(new Set(), true);
      setState(from === undefined ? { ...NO_DRAFT, ...NOTHING_TYPED } : NO_DRAFT);
    },
  };
});

export const useDraftStore = () => getDraftStore(useWorkspace());
