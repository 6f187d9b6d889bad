import type { Log } from '#src/log/log.ts';
import { openRecord, type RunRecord } from '#src/log/run-record.ts';
import { countLines, type NewLine, type NewRun, type Run, type RunView } from '#src/log/run.ts';
import { MOST_LINES } from '#src/lists/list-text.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import type { HeldLock } from '#src/storage/tab-lock.ts';
import { startSending, type Sending, type SendingSetup } from './sending.ts';

/**
 * What came of asking. `busy`: this browser sends another run; `changed`: the run has gone on meanwhile; `unwritten`: storage
 * does not take the run, so nothing is sent.
 */
export type Asked = 'running' | 'busy' | 'changed' | 'unwritten';

/** Sends runs, one at a time in this browser, whichever area is shown. */
export type Runner = {
  /** The run that this tab sends, or had to stop as storage failed. */
  current: () => RunRecord | undefined;
  /** The run that this tab sent last, as long as no other tab has changed it. */
  latest: () => RunRecord | undefined;
  /** Told when `current` has changed, or the run of another tab has. */
  subscribe: (listener: () => void) => () => void;
  /** The run that this browser sends, here or in another tab. */
  underWay: () => Run | undefined;
  /** Writes a run down and begins to send it. */
  begin: (run: NewRun, lines: readonly NewLine[]) => Promise<{ id: string } | 'busy' | 'unwritten'>;
  /** Goes on with what is queued. */
  resume: (runId: string) => Promise<Asked>;
  /** Sends nothing more; what is on its way still gets its answer. */
  pause: (runId: string) => void;
  /** What has not been sent stays so; what is on its way still gets its answer. */
  cancel: (runId: string) => Promise<void>;
  /** The token is refused and the sign-in server does not answer: nothing is sent until there is a new one. */
  awaitsToken: () => boolean;
  /** Pauses the run, in whichever tab it is sent. Settles when what is on its way has its answers. */
  leave: () => Promise<void>;
  /** About how long the rest will take, in milliseconds; undefined as long as nothing can be said. */
  remainingMs: () => number | undefined;
};

export type RunnerSetup = {
  log: Log;
  /** Reads from the log. */
  read: { runs: () => Promise<Run[]>; run: (id: string) => Promise<RunView | undefined> };
  /** Sends one pair of a run. */
  send: (run: Run, ...given: Parameters<SendingSetup['send']>) => ReturnType<SendingSetup['send']>;
  platform: Omit<SendingSetup, 'record' | 'send' | 'newId'>;
  /** Told how far the run under way is, or the latest one that is paused; undefined if there is none. */
  onProgress: (run: Run | undefined) => void;
  /** Has the browser ask before the tab is closed, until the result is called. */
  holdTab: () => () => void;
};

/** Whether two headers say the same, in whatever order their fields are. */
const isEqual = (one: Run | undefined, other: Run | undefined): boolean =>
  one?.id === other?.id &&
  one?.status === other?.status &&
  one?.tab === other?.tab &&
  one?.activeMs === other?.activeMs;

/** Another tab may hold the lock for a moment, only to settle what was left. */
const SETTLING_MS = 1000;

