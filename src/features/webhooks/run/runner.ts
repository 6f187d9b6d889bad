import { createStore } from 'zustand/vanilla';
import type { Log, RunCommand } from '#src/log/log.ts';
import { readAllRuns, readRun } from '#src/log/database.ts';
import {
  cancelQueued,
  isUnderWay,
  openRunRecord,
  countLines,
  type Line,
  type NewRun,
  type Run,
  type RunView,
  type NewLine,
  type RunInput,
} from '#src/log/run.ts';
import { throttle } from '#src/lib/timing.ts';
import type { HeldLock } from '#src/storage/tabs.ts';
import { startSending } from './sending.ts';

/**
 * Why nothing was sent. `busy`: this browser is sending another run. `elsewhere`: another tab is sending this one. `changed`:
 * the list or run changed after the user saw it. `unwritten`: storage refused the run.
 */
export type NotSentReason = 'busy' | 'elsewhere' | 'changed' | 'unwritten';

export type RunnerState = {
  /** The run that this tab is sending or sent last, unless another tab has changed it since. */
  own: RunView | undefined;
  /** `failed`: storage failed, and the tab keeps the lock until it is reloaded. */
  phase: 'idle' | 'sending' | 'failed';
  /** An unfinished run: the one under way in any tab, else the latest paused one. */
  open: Run | undefined;
};

export const findUnderWay = ({ own, phase, open }: RunnerState): Run | undefined => {
  if (phase !== 'idle') return own?.run;
  return open && isUnderWay(open) ? open : undefined;
};

type SendingSetup = Parameters<typeof startSending>[0];

type RunnerSetup = {
  log: Log;
  send: SendingSetup['send'];
  platform: Omit<SendingSetup, 'record' | 'send' | 'newId'>;
  /** Makes the browser ask before it closes the tab, until the result is called. */
  holdTab: () => () => void;
};

/** The state is updated at most this often, in milliseconds. */
const DRAW_MS = 1000;

/** How long to wait for a tab that holds the lock only to settle runs of closed tabs. */
const SETTLING_MS = 1000;

const isSameVersion = (one: Run | undefined, other: Run | undefined): boolean =>
  one?.id === other?.id &&
  one?.status === other?.status &&
  one?.tab === other?.tab &&
  one?.title === other?.title &&
  one?.activeMs === other?.activeMs;

