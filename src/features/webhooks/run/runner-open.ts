import type { RunLog, RunRecord } from '#src/journal/runs/run-log.ts';
import type { Run } from '#src/journal/runs/run.ts';
import type { Asked, Runner } from './runner.ts';
import { callOff } from './sending-rules.ts';
import { startSending, type Sending, type SendingSetup } from './sending.ts';

export type RunnerSetup = {
  runLog: RunLog;
  /** Sends one pair of a run. */
  send: (run: Run, ...given: Parameters<SendingSetup['send']>) => ReturnType<SendingSetup['send']>;
  surroundings: Pick<
    SendingSetup,
    'pace' | 'maxConcurrent' | 'connection' | 'onRenewed' | 'now' | 'epochNow'
  >;
  /** Told how far the run is that goes on, or the latest one that stands still; undefined where there is none. */
  onProgress: (run: Run | undefined) => void;
  /** Keeps the tab from being closed unasked until the result is called. */
  holdTab: () => () => void;
};

/** So many lines are opened again before the page may draw. */
const REOPEN_SLICE = 1000;
/** How long another tab may look what there is, before it counts as sending. */
const LOOKING_MS = 1000;

const isOpen = (run: Run): boolean => run.status !== 'finished';

/** Whether a run has not gone on, or been called off, since somebody looked at it. */
const isSameStand = (seen: Run, now: Run): boolean =>
  seen.status === now.status && seen.finishedAt === now.finishedAt && seen.activeMs === now.activeMs;