/** The runner of one person and service. It begins by settling what tabs that are gone have left. */
export const createRunner = ({ log, read, send, platform, onProgress, holdTab }: RunnerSetup): Runner => {
  const { subscribe, emit } = createEmitter();
  const { epochNow } = platform;
  let current: RunRecord | undefined;
  let latest: RunRecord | undefined;
  let sending: Sending | undefined;
  /** The run that is under way in another tab. */
  let foreign: Run | undefined;
  let isAsking = false;
  let hasLock = false;
  let isWatching = false;

  const setCurrent = (record: RunRecord | undefined): void => {
    current = record;
    emit();
  };

  const look = async (): Promise<void> => {
    const runs = await read.runs().catch((): Run[] => []);
    if (current) return;
    foreign = runs.find(({ status }) => status === 'running');
    const sent = latest?.run();
    const stored = runs.find(({ id }) => id === sent?.id);
    if (!isEqual(stored, sent)) latest = undefined;
    onProgress(foreign ?? runs.find(({ status }) => status !== 'finished'));
    emit();
    if (foreign) void watch();
  };

  /** Waits until the tab that sends is done or gone, and settles what it left. */
  const watch = async (): Promise<void> => {
    if (isWatching || hasLock) return;
    isWatching = true;
    const lock = await log.waitForSend();
    if (lock) {
      await log.settleRuns().catch(() => undefined);
      lock.release();
    }
    isWatching = false;
    await look();
  };

  const settle = async (): Promise<void> => {
    const lock = await log.takeSend();
    if (lock) await log.settleRuns().catch(() => undefined);
    lock?.release();
    await look();
  };
  /** Settles when this tab knows whether another one sends. */
  const looked = settle();
  log.subscribe((what) => {
    if (what === 'runs' && !current) void look();
  });

  /** Sends what is queued, and then gives the lock back; if storage fails the tab has it until it is reloaded. */
  const go = (view: RunView, lock: HeldLock): void => {
    const record = openRecord(log, view);
    const leaveTab = holdTab();
    foreign = undefined;
    record.subscribe(() => onProgress(record.run()));
    sending = startSending({
      ...platform,
      record,
      newId: log.newId,
      send: (pair, options) => send(view.run, pair, options),
    });
    setCurrent(record);
    void sending.done.then(() => {
      leaveTab();
      sending = undefined;
      if (record.hasFailed()) return emit();
      hasLock = false;
      lock.release();
      latest = record;
      setCurrent(undefined);
      void look();
    });
  };

  /** Acts with the lock, one request of the user at a time. `act` gives the run that is to be sent. */
  const withLock = async <Refusal extends Asked>(
    act: () => Promise<RunView | Refusal>,
  ): Promise<{ id: string } | Refusal | 'busy' | 'unwritten'> => {
    if (isAsking || hasLock) return 'busy';
    isAsking = true;
    try {
      const lock = await log.takeSend(SETTLING_MS);
      if (!lock) return 'busy';
      hasLock = true;
      const view = await act().catch((): 'unwritten' => 'unwritten');
      if (typeof view === 'object') {
        go(view, lock);
        return { id: view.run.id };
      }
      hasLock = false;
      lock.release();
      return view;
    } finally {
      isAsking = false;
    }
  };

  const isHere = (runId: string): boolean => current?.run().id === runId;

  const cancelHere = (): void => sending?.cancel();

  /** Ends a paused run: what was not sent stays so. */
  const cancelPaused = async (runId: string): Promise<void> => {
    const view = await read.run(runId);
    if (!view || view.run.status !== 'paused') return;
    const record = openRecord(log, view);
    const at = epochNow();
    const queued = [...view.lines.keys()].filter((index) => view.lines[index]?.state === 'queued');
    await record.append(
      queued.map((index) => [index, { kind: 'cancel' }]),
      { cancelledAt: at, status: 'finished', finishedAt: at, pause: null },
    );
  };

  log.onCommand(({ run, ask }) => {
    if (!isHere(run)) return;
    if (ask === 'pause') sending?.pause({ why: 'person' });
    else cancelHere();
  });

  return {
    current: () => current,
    latest: () => latest,
    subscribe,
    underWay: () => current?.run() ?? foreign,
    begin: async (fresh, lines) => {
      if (lines.length > MOST_LINES) throw new RangeError(`A run has at most ${MOST_LINES} lines`);
      return withLock<'unwritten'>(async () => {
        await log.makeRoom(lines.length);
        const run: Run = {
          ...fresh,
          id: log.newId(),
          at: epochNow(),
          total: lines.length,
          counts: countLines(lines.map(() => ({ state: 'queued' }))),
          messages: 0,
          status: 'running',
          activeMs: 0,
          tab: log.tab,
        };
        await log.beginRun(run, lines);
        return { run, lines: lines.map((line) => ({ ...line, state: 'queued', requests: 0 })) };
      });
    },
    resume: async (runId) => {
      if (isHere(runId)) await sending?.done;
      const begun = await withLock(async (): Promise<RunView | 'changed'> => {
        await log.settleRuns();
        const view = await read.run(runId);
        return view?.run.status === 'paused' && view.run.counts.queued > 0 ? view : 'changed';
      });
      return typeof begun === 'object' ? 'running' : begun;
    },
    pause: (runId) => {
      if (isHere(runId)) sending?.pause({ why: 'person' });
      else log.ask({ run: runId, ask: 'pause' });
    },
    cancel: async (runId) => {
      if (isHere(runId)) return cancelHere();
      if (foreign?.id === runId) return log.ask({ run: runId, ask: 'cancel' });
      const lock = await log.takeSend(SETTLING_MS);
      await cancelPaused(runId);
      lock?.release();
    },
    awaitsToken: () => sending?.awaitsToken() ?? false,
    leave: async () => {
      if (sending) {
        sending.pause({ why: 'session' });
        await sending.done;
      } else {
        await looked;
        if (!foreign) return;
        log.ask({ run: foreign.id, ask: 'pause' });
        (await log.waitForSend())?.release();
      }
    },
    remainingMs: () => sending?.remainingMs(),
  };
};
