import type { RunLog, RunRecord } from '#src/log/runs/run-log.ts';
import type { NewLine, NewRun, Run } from '#src/log/runs/run.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { callOff, isSameStand, reopenAll } from './sending-rules.ts';
import { startSending, type Sending, type SendingSetup } from './sending.ts';

/**
 * What came of the person's word. `busy`: this browser sends another run, or is about to; `changed`: the run has gone on or
 * was called off since it was looked at; `unreadable`: the run log can't be asked what another tab has sent; `unwritten`: what
 * is known here can't be written down, so nothing more is sent.
 */
export type Asked = 'running' | 'busy' | 'changed' | 'unreadable' | 'unwritten';

/** Sends runs, one at a time in this browser, whichever area is shown. */
export type Runner = {
  /** The run that this browser sends at present, in this tab or in another one. */
  current: () => { record: RunRecord; isHere: boolean } | undefined;
  /** Told whenever `current` has changed; what happens within a run is told by its record. */
  subscribe: (listener: () => void) => () => void;
  /**
   * Writes the run down and begins to send it. `busy`: this browser sends another run already; `unwritten`: it can't be
   * written down, so there is none.
   */
  begin: (run: NewRun, pairs: readonly NewLine[]) => Promise<{ id: string } | 'busy' | 'unwritten'>;
  /** Goes on with what is queued. */
  resume: (runId: string) => Promise<Asked>;
  /** Sends nothing more; what is on its way still gets its answer. */
  pause: (runId: string) => void;
  /** What has not been sent stays so; what is on its way still gets its answer. */
  cancel: (runId: string) => Promise<void>;
  /** Opens closed lines again by the person's word, and goes on. */
  sendAgain: (runId: string, state: 'refused' | 'unknown' | 'not-sent') => Promise<Asked>;
  /** The token is refused and the sign-in server does not answer: nothing is sent until there is a new one. */
  awaitsToken: () => boolean;
  /** Pauses the run, in whichever tab it is sent. Settles when what is on its way has its answers. */
  leave: () => Promise<void>;
  /** About how long the rest will take at the pace of late, in milliseconds; undefined where nothing can be said. */
  remainingMs: () => number | undefined;
};

export type RunnerSetup = {
  runLog: RunLog;
  /** Sends one pair of a run. */
  send: (run: Run, ...given: Parameters<SendingSetup['send']>) => ReturnType<SendingSetup['send']>;
  surroundings: Omit<SendingSetup, 'record' | 'send'>;
  /** Told how far the run is that goes on, or the latest one that stands still; undefined where there is none. */
  onProgress: (run: Run | undefined) => void;
  /** Keeps the tab from being closed unasked until the result is called. */
  holdTab: () => () => void;
};

/** How long another tab may look what there is, before it counts as sending. */
const LOOKING_MS = 1000;

const isAtRest = (record: RunRecord): boolean => {
  const { status, counts } = record.run();
  return status !== 'running' && counts.sending === 0;
};

const untilAtRest = (record: RunRecord): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!isAtRest(record)) return;
      leave();
      resolve();
    };
    const leave = record.subscribe(look);
    look();
  });

