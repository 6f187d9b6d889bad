import { booksOf } from '#src/journal/runs/books-of.ts';
import { keepOpenRun, runProgress } from '#src/journal/runs/run-progress.ts';
import type { Scope } from '#src/journal/scope.ts';
import { createRunToast } from './run-toast.ts';
import { createRunner } from './runner-open.ts';
import type { Runner } from './runner.ts';

const runners = new WeakMap<Scope, Runner>();

let isLeaving = false;
addEventListener('pagehide', () => {
  isLeaving = true;
});
addEventListener('pageshow', () => {
  isLeaving = false;
});

const connection = {
  // Requests break off while the page goes, and their answers must not bring new ones.
  isOnline: () => navigator.onLine && !isLeaving,
  subscribe: (listener: () => void) => {
    addEventListener('online', listener);
    addEventListener('pageshow', listener);
    return () => {
      removeEventListener('online', listener);
      removeEventListener('pageshow', listener);
    };
  },
};

// The browser asks in its own words; no page may choose them.
const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

const holdTab = (): (() => void) => {
  addEventListener('beforeunload', askBrowser);
  return () => removeEventListener('beforeunload', askBrowser);
};

const open = (scope: Scope): Runner => {
  const { config, service, storageKey } = scope;
  const tell = createRunToast();
  return createRunner({
    books: booksOf(scope),
    send: ({ operation }, pair, options) =>
      operation === 'attach' ? service.addWebhook(pair, options) : service.removeWebhook(pair, options),
    surroundings: {
      pace: service.pace,
      maxConcurrent: config.api.maxConcurrentWrites,
      connection,
      now: () => performance.now(),
      epochNow: () => Date.now(),
    },
    onProgress: (run) => {
      const isOpen = run !== undefined && run.status !== 'finished';
      keepOpenRun(storageKey, isOpen);
      const { queued, sending } = run?.counts ?? { queued: 0, sending: 0 };
      tell(run);
      runProgress.set(isOpen ? Math.floor(100 - ((queued + sending) / run.total) * 100) : undefined);
    },
    holdTab,
  });
};

/** The runner of a scope, which goes on in every area once it is there. */
export const runnerOf = (scope: Scope): Runner => {
  const runner = runners.get(scope) ?? open(scope);
  runners.set(scope, runner);
  return runner;
};
