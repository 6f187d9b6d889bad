import type { Counts, Run } from '#src/log/run.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';

export const countSettled = ({ accepted, refused, unknown }: Counts): number => accepted + refused + unknown;

/** `4 refused`, `2 unknown`: all that was not simply accepted. None contains a comma, so that commas can join them. */
export const listTroubles = ({ counts, messages }: Run): string[] => {
  const troubles: [count: number, label: string][] = [
    [messages, 'accepted with a message'],
    [counts.refused, 'refused'],
    [counts.unknown, 'unknown'],
    [counts['not-sent'], 'not sent'],
  ];
  return troubles.filter(([count]) => count > 0).map(([count, label]) => `${formatNumber(count)} ${label}`);
};

/** `3 accepted`, `1 refused`: each outcome that occurs. */
export const listOutcomes = (run: Run): string[] => {
  const accepted = run.counts.accepted - run.messages;
  return accepted === 0 ? listTroubles(run) : [`${formatNumber(accepted)} accepted`, ...listTroubles(run)];
};

const chooseLook = (run: Run, isUndone: boolean): Omit<StatusLook, 'word'> => {
  const { status, counts, messages, total } = run;
  if (status === 'running') return { tone: 'live', icon: 'wait', spin: true };
  if (status === 'paused') return { tone: 'other', icon: 'paused' };
  if (isUndone) return { tone: 'none', icon: 'undo' };
  if (counts.accepted === total && messages === 0) return { tone: 'ok' };
  return { tone: counts.refused === total ? 'bad' : 'warn' };
};

const describeAct = ({ operation, status, counts, total }: Run): string => {
  const { capital, done, doing } = VERBS[operation];
  const pairs = formatCount(total, 'pair');
  if (status === 'running') return `${doing} ${pairs}`;
  if (status === 'paused') return `${capital} ${pairs}, paused`;
  return counts.refused === total
    ? `${capital} ${pairs}: refused`
    : `${done} ${formatNumber(counts.accepted)} of ${pairs}`;
};

const listDetails = (run: Run, runs: readonly Run[]): string[] => {
  const { status, source, title, counts, earlier, at } = run;
  const origin = earlier && runs.find(({ id }) => id === earlier.run);
  const details = [
    ...(title === undefined ? [] : [title]),
    ...(status === 'finished' ? [] : [`${formatNumber(countSettled(counts))} sent`]),
    ...listTroubles(run),
    ...(earlier
      ? [`${earlier.isUndo ? 'undo of' : 'from'} ${origin ? formatMoment(origin.at, at) : 'an earlier run'}`]
      : []),
  ];
  return details.length === 0 && source !== '' ? [`from ${source}`] : details;
};

export const describeSentRun = (run: Run, runs: readonly Run[]) => {
  const { id, status, counts, earlier } = run;
  const isOver = status === 'finished';
  const undos = runs.filter((other) => other.earlier?.isUndo && other.earlier.run === id);
  const isUndone =
    isOver &&
    counts.accepted > 0 &&
    undos.some((undo) => undo.status === 'finished' && undo.counts.accepted === counts.accepted);
  const isBeingUndone = undos.some((undo) => undo.status !== 'finished');
  return {
    ...chooseLook(run, isUndone),
    act: describeAct(run),
    details: [...listDetails(run, runs), ...(isUndone ? ['undone'] : [])].join(', '),
    isUndone,
    mayUndo: isOver && counts.accepted > 0 && !isUndone && !isBeingUndone && !earlier?.isUndo,
  };
};
