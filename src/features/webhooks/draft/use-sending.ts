import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { getLog } from '#src/log/log.ts';
import { askToPersist } from '#src/storage/persistence.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { BEGUN, bulkPlaceOf, pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { runnerOf } from '#src/features/webhooks/run/runner-of.ts';
import type { Draft, DraftView } from './draft.ts';
import { knowAccepted, useDraftStore } from './draft-store.ts';

/** How many pairs more were sent before; undefined if another view of a list would send the same. */
const findChange = (before: DraftView, after: DraftView): { more: number } | undefined =>
  before.operation === after.operation &&
  before.toSend === after.toSend &&
  before.counts.ready === after.counts.ready &&
  before.counts.same >= after.counts.same
    ? undefined
    : { more: Math.max(0, after.counts.same - before.counts.same) };

/** Whether the list is still what is shown: another run, or another area, may be by now. */
const isListShown = (): boolean => ['bulk', 'new'].includes(bulkPlaceOf(location.pathname)?.kind ?? '');

const BEGIN_KEY = ['draft', 'begin'];

/**
 * Makes a draft a run, once however often it is asked for. `answer` says why nothing was sent: this browser sends another run
 * (`busy`), storage does not take this one (`unwritten`), or more of its pairs were sent before than the user could see.
 */
export const useSending = (draft: Draft) => {
  const store = useDraftStore();
  const workspace = useWorkspace();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { data, isPending, mutate } = useMutation({
    mutationKey: BEGIN_KEY,
    mutationFn: async (seen: DraftView) => {
      const isRead = await knowAccepted(getLog(workspace), draft).then(
        () => true,
        () => false,
      );
      if (!isRead) return 'unwritten';
      if (store.getState().draft !== draft) return undefined;
      const change = findChange(seen, draft.getState());
      if (change) return change;
      const { operation, source, earlier } = seen;
      const begun = await runnerOf(workspace).begin({ operation, source, earlier }, draft.pairs());
      if (typeof begun === 'string') return begun;
      store.clear();
      if (isListShown()) navigate(pathOfRun(begun.id), { replace: true, state: BEGUN });
      return undefined;
    },
    onError: () => showToast({ tone: 'bad', text: 'The run could not be begun. Nothing was sent.' }),
  });
  const begin = () => {
    const seen = draft.getState();
    if (seen.toSend === 0 || client.isMutating({ mutationKey: BEGIN_KEY }) > 0) return;
    askToPersist();
    mutate(seen);
  };
  return { begin, isBeginning: isPending, answer: data };
};
