import type { Books, Sheet } from '#src/journal/books.ts';
import type { Run } from '#src/journal/run.ts';
import type { Runner } from './runner.ts';
import { cancelQueued, restingPatch, startSending, type Sending, type SendingSetup } from './sending.ts';

export type RunnerSetup = {
  books: Books;
  /** Sends one pair of a run. */
  send: (run: Run, ...given: Parameters<SendingSetup['send']>) => ReturnType<SendingSetup['send']>;
  surroundings: Pick<SendingSetup, 'pace' | 'maxConcurrent' | 'connection' | 'now' | 'epochNow'>;
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

/** The runner of one person and service. It begins by looking what other tabs do, or have left undone. */
export const createRunner = ({ books, send, surroundings, onProgress, holdTab }: RunnerSetup): Runner => {
  const listeners = new Set<() => void>();
  const life = new AbortController();
  let current: { sheet: Sheet; isHere: boolean } | undefined;
  let sending: Sending | undefined;
  let isFollowing = false;
  let isAtTurn = false;
  let leaveSheet: (() => void) | undefined;

  const setCurrent = (next: typeof current): void => {
    if (next === current) return;
    current = next;
    leaveSheet?.();
    leaveSheet = next?.sheet.subscribe(() => onProgress(next.sheet.run()));
    if (next) onProgress(next.sheet.run());
    for (const listener of listeners) listener();
  };

  const showLatest = async (): Promise<void> => {
    const open = (await books.runs()).find(isOpen);
    if (!current) onProgress(open);
  };

  /** Also from the moment that this tab has the turn for it. */
  const isSending = (): boolean => sending !== undefined || isAtTurn;

  /** Stays with the tab that sends until that one stops or is gone; the turn is this tab's then. */
  const follow = async (): Promise<(() => void) | undefined> => {
    while (!isSending() && !life.signal.aborted) {
      const turn = await books.takeTurn();
      if (turn) return turn;
      const foreign = (await books.runs()).find(({ status }) => status === 'running');
      const sheet = foreign && (await books.open(foreign.id));
      if (!isSending()) setCurrent(sheet && { sheet, isHere: false });
      await books.turnIsFree(life.signal);
    }
    return undefined;
  };

  /** Looks what another tab sends, or has left undone. */
  const look = async (): Promise<void> => {
    if (isFollowing || isSending()) return;
    isFollowing = true;
    const turn = await follow();
    if (turn) {
      await books.settleAbandoned();
      turn();
    }
    isFollowing = false;
    if (isSending()) return;
    setCurrent(undefined);
    await showLatest();
  };
  void look();
  books.subscribe(() => void look());

  const go = (sheet: Sheet, giveBack: () => void): void => {
    const run = sheet.run();
    const releaseTab = holdTab();
    sending = startSending({
      ...surroundings,
      sheet,
      send: (pair, options) => send(run, pair, options),
    });
    setCurrent({ sheet, isHere: true });
    void sending.done.then(async () => {
      sending = undefined;
      releaseTab();
      giveBack();
      setCurrent(undefined);
      await showLatest();
    });
  };

  const takeTurn = async (): Promise<(() => void) | undefined> => {
    if (isSending()) return undefined;
    let turn = await books.takeTurn();
    if (!turn) {
      // Another tab may only be looking, which takes it a moment.
      await books.turnIsFree(AbortSignal.any([life.signal, AbortSignal.timeout(LOOKING_MS)]));
      turn = await books.takeTurn();
    }
    const end = turn;
    if (!end) return undefined;
    isAtTurn = true;
    return () => {
      isAtTurn = false;
      end();
    };
  };

  /** Acts on a run that nobody sends. */
  const alone = async (
    runId: string,
    act: (sheet: Sheet, giveBack: () => void) => Promise<void>,
  ): Promise<'running' | 'busy'> => {
    const turn = await takeTurn();
    if (!turn) return 'busy';
    await books.settleAbandoned();
    const sheet = await books.open(runId);
    if (sheet) await act(sheet, turn);
    else turn();
    return 'running';
  };

  const isHere = (runId: string): boolean => current?.isHere === true && current.sheet.run().id === runId;

  const resume: Runner['resume'] = async (runId) => {
    // What is on its way is waited for first.
    if (isHere(runId) && current?.sheet.run().status === 'paused') await sending?.done;
    return isHere(runId) ? 'running' : alone(runId, async (sheet, turn) => go(sheet, turn));
  };

  books.wishes((runId, wish) => {
    if (!isHere(runId)) return;
    if (wish === 'pause') sending?.pause({ why: 'person' });
    else sending?.cancel();
  });

  return {
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: async (run, pairs) => {
      const turn = await takeTurn();
      if (!turn) return 'busy';
      const sheet = await books.begin(run, pairs);
      go(sheet, turn);
      return { id: sheet.run().id };
    },
    resume,
    pause: async (runId) => {
      if (isHere(runId)) sending?.pause({ why: 'person' });
      else await books.wish(runId, 'pause');
    },
    cancel: async (runId) => {
      if (isHere(runId)) return sending?.cancel();
      const cancelHere = async (sheet: Sheet, turn: () => void): Promise<void> => {
        await sheet.apply([], { cancelledAt: surroundings.epochNow() });
        await cancelQueued(sheet);
        await sheet.apply([], restingPatch(sheet, surroundings.epochNow()));
        turn();
        await showLatest();
      };
      if ((await alone(runId, cancelHere)) === 'busy') await books.wish(runId, 'cancel');
    },
    sendAgain: (runId, state) =>
      alone(runId, async (sheet, turn) => {
        const { total } = sheet.run();
        for (let from = 0; from < total; from += REOPEN_SLICE) {
          const indexes = Array.from({ length: Math.min(REOPEN_SLICE, total - from) }, (_, at) => from + at);
          const chosen = indexes.filter((index) => sheet.line(index).state === state);
          if (chosen.length > 0) await sheet.apply(chosen.map((index) => [index, { kind: 'reopen' }]));
        }
        go(sheet, turn);
      }),
    remainingMs: () => sending?.remainingMs(),
  };
};