/** The runner of one person and service. It begins by looking what other tabs do, or have left undone. */
export const createRunner = ({ runLog, send, surroundings, onProgress, holdTab }: RunnerSetup): Runner => {
  const listeners = new Set<() => void>();
  const life = new AbortController();
  let current: { record: RunRecord; isHere: boolean } | undefined;
  let sending: Sending | undefined;
  let isFollowing = false;
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
    for (const listener of listeners) listener();
  };

  const showLatest = async (): Promise<void> => {
    const open = (await runLog.runs()).find(isOpen);
    if (!current) onProgress(open);
  };

  /** Also from the moment that this tab has the lease for it. */
  const isSending = (): boolean => sending !== undefined || hasLease;

  /** Stays with the tab that sends until that one stops or is gone; the lease is this tab's then. */
  const follow = async (): Promise<(() => void) | undefined> => {
    while (!isSending() && !life.signal.aborted) {
      const release = await runLog.acquireLease();
      if (release) return release;
      const news = new Promise<void>((resolve) => {
        hearNews = resolve;
      });
      const foreign = (await runLog.runs()).find(({ status }) => status === 'running');
      const record = foreign && (await runLog.open(foreign.id));
      if (isSending()) return undefined;
      if (current?.record !== record) setCurrent(record && { record, isHere: false });
      const waiting = new AbortController();
      await Promise.race([runLog.leaseIsFree(AbortSignal.any([life.signal, waiting.signal])), news]);
      waiting.abort();
    }
    return undefined;
  };

  /** Looks what another tab sends, or has left undone. */
  const look = async (): Promise<void> => {
    if (isFollowing || isSending()) return;
    isFollowing = true;
    const release = await follow();
    if (release) {
      await runLog.settleAbandoned();
      release();
    }
    isFollowing = false;
    if (isSending()) return;
    setCurrent(undefined);
    await showLatest();
  };
  void look();
  runLog.subscribe(() => {
    hearNews();
    void look();
  });

  const go = (record: RunRecord, release: () => void): void => {
    const run = record.run();
    const releaseTab = holdTab();
    sending = startSending({
      ...surroundings,
      record,
      send: (pair, options) => send(run, pair, options),
    });
    setCurrent({ record, isHere: true });
    // Commands that came while the lines were being opened.
    void runLog.receiveCommands();
    void sending.done.then(async () => {
      sending = undefined;
      releaseTab();
      release();
      setCurrent(undefined);
      await showLatest();
    });
  };

  const acquireLease = async (): Promise<(() => void) | undefined> => {
    if (isSending()) return undefined;
    let release = await runLog.acquireLease();
    if (!release) {
      // Another tab may only be looking, which takes it a moment.
      await runLog.leaseIsFree(AbortSignal.any([life.signal, AbortSignal.timeout(LOOKING_MS)]));
      release = await runLog.acquireLease();
    }
    const end = release;
    if (!end) return undefined;
    hasLease = true;
    return () => {
      hasLease = false;
      end();
    };
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

  const isHere = (runId: string): boolean => current?.isHere === true && current.record.run().id === runId;

  /** Acts on a run that nobody sends, as long as it stands where the person saw it. */
  const alone = (
    runId: string,
    act: (record: RunRecord, release: () => void) => Promise<void>,
  ): Promise<Asked> =>
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
      const release = await acquireLease();
      if (!release) return 'busy';
      try {
        await runLog.settleAbandoned();
        const record = await runLog.reread(runId);
        if (record === 'unreadable') return (release(), 'unreadable');
        if (!record || !seen || !isSameStand(seen, record.run()) || word !== words)
          return (release(), 'changed');
        await act(record, release);
        return 'running';
      } catch (error) {
        release();
        throw error;
      }
    });

  const cancelHere = async (): Promise<void> => {
    if (sending?.isAtRest() === false) sending.cancel();
    // It stands still, and waits to be written down.
    else if (current) await callOff(current.record, surroundings.epochNow);
  };

  runLog.onCommand((runId, command) => {
    if (!isHere(runId)) return false;
    if (command === 'pause') sending?.pause({ why: 'person' });
    else void cancelHere();
    return true;
  });

  return {
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (run, pairs) =>
      once(async () => {
        const release = await acquireLease();
        if (!release) return 'busy';
        try {
          const record = await runLog.begin(run, pairs);
          if (!record) return (release(), 'unwritten');
          go(record, release);
          return { id: record.run().id };
        } catch (error) {
          release();
          throw error;
        }
      }),
    resume: (runId) =>
      alone(runId, async (record, release) => {
        if (record.run().counts.queued > 0) go(record, release);
        else release();
      }),
    pause: async (runId) => {
      words += 1;
      if (isHere(runId)) sending?.pause({ why: 'person' });
      else await runLog.command(runId, 'pause');
    },
    cancel: async (runId) => {
      words += 1;
      if (isHere(runId)) return cancelHere();
      const record = await runLog.reread(runId);
      if (!record || record === 'unreadable') return;
      const { status, counts } = record.run();
      // Nobody sends a run that stands still, also where another one is being sent; but its answers may be still to come.
      if (status === 'running' || counts.sending > 0) await runLog.command(runId, 'cancel');
      else await callOff(record, surroundings.epochNow);
      await showLatest();
    },
    sendAgain: (runId, state) =>
      alone(runId, async (record, release) => {
        const { total } = record.run();
        // From the first line on that is open again: should this tab die now, the run stands still and is not finished.
        const opened = { status: 'paused', finishedAt: null } as const;
        for (let from = 0; from < total; from += REOPEN_SLICE) {
          const indexes = Array.from({ length: Math.min(REOPEN_SLICE, total - from) }, (_, at) => from + at);
          const chosen = indexes.filter((index) => record.line(index).state === state);
          if (chosen.length === 0) continue;
          await record.append(
            chosen.map((index) => [index, { kind: 'reopen' }]),
            opened,
          );
        }
        if (record.run().counts.queued > 0) go(record, release);
        else release();
      }),
    leave: async () => {
      if (!sending) return;
      sending.pause({ why: 'session' });
      await sending.atRest;
      await current?.record.flush();
    },
    awaitsToken: () => sending?.awaitsToken() ?? false,
    remainingMs: () => sending?.remainingMs(),
  };
};
