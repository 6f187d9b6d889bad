import type { Counts, Run } from '#src/log/run.ts';
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

const chooseLook = ({ status, counts, messages, total }: Run): Omit<StatusLook, 'word'> => {
  if (status === 'running') return { tone: 'live', icon: 'wait', spin: true };
  if (status === 'paused') return { tone: 'other', icon: 'paused' };
  if (counts.accepted === total && messages === 0) return { tone: 'ok' };
  return { tone: counts.refused === total ? 'bad' : 'warn' };
};

const describeAct = ({ operation, status, counts, total }: Run): string => {
  const { capital, done, doing } = VERBS[operation];
  const pairs = formatCount(total, 'pair');
  if (status === 'running') return `${doing} ${pairs}`;
  if (status === 'paused') return `${capital} ${pairs}, paused`;
  return `${done} ${formatNumber(counts.accepted)} of ${pairs}`;
};

/** Where its lines came from. */
export const describeOrigin = ({ earlier, source }: Run): string => {
  if (earlier) return earlier.isUndo ? 'undo of an earlier run' : 'from an earlier run';
  return source === '' ? '' : `from ${source}`;
};

export const describeSentRun = (run: Run) => {
  const sent = run.status === 'finished' ? '' : `${formatNumber(countSettled(run.counts))} sent`;
  const details = [run.title, sent, ...listTroubles(run), describeOrigin(run)];
  return { ...chooseLook(run), act: describeAct(run), details: details.filter(Boolean).join(', ') };
};
