import { runLogOf } from '#src/journal/runs/run-log-open.ts';
import { keepOpenRun, runProgress } from '#src/journal/runs/run-progress.ts';
import { perWorkspace } from '#src/journal/workspace.ts';
import { watchLeaving } from './leaving.ts';
import { createRunToast } from './run-toast.ts';
import { createRunner } from './runner-open.ts';
import type { Runner } from './runner.ts';

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
  const tell = createRunToast();
  return createRunner({
    runLog: runLogOf(workspace),
    send: ({ operation }, pair, options) =>
      operation === 'attach' ? service.addWebhook(pair, options) : service.removeWebhook(pair, options),
    surroundings: {
      pace: service.pace,
      maxConcurrent: config.api.maxConcurrentWrites,
      connection,
      onRenewed: workspace.onRenewed,
      now: () => performance.now(),
      epochNow: () => Date.now(),
    },
    onProgress: (run) => {
      const isOpen = run !== undefined && run.status !== 'finished';
      keepOpenRun(storageKey, isOpen);
      const { queued, sending } = run?.counts ?? { queued: 0, sending: 0 };
      tell(run);
      runProgress.setState(
        isOpen ? Math.floor(100 - ((queued + sending) / run.total) * 100) : undefined,
        true,
      );
    },
    holdTab: leaving.ask,
  });
});
