import { useMutation, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { useStore } from 'zustand';
import { getLog } from '#src/log/log.ts';
import { storeOpenRun } from '#src/log/open-run.ts';
import { isUnderWay, type Run } from '#src/log/run.ts';
import { perWorkspace, useWorkspace } from '#src/log/workspace.ts';
import { leaveOrAsk, leaving } from '#src/ui/overlays/leaving.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { BULK_PATH, getRunPath } from '#src/features/webhooks/change/paths.ts';
import { formatAct, formatRunTitle } from './describe-run.ts';
import { createRunner, findUnderWay, type RunnerState } from './runner.ts';

/** Notifies users in another area that the run ended, or paused by itself. */
const toastEnd = (run: Run): void => {
  const isAskedFor = run.pause?.why === 'person' && run.pause.afterFirst === undefined;
  if (isAskedFor || location.pathname.startsWith(BULK_PATH)) return;
  const { accepted, refused } = run.counts;
  const hasTrouble = run.status === 'paused' || refused > 0;
  showToast({
    tone: hasTrouble ? 'bad' : accepted === run.total && run.messages === 0 ? 'ok' : 'plain',
    text: formatRunTitle(run),
    action: { label: 'Open run', run: () => leaveOrAsk(() => navigate(getRunPath(run.id))) },
  });
};

const toOpenRun = (state: RunnerState) => {
  const { open } = state;
  if (!open) return undefined;
  const { id, total, counts } = open;
  return {
    id,
    name: formatAct(open),
    percent: Math.floor(100 - ((counts.queued + counts.sending) / total) * 100),
    isSending: findUnderWay(state) !== undefined,
  };
};

const isOver = ({ own }: RunnerState): boolean => !own || !isUnderWay(own.run);

/** A sign-out asks itself: any tab may send the run. */
const ASK_RELOAD = {
  title: 'Reload while a run is under way?',
  text: 'The run pauses, and you can resume it. The outcome of what is on its way stays unknown.',
  action: 'Reload',
};

const connection = {
  isOnline: () => navigator.onLine,
  isLeaving: leaving.isBeingLeft.getState,
  subscribe: (listener: () => void) => {
    addEventListener('online', listener);
    const unsubscribe = leaving.isBeingLeft.subscribe(listener);
    return () => {
      removeEventListener('online', listener);
      unsubscribe();
    };
  },
};

/** Runs continue whichever area is shown. */
export const getRunner = perWorkspace((workspace) => {
  const { config, service, session, storageKey } = workspace;
  const runner = createRunner({
    log: getLog(workspace),
    send: ({ operation, ...pair }, options) =>
      service[operation === 'attach' ? 'addWebhook' : 'removeWebhook'](pair, {
        ...options,
        priority: 'routine',
      }),
    platform: {
      queue: service.queue,
      maxConcurrent: config.api.maxConcurrentWrites,
      connection,
      onRenewed: (listener) =>
        session.subscribe(() => {
          if (session.getState().state === 'active') listener();
        }),
      now: () => performance.now(),
      epochNow: () => Date.now(),
    },
    holdTab: () =>
      leaving.hold({ endsPage: true, why: (leave) => (leave === 'page' ? ASK_RELOAD : undefined) }),
  });
  runner.state.subscribe((now, before) => {
    storeOpenRun(storageKey, toOpenRun(now));
    // At the moment that the screen of the run says so, not later, when that may have been left.
    if (now.own && now.phase !== 'failed' && isOver(now) && !isOver(before)) toastEnd(now.own.run);
  });
  return runner;
});

export const useRunner = () => getRunner(useWorkspace());

/** The ID of the run that this browser is sending. */
export const useUnderWay = () => useStore(useRunner().state, (state) => findUnderWay(state)?.id);

/** While it is under way, in any component, another call does nothing. */
export const useOnce = <Input, Result>(
  mutationKey: readonly string[],
  mutationFn: (input: Input) => Promise<Result>,
) => {
  const client = useQueryClient();
  const { data, isPending, mutate } = useMutation({ mutationKey, mutationFn });
  const act = (input: Input): void => {
    if (client.isMutating({ mutationKey }) === 0) mutate(input);
  };
  return { data, isPending, act };
};
