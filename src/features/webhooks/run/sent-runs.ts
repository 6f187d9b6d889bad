import type { Run } from '#src/log/runs/run.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { counted, number } from '#src/lib/count.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';

const troubles = ({ counts }: Run): string[] => [
  ...(counts.refused > 0 ? [`${number(counts.refused)} failed`] : []),
  ...(counts.unknown > 0 ? [`${number(counts.unknown)} unknown`] : []),
  ...(counts['not-sent'] > 0 ? [`${number(counts['not-sent'])} not sent`] : []),
];

const undoWords = (run: Run, runs: readonly Run[]): string[] => {
  if (run.undoOf === undefined) return [];
  const undone = runs.find(({ id }) => id === run.undoOf);
  return [undone ? `undo of ${formatMoment(undone.at, run.at)}` : 'undo of an earlier run'];
};

/** The undo of a run that is not over yet. */
export const undoUnderWay = ({ id }: Pick<Run, 'id'>, runs: readonly Run[]): Run | undefined =>
  runs.find(({ undoOf, status }) => undoOf === id && status !== 'finished');

/** Whether another run has taken back all that this one did. */
const isTakenBack = ({ id, counts }: Run, runs: readonly Run[]): boolean =>
  runs.some(({ undoOf, status, counts: taken }) => {
    const isWhole = status === 'finished' && taken.accepted > 0 && taken.accepted === counts.accepted;
    return undoOf === id && isWhole;
  });

const lookOf = ({ status, counts, total }: Run, isUndone: boolean): Omit<StatusLook, 'word'> => {
  if (status === 'running') return { tone: 'live', icon: 'wait', spin: true };
  if (status === 'paused') return { tone: 'other', icon: 'held' };
  if (isUndone) return { tone: 'none', icon: 'undo' };
  if (counts.accepted === total) return { tone: 'ok' };
  return { tone: counts.refused === total ? 'bad' : 'warn' };
};

const whatOf = ({ operation, status, counts, total }: Run): string => {
  const { capital, done, doing } = VERBS[operation];
  const pairs = counted(total, 'pair');
  if (status === 'running') return `${doing} ${pairs}`;
  if (status === 'paused') return `${capital} ${pairs}, paused`;
  return counts.refused === total
    ? `${capital} ${pairs}: failed`
    : `${done} ${number(counts.accepted)} of ${pairs}`;
};

const restOf = (run: Run, runs: readonly Run[], isUndone: boolean): string => {
  const { status, source, counts } = run;
  const said = [...troubles(run), ...undoWords(run, runs)];
  if (status !== 'finished') {
    said.unshift(`${number(counts.accepted + counts.refused + counts.unknown)} sent`);
  } else if (said.length === 0 && source !== '') said.push(`from ${source}`);
  if (isUndone) said.push('undone');
  return said.join(', ');
};

/** How a run reads among what was sent; `runs` are those at hand. */
export const sentRunWords = (run: Run, runs: readonly Run[]) => {
  const isOver = run.status === 'finished';
  const isUndone = isOver && isTakenBack(run, runs);
  const isUndo = run.undoOf !== undefined;
  return {
    ...lookOf(run, isUndone),
    what: whatOf(run),
    rest: restOf(run, runs, isUndone),
    isUndone,
    mayUndo: isOver && run.counts.accepted > 0 && !isUndone && !isUndo && !undoUnderWay(run, runs),
  };
};
