import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { runLogOf } from '#src/journal/runs/run-log-open.ts';
import { askToPersist } from '#src/storage/persistence.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { BEGUN, bulkPlaceOf, pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import type { Draft, DraftView } from './draft.ts';
import { runnerOf } from '#src/features/webhooks/run/runner-of.ts';
import { useDraftStore } from './use-draft-store.ts';

/** How many pairs more were sent before; undefined where another view of a list would send the same. */
const changeOf = (before: DraftView, after: DraftView): { more: number } | undefined =>
  before.operation === after.operation &&
  before.toSend === after.toSend &&
  before.counts.ready === after.counts.ready &&
  before.counts.same >= after.counts.same
    ? undefined
    : { more: Math.max(0, after.counts.same - before.counts.same) };

/** Whether the list is still what is shown: another run, or another area, may be by now. */
const isListShown = (): boolean => ['bulk', 'new'].includes(bulkPlaceOf(location.pathname)?.kind ?? '');

/**
 * Makes a draft a run, once however often it is asked for. `isBusy`: this browser sends another run. `isUnwritten`: this
 * one can't be kept. `changed`: others of its pairs were sent before than the person could see. Nothing was sent then.
 */
export const useSending = (draft: Draft) => {
  const store = useDraftStore();
  const workspace = useWorkspace();
  const runner = runnerOf(workspace);
  const [, navigate] = useLocation();
  const hasBegun = useRef(false);
  const [state, setState] = useState<'idle' | 'beginning' | 'busy' | 'unwritten' | { more: number }>('idle');

  const begin = async (): Promise<void> => {
    const seen = draft.getState();
    const { operation, source } = seen;
    if (hasBegun.current || seen.toSend === 0) return;
    hasBegun.current = true;
    setState('beginning');
    askToPersist();
    try {
      await store.refreshKnown();
      if (store.getState().draft !== draft) return setState('idle');
      const change = changeOf(seen, draft.getState());
      if (change) return setState(change);
      if (!(await runLogOf(workspace).hasRoom(seen.toSend))) return setState('unwritten');
      const begun = await runner.begin({ operation, source }, draft.pairs());
      if (typeof begun === 'string') return setState(begun);
      store.clear();
      if (isListShown()) navigate(pathOfRun(begun.id), { replace: true, state: BEGUN });
    } catch {
      setState('idle');
      showToast({ tone: 'bad', text: 'The run could not be begun. Nothing was sent.' });
    } finally {
      hasBegun.current = false;
    }
  };
  return {
    begin,
    isBeginning: state === 'beginning',
    isBusy: state === 'busy',
    isUnwritten: state === 'unwritten',
    changed: typeof state === 'string' ? undefined : state,
  };
};