/** Sends runs, one at a time in this browser. First settles runs that closed tabs left unfinished. */
export const createRunner = ({ log, send, platform, holdTab }: RunnerSetup) => {
  const { epochNow } = platform;
  const state = createStore<RunnerState>(() => ({ own: undefined, phase: 'idle', open: undefined }));
  let sending: ReturnType<typeof startSending> | undefined;
  /** This tab has the lock or is taking it. */
  let isBusy = false;
  let isWaitingForOther = false;

  const readView = (id: string): Promise<RunView | undefined> => log.read((db) => readRun(db, id));

  const refresh = async (): Promise<void> => {
    // While this tab sends, each of its own writes would read all runs.
    if (state.getState().phase !== 'idle') return;
    const { runs } = await log.read(readAllRuns).catch(() => ({ runs: [] as Run[] }));
    const { own, phase } = state.getState();
    if (phase !== 'idle') return;
    const stored = runs.find(({ id }) => id === own?.run.id);
    const underWay = runs.find(isUnderWay);
    state.setState({
      own: isSameVersion(stored, own?.run) ? own : undefined,
      open: underWay ?? runs.find(({ status }) => status !== 'finished'),
    });
    if (underWay) void waitForOther();
  };

  const settle = async (lock: HeldLock | undefined): Promise<void> => {
    if (lock) await log.settleRuns().catch(() => undefined);
    lock?.release();
    await refresh();
  };

  const waitForOther = async (): Promise<void> => {
    if (isWaitingForOther || isBusy) return;
    isWaitingForOther = true;
    await settle(await log.waitForSend());
    // Not before: what can't be settled would be tried again and again.
    isWaitingForOther = false;
  };

  const firstRefresh = log.takeSend().then(settle);
  log.subscribe((what) => {
    if (what === 'runs') void refresh();
  });

  const sendRun = (view: RunView, lock: HeldLock): void => {
    const record = openRunRecord(log, view);
    const releaseTab = holdTab();
    const draw = (): void => {
      const run = record.run();
      state.setState({
        own: { run, lines: record.lines },
        phase: record.hasFailed() ? 'failed' : 'sending',
        open: run.status === 'finished' ? undefined : run,
      });
    };
    const drawSoon = throttle(DRAW_MS, draw);
    draw();
    const unsubscribe = record.subscribe(() => {
      const { own, phase } = state.getState();
      const isNew = own?.run.status !== record.run().status || (record.hasFailed() && phase !== 'failed');
      if (isNew) draw();
      else drawSoon.call();
    });
    sending = startSending({
      ...platform,
      record,
      newId: log.newId,
      send,
    });
    void sending.done.then(() => {
      sending = undefined;
      unsubscribe();
      drawSoon.stop();
      releaseTab();
      draw();
      if (record.hasFailed()) return;
      isBusy = false;
      lock.release();
      state.setState({ phase: 'idle' });
      void refresh();
    });
  };

  /** Takes the lock and sends the run that `prepare` returns. */
  const start = async (
    prepare: () => Promise<RunView | 'changed'>,
  ): Promise<{ id: string } | NotSentReason> => {
    if (isBusy) return 'busy';
    isBusy = true;
    const lock = await log.takeSend(SETTLING_MS);
    const view = lock && (await prepare().catch(() => 'unwritten' as const));
    if (lock && typeof view === 'object') {
      sendRun(view, lock);
      return { id: view.run.id };
    }
    lock?.release();
    isBusy = false;
    void refresh();
    if (typeof view === 'string') return view;
    return log.state.getState().isDurable ? 'busy' : 'unwritten';
  };

  const isHere = (runId: string): boolean => {
    const { own, phase } = state.getState();
    return phase !== 'idle' && own?.run.id === runId;
  };

  /** Marks lines that were not sent as final. Rejects if storage fails. */
  const finishPaused = async (runId: string): Promise<void> => {
    const view = await readView(runId);
    if (view?.run.status !== 'paused' || isUnderWay(view.run)) return;
    const at = epochNow();
    const isStored = await openRunRecord(log, view).append(cancelQueued(view.lines), {
      cancelledAt: at,
      status: 'finished',
      finishedAt: at,
      pause: null,
    });
    if (!isStored) throw new Error('Storage failed');
  };

  const carryOut = (command: RunCommand): void => {
    if (!isHere(command.run)) return;
    if (command.ask === 'pause') sending?.pause({ why: 'person' });
    else sending?.cancel();
  };
  log.onCommand(carryOut);
  const request = (command: RunCommand): void => (isHere(command.run) ? carryOut(command) : log.ask(command));

  return {
    state,
    /** Stores a run, then starts sending it. */
    begin: (fresh: NewRun, lines: readonly NewLine[], input?: RunInput) =>
      start(async () => {
        await log.makeRoom(lines.length);
        const queued = lines.map((line): Line => ({ ...line, state: 'queued', requests: 0 }));
        const run: Run = {
          ...fresh,
          id: log.newId(),
          at: epochNow(),
          total: lines.length,
          counts: countLines(queued),
          messages: 0,
          status: 'running',
          activeMs: 0,
          tab: log.tab,
        };
        await log.beginRun(run, lines, input);
        return { run, lines: queued };
      }),
    /** Sends the lines that are still queued. */
    resume: async (runId: string): Promise<{ id: string } | NotSentReason> => {
      if (isHere(runId)) {
        if (sending?.resume()) return { id: runId };
        await sending?.done;
      }
      const result = await start(async () => {
        await log.settleRuns();
        const view = await readView(runId);
        return view?.run.status === 'paused' && view.run.counts.queued > 0 ? view : 'changed';
      });
      if (result !== 'busy' && result !== 'changed') return result;
      const now = await readView(runId).catch(() => undefined);
      return now?.run.status === 'running' ? 'elsewhere' : result;
    },
    /** Sends nothing more. Requests on their way still get their answers. */
    pause: (runId: string): void => request({ run: runId, ask: 'pause' }),
    /** An empty title removes it. Not for a run that another tab sends. Rejects if storage fails. */
    retitle: async (runId: string, title: string): Promise<void> => {
      const patch = { title: title === '' ? null : title };
      if (sending && isHere(runId)) sending.patch(patch);
      else await log.patchRun(runId, patch);
    },
    /** Pauses for good: lines that were not sent are never sent. Rejects if storage fails. */
    cancel: async (runId: string): Promise<void> => {
      request({ run: runId, ask: 'cancel' });
      // If it has just paused, nothing was there to hear it.
      if (isHere(runId)) await sending?.done;
      const lock = await log.takeSend(SETTLING_MS);
      try {
        if (lock) await log.settleRuns();
        await finishPaused(runId);
      } finally {
        lock?.release();
      }
    },
    /** Pauses the run of any tab. Resolves when requests on their way have their answers. */
    pauseForSignOut: async (): Promise<void> => {
      sending?.pause({ why: 'session' });
      await sending?.done;
      await firstRefresh;
      const other = findUnderWay(state.getState());
      // Once storage failed, this tab keeps the lock.
      if (!other || isHere(other.id)) return;
      request({ run: other.id, ask: 'pause' });
      (await log.waitForSend())?.release();
    },
    /** The token is refused and the sign-in server doesn't answer. */
    awaitsToken: (): boolean => sending?.awaitsToken() ?? false,
    isOffline: (): boolean => sending?.isOffline() ?? false,
    waitMs: (): number | undefined => sending?.waitMs(),
    remainingMs: (): number | undefined => sending?.remainingMs(),
  };
};
