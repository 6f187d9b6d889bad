import type { Run } from '#src/journal/runs/run.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import type { IconName } from '#src/ui/Icon.tsx';
import type { Tone } from '#src/ui/Status.tsx';
import { counted, number } from '#src/lib/count.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';

export type SentRunWords = {
  tone: Tone;
  icon?: IconName;
  spin?: boolean;
  what: string;
  rest: string;
  isUndone: boolean;
  mayUndo: boolean;
};

const pairs = (count: number): string => counted(count, 'pair');

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

/** How a run reads among what was sent; `runs` are those at hand. */
export const sentRunWords = (run: Run, runs: readonly Run[]): SentRunWords => {
  const { capital, done, doing } = VERBS[run.operation];
  const { accepted, refused, unknown } = run.counts;
  const sent = `${number(accepted + refused + unknown)} sent`;
  const undo = undoWords(run, runs);
  if (run.status !== 'finished') {
    const rest = [sent, ...troubles(run), ...undo].join(', ');
    return run.status === 'running'
      ? {
          tone: 'live',
          icon: 'wait',
          spin: true,
          what: `${doing} ${pairs(run.total)}`,
          rest,
          isUndone: false,
          mayUndo: false,
        }
      : {
          tone: 'other',
          icon: 'held',
          what: `${capital} ${pairs(run.total)}, paused`,
          rest,
          isUndone: false,
          mayUndo: false,
        };
  }
  const isUndone = isTakenBack(run, runs);
  const trouble = troubles(run);
  const source = trouble.length === 0 && undo.length === 0 && run.source !== '' ? [`from ${run.source}`] : [];
  const look: Pick<SentRunWords, 'tone' | 'icon'> = isUndone
    ? { tone: 'none', icon: 'undo' }
    : accepted === run.total
      ? { tone: 'ok' }
      : refused === run.total
        ? { tone: 'bad' }
        : { tone: 'warn' };
  return {
    ...look,
    what:
      refused === run.total
        ? `${capital} ${pairs(run.total)}: failed`
        : `${done} ${number(accepted)} of ${pairs(run.total)}`,
    rest: [...trouble, ...undo, ...source, ...(isUndone ? ['undone'] : [])].join(', '),
    isUndone,
    mayUndo: accepted > 0 && !isUndone && run.undoOf === undefined && !undoUnderWay(run, runs),
  };
};
