import { useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { getLog } from '#src/log/log.ts';
import { storeOpenRun, openRun, type OpenRun } from '#src/log/run-progress.ts';
import type { Run } from '#src/log/run.ts';
import { readAllRuns, readRun } from '#src/log/views.ts';
import { counted } from '#src/lib/count.ts';
import { atMostEvery } from '#src/lib/timing.ts';
import { perWorkspace, useWorkspace } from '#src/log/workspace.ts';
import { leaveOrAsk } from '#src/ui/overlays/leave-guard.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { BULK_PATH, pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { watchLeaving } from './leaving.ts';
import { createRunner, type Runner } from './runner.ts';
import { standingWords } from './run-words.ts';

/** The navigation is drawn at most so often for it. */
const PERCENT_MS = 1000;

/** Says in other areas that a run which this page saw being sent has ended, or was paused by itself. */
const createRunToast = () => {
  let sent: string | undefined;
  return (run: Run | undefined): void => {
    if (run?.status === 'running') sent = run.id;
    if (!run || run.id !== sent || run.status === 'running' || run.counts.sending > 0) return;
    sent = undefined;
    if (run.pause?.why === 'person' || location.pathname.startsWith(BULK_PATH)) return;
    const { accepted, refused } = run.counts;
    const hasTrouble = run.status === 'paused' || refused > 0;
    showToast({
      tone: hasTrouble ? 'bad' : accepted === run.total ? 'ok' : 'plain',
      text: standingWords(run),
      action: { label: 'Open run', run: () => leaveOrAsk(() => navigate(pathOfRun(run.id))) },
    });
  };
};

const describeOpenRun = ({ id, operation, total, status, counts }: Run): OpenRun => ({
  id,
  name: `${VERBS[operation].capital} ${counted(total, 'pair')}`,
  percent: Math.floor(100 - ((counts.queued + counts.sending) / total) * 100),
  isSending: status === 'running' || counts.sending > 0,
});

const leaving = watchLeaving(globalThis);

const connection = {
  isOnline: () => navigator.onLine,
  isLeaving: leaving.isLeaving,
  subscribe: (listener: () => void) => {
    addEventListener('online', listener);
    const leave = leaving.subscribe(listener);
    return () => {
      removeEventListener('online', listener);
      leave();
    };
  },
};

/** The runner of a workspace, which goes on in every area once it is there. */
export const runnerOf = perWorkspace((workspace): Runner => {
  const { config, service, storageKey } = workspace;
  const log = getLog(workspace);
  const toast = createRunToast();
  let open: OpenRun | undefined;
  const showOpenRun = atMostEvery(PERCENT_MS, () => openRun.setState(open, true));
  return createRunner({
    log,
    read: {
      runs: async () => (await log.read(readAllRuns)).runs,
      run: (id) => log.read((db) => readRun(db, id)),
    },
    send: ({ operation }, pair, options) =>
      service[operation === 'attach' ? 'addWebhook' : 'removeWebhook'](pair, {
        ...options,
        priority: 'routine',
      }),
    platform: {
      queue: service.queue,
      maxConcurrent: config.api.maxConcurrentWrites,
      connection,
      onRenewed: workspace.onRenewed,
      now: () => performance.now(),
      epochNow: () => Date.now(),
    },
    onProgress: (run) => {
      toast(run);
      open = run && run.status !== 'finished' ? describeOpenRun(run) : undefined;
      storeOpenRun(storageKey, open);
      showOpenRun.call();
    },
    holdTab: leaving.ask,
  });
});

/** The run that this tab sends; undefined if it sends none. */
export const useCurrentRecord = () => {
  const { subscribe, current } = runnerOf(useWorkspace());
  return useSyncExternalStore(subscribe, current);
};

/** The ID of the run that this browser sends, in this tab or in another one. */
export const useRunUnderWay = (): string | undefined => {
  const { subscribe, underWay } = runnerOf(useWorkspace());
  return useSyncExternalStore(subscribe, () => underWay()?.id);
};
