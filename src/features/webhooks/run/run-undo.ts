import { useQuery } from '@tanstack/react-query';
import { journalQueries } from '#src/log/queries.ts';
import type { RunLog, RunRecord } from '#src/log/runs/run-log.ts';
import type { Line, Run } from '#src/log/runs/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { counted } from '#src/lib/count.ts';
import { OPPOSITE, VERBS } from '#src/features/webhooks/change/change.ts';
import { pairKey } from '#src/features/webhooks/change/pair.ts';
import { eachLine } from './each-line.ts';
import { undoUnderWay } from './sent-runs.ts';

/** The accepted lines of a run, each counted once: those that its undo sends, and those that it leaves as they are. */
export type Undoable = {
  /** What the undo sends, by index, in their order. */
  lines: readonly number[];
  /** Of those: nobody knows any more whether a later operation has changed them. */
  untold: number;
  /** Left out: the same operation was accepted for them before this run. */
  again: number;
  /** Left out: a later operation was accepted for them. */
  changed: number;
  /** Left out: an undo of this run has taken them back. */
  undone: number;
};

/** The accepted lines that did something which can be taken back, and how many did it `again`. */
const acceptedOf = async (record: RunRecord, signal: AbortSignal) => {
  const once: number[] = [];
  let repeated = 0;
  const take = ({ state, again }: Line, index: number) => {
    if (state !== 'accepted') return;
    if (again) repeated += 1;
    else once.push(index);
  };
  await eachLine(record, record.run().total, take, signal);
  return { once, again: repeated };
};

/** Which lines of a run can be taken back, by what this browser knows now. In slices; rejects on `signal`. */
export const findUndoable = async (
  record: RunRecord,
  runLog: Pick<RunLog, 'runs' | 'lastAccepted'>,
  signal: AbortSignal,
): Promise<Undoable> => {
  const { id, at: begunAt } = record.run();
  const { once, again } = await acceptedOf(record, signal);
  const indexes = new Map(once.map((index) => [pairKey(record.line(index)), index]));
  const undos = new Set((await runLog.runs()).filter(({ undoOf }) => undoOf === id).map((run) => run.id));
  const own = new Set<number>();
  const left = new Map<number, 'changed' | 'undone'>();
  await runLog.lastAccepted((some) => {
    for (const last of some) {
      const index = indexes.get(pairKey(last));
      if (index === undefined) continue;
      if ('run' in last.by && last.by.run === id) own.add(index);
      // An older one is no word about what came later.
      else if (last.at >= (record.line(index).sentAt ?? begunAt)) {
        left.set(index, 'run' in last.by && undos.has(last.by.run) ? 'undone' : 'changed');
      }
    }
  });
  signal.throwIfAborted();
  const lines = [...indexes.values()].filter((index) => !left.has(index)).toSorted((a, b) => a - b);
  const undone = [...left.values()].filter((why) => why === 'undone').length;
  return {
    lines,
    untold: lines.filter((index) => !own.has(index)).length,
    again,
    changed: left.size - undone,
    undone,
  };
};

export const isSameUndo = (one: Undoable, other: Undoable): boolean =>
  one.lines.length === other.lines.length && one.lines.every((line, at) => line === other.lines[at]);

/** What the undo of a run does, and what it leaves as it is and why; one sentence each. */
export const undoSentences = (
  { operation }: Pick<Run, 'operation'>,
  { lines, untold, again, changed, undone }: Undoable,
): string[] => {
  const { done } = VERBS[operation];
  const undo = VERBS[OPPOSITE[operation]].done.toLowerCase();
  const sentences = [
    lines.length === 0
      ? 'Nothing is left to undo.'
      : `${counted(lines.length, 'pair')} will be ${undo} as a new run.`,
  ];
  const say = (count: number, one: string, many: string) => {
    if (count > 0) sentences.push(`${counted(count, 'pair')} ${count === 1 ? one : many}`);
  };
  say(undone, `was ${undo} by an undo already.`, `were ${undo} by an undo already.`);
  say(
    again,
    `was ${done.toLowerCase()} from this browser before this run and is left as it is.`,
    `were ${done.toLowerCase()} from this browser before this run and are left as they are.`,
  );
  say(
    changed,
    'was changed since by a later operation and is left out.',
    'were changed since by later operations and are left out.',
  );
  if (untold > 0) {
    sentences.push(
      `For ${counted(untold, 'pair')} this browser can’t tell whether a later operation changed ${untold === 1 ? 'it. It is' : 'them. They are'} included.`,
    );
  }
  return sentences;
};

/** What can be said of the undo of a run that is over. */
export type UndoState = {
  /** Lines that did something that can be taken back, and has not been. */
  count: number;
  /** Lines that were taken back. */
  undone: number;
  mayUndo: boolean;
  /** The run that takes it back, or has done so. */
  by: Run | undefined;
  /** All of them were taken back. */
  isWhole: boolean;
};

const stateOf = (run: Run, undoable: number, runs: readonly Run[]): UndoState => {
  const underWay = undoUnderWay(run, runs);
  const undos = runs.filter(({ undoOf, counts }) => undoOf === run.id && counts.accepted > 0);
  const undone = undos.reduce((sum, { counts }) => sum + counts.accepted, 0);
  const count = Math.max(0, undoable - undone);
  const isWhole = !underWay && undone > 0 && count === 0;
  return { count, undone, mayUndo: count > 0 && !underWay, by: underWay ?? undos[0], isWhole };
};

/** Undefined where nothing can be undone, or until that is known. */
export const useUndo = (record: RunRecord, run: Run): UndoState | undefined => {
  const workspace = useWorkspace();
  const { accepted } = run.counts;
  const isAsked = run.status === 'finished' && run.undoOf === undefined && accepted > 0;
  const { data: count } = useQuery({
    queryKey: ['undoable', run.id, accepted],
    queryFn: async ({ signal }) => (await acceptedOf(record, signal)).once.length,
    gcTime: 0,
    enabled: isAsked,
  });
  const { data: runs } = useQuery({ ...journalQueries.runs(workspace), enabled: isAsked });
  return isAsked && runs && count !== undefined ? stateOf(run, count, runs) : undefined;
};
