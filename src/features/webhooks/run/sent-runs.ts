import type { Run } from '#src/log/run.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { WITH_MESSAGE_WORDS } from '#src/outcomes/with-message.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { counted, number } from '#src/lib/count.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';

const troubles = ({ counts, messages }: Run): string[] => [
  ...(messages > 0 ? [`${number(messages)} ${WITH_MESSAGE_WORDS}`] : []),
  ...(counts.refused > 0 ? [`${number(counts.refused)} failed`] : []),
  ...(counts.unknown > 0 ? [`${number(counts.unknown)} unknown`] : []),
  ...(counts['not-sent'] > 0 ? [`${number(counts['not-sent'])} not sent`] : []),
];

const earlierWords = ({ earlier, at }: Run, runs: readonly Run[]): string[] => {
  if (!earlier) return [];
  const run = runs.find(({ id }) => id === earlier.run);
  return [`${earlier.isUndo ? 'undo of' : 'from'} ${run ? formatMoment(run.at, at) : 'an earlier run'}`];
};

const undosOf = ({ id }: Pick<Run, 'id'>, runs: readonly Run[]): Run[] =>
  runs.filter(({ earlier }) => earlier?.isUndo && earlier.run === id);

/** Whether another run has taken back all that this one did. */
const isTakenBack = (run: Run, runs: readonly Run[]): boolean =>
  undosOf(run, runs).some(
    ({ status, counts }) =>
      status === 'finished' && counts.accepted > 0 && counts.accepted === run.counts.accepted,
  );

const lookOf = ({ status, counts, messages, total }: Run, isUndone: boolean): Omit<StatusLook, 'word'> => {
  if (status === 'running') return { tone: 'live', icon: 'wait', spin: true };
  if (status === 'paused') return { tone: 'other', icon: 'paused' };
  if (isUndone) return { tone: 'none', icon: 'undo' };
  if (counts.accepted === total && messages === 0) return { tone: 'ok' };
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
  const said = [...troubles(run), ...earlierWords(run, runs)];
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
  const isOpen = undosOf(run, runs).some(({ status }) => status !== 'finished');
  return {
    ...lookOf(run, isUndone),
    what: whatOf(run),
    rest: restOf(run, runs, isUndone),
    isUndone,
    mayUndo: isOver && run.counts.accepted > 0 && !isUndone && !run.earlier?.isUndo && !isOpen,
  };
};