/** The runner of one person and service. It begins by looking what other tabs do, or have left undone. */
export const createRunner = ({ runLog, send, surroundings, onProgress, holdTab }: RunnerSetup): Runner => {
  const { subscribe, emit } = createEmitter();
  let current: { record: RunRecord; isHere: boolean } | undefined;
  let sending: Sending | undefined;
  let isLooking = false;
  let hasLease = false;
  let isAsked = false;
  /** Grows with each pause and cancel: what was asked before them is overtaken. */
  let words = 0;
  let hearNews: () => void = () => undefined;
  let leaveRecord: (() => void) | undefined;

  const setCurrent = (next: typeof current): void => {
    if (next === current) return;
    current = next;
    leaveRecord?.();
    leaveRecord = next?.record.subscribe(() => onProgress(next.record.run()));
    if (next) onProgress(next.record.run());
    emit();
  };

  const showLatest = async (): Promise<void> => {
    const open = (await runLog.runs()).find(({ status }) => status !== 'finished');
    if (!current) onProgress(open);
  };

  /** Also from the moment that this tab has the lease for it. */
  const isSending = (): boolean => sending !== undefined || hasLease;

  /** Stays with the tab that sends until that one stops or is gone, and settles what was left undone. */
  const look = async (): Promise<void> => {
    if (isLooking || isSending()) return;
    isLooking = true;
    while (!isSending()) {
      const release = await runLog.acquireLease();
      if (release) {
        await runLog.settleAbandoned();
        release();
        noteLooked();
        break;
      }
      const news = new Promise<void>((resolve) => {
        hearNews = resolve;
      });
      const foreign = (await runLog.runs()).find(({ status }) => status === 'running');
      const record = foreign && (await runLog.open(foreign.id));
      if (isSending()) break;
      if (current?.record !== record) setCurrent(record && { record, isHere: false });
      noteLooked();
      const waiting = new AbortController();
      await Promise.race([runLog.leaseIsFree(waiting.signal), news]);
      waiting.abort();
    }
    isLooking = false;
    if (isSending()) return;
    setCurrent(undefined);
    await showLatest();
  };
  let noteLooked: () => void = () => undefined;
  /** Settles when this tab knows whether another one sends. */
  const looked = new Promise<void>((resolve) => {
    noteLooked = resolve;
  });
  void look();
  runLog.subscribe(() => {
    hearNews();
    void look();
  });

  /** Sends what is queued; where nothing is, it only releases the lease. */
  const go = (record: RunRecord, release: () => void): void => {
    const run = record.run();
    if (run.counts.queued === 0) return release();
    const releaseTab = holdTab();
    sending = startSending({
      ...surroundings,
      record,
      send: (pair, options) => send(run, pair, options),
    });
    setCurrent({ record, isHere: true });
    void sending.done.then(async () => {
      sending = undefined;
      releaseTab();
      release();
      setCurrent(undefined);
      await showLatest();
    });
  };

  /** One request of the person at a time: a second press in the same breath is the same word said twice. */
  const once = async <Result>(act: () => Promise<Result | 'busy'>): Promise<Result | 'busy'> => {
    if (isAsked) return 'busy';
    isAsked = true;
    try {
      return await act();
    } finally {
      isAsked = false;
    }
  };

  /** Acts with the lease, which `act` hands on or releases. */
  const withLease = async <Result>(
    act: (release: () => void) => Promise<Result>,
  ): Promise<Result | 'busy'> => {
    if (isSending()) return 'busy';
    // Another tab may only be looking, which takes it a moment.
    const end = await runLog.acquireLease(LOOKING_MS);
    if (!end) return 'busy';
    hasLease = true;
    const release = (): void => {
      hasLease = false;
      end();
    };
    try {
      return await act(release);
    } catch (error) {
      release();
      throw error;
    }
  };

  const isHere = (runId: string): boolean => current?.isHere === true && current.record.run().id === runId;

  /** Goes on with a run that nobody sends, as long as it stands where the person saw it. */
  const goOn = (runId: string, prepare?: (record: RunRecord) => Promise<void>): Promise<Asked> =>
    once(async () => {
      const word = words;
      // What is on its way is waited for first, and what is known of it has to be written down.
      if (isHere(runId) && current && current.record.run().status !== 'running') {
        await sending?.atRest;
        if (!(await current.record.flush()) && current.record.trouble() === 'unwritten') return 'unwritten';
        await sending?.done;
      }
      const seen = (await runLog.open(runId))?.run();
      if (isHere(runId)) return 'running';
      return withLease(async (release): Promise<Asked> => {
        await runLog.settleAbandoned();
        const record = await runLog.reread(runId);
        if (record === 'unreadable') return (release(), 'unreadable');
        if (!record || !seen || !isSameStand(seen, record.run()) || word !== words)
          return (release(), 'changed');
        await prepare?.(record);
        go(record, release);
        return 'running';
      });
    });

  const pauseHere = (): void => sending?.pause({ why: 'person' });
  const cancelHere = async (): Promise<void> => {
    if (sending?.isAtRest() === false) sending.cancel();
    // It stands still, and waits to be written down.
    else if (current) await callOff(current.record, surroundings.epochNow);
  };

  runLog.onCommand(({ runId, command }) => {
    if (!isHere(runId)) return;
    if (command === 'pause') pauseHere();
    else void cancelHere();
  });

  return {
    current: () => current,
    subscribe,
    begin: (run, pairs) =>
      once(() =>
        withLease(async (release) => {
          const record = await runLog.begin(run, pairs);
          if (!record) return (release(), 'unwritten');
          go(record, release);
          return { id: record.run().id };
        }),
      ),
    resume: (runId) => goOn(runId),
    pause: (runId) => {
      words += 1;
      if (isHere(runId)) pauseHere();
      else runLog.command(runId, 'pause');
    },
    cancel: async (runId) => {
      words += 1;
      if (isHere(runId)) return cancelHere();
      const record = await runLog.reread(runId);
      if (!record || record === 'unreadable') return;
      const { status, counts } = record.run();
      // Nobody sends a run that stands still, also where another one is being sent; but its answers may be still to come.
      if (status === 'running' || counts.sending > 0) runLog.command(runId, 'cancel');
      else await callOff(record, surroundings.epochNow);
      await showLatest();
    },
    sendAgain: (runId, state) => goOn(runId, (record) => reopenAll(record, state)),
    leave: async () => {
      if (sending) {
        sending.pause({ why: 'session' });
        await sending.atRest;
        await current?.record.flush();
        return;
      }
      await looked;
      if (!current || current.isHere) return;
      const { record } = current;
      runLog.command(record.run().id, 'pause');
      await untilAtRest(record);
    },
    awaitsToken: () => sending?.awaitsToken() ?? false,
    remainingMs: () => sending?.remainingMs(),
  };
};
