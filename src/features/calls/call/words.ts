import { parseTimestamp, formatDate, formatTime, formatWhen } from '#src/lib/timestamp.ts';
import { counted } from '#src/lib/count.ts';
import { errorSummary } from './error-summary.ts';
import type { CallView, Overview } from './overview.ts';
import { isRefused } from './call.ts';

/** A timestamp in short, with the value as it came. Undefined where the service reported none. */
export const shortTime = (
  value: string | number | undefined,
  nowEpoch: number = Date.now(),
): { text: string; title: string } | undefined => {
  const time = parseTimestamp(value);
  switch (time.kind) {
    case 'absent':
      return undefined;
    case 'instant': {
      const isToday = formatDate(time.epochMs) === formatDate(nowEpoch);
      return {
        text: isToday ? formatTime(time.epochMs) : formatWhen(time.epochMs, nowEpoch),
        title: time.raw,
      };
    }
    case 'local':
      return { text: time.text.split(/[T ]/)[1] ?? time.text, title: `${time.text}, zone not stated` };
    case 'raw':
      return { text: time.text, title: time.text };
  }
};

/** What stands in the column "Error": why there is no record, else the call's own error. */
export const problemSummary = ({ seen, state }: CallView): { text: string; quiet: boolean } | undefined => {
  if (state.kind === 'failing') {
    const { problem, count } = state.failure;
    if (!problem) return { text: 'Answer not recognised', quiet: false };
    if (problem.kind === 'not-found') return { text: 'Service answered 404 for this ID', quiet: true };
    const tried = count > 1 ? `, tried ${count} times` : '';
    if (problem.kind === 'redirect') return { text: `Redirected, not followed${tried}`, quiet: false };
    if (problem.status === undefined) return { text: `No answer from the service${tried}`, quiet: false };
    return { text: problem.words ?? `Service answered ${problem.status}${tried}`, quiet: false };
  }
  const error = seen?.last?.record.error;
  return error === undefined ? undefined : { text: errorSummary(error), quiet: false };
};

const rate = (perSecond: number): string =>
  perSecond >= 1
    ? `about ${counted(Math.round(perSecond), 'check')} a second`
    : `about ${counted(Math.max(1, Math.round(perSecond * 60)), 'check')} a minute`;

const howOften = (overview: Overview): string => {
  const { checking, periodMs, crowded, isBackingOff } = overview;
  if (checking === 0) return '';
  const everySeconds = Math.round(periodMs / 1000).toLocaleString('en');
  return crowded || isBackingOff
    ? `, each about every ${everySeconds} s`
    : `, ${rate((checking * 1000) / periodMs)}`;
};

/** The line at the foot of the board. */
export const footerWords = (overview: Overview): string => {
  const { total, loading, checking, paused, blocker, isBackingOff } = overview;
  if (loading) return 'Reading what this browser kept…';
  if (checking > 0 && blocker && blocker.why !== 'hidden') {
    return blocker.why === 'offline' ? 'Checks are waiting for a connection' : 'Checks are waiting';
  }
  const often = howOften(overview);
  const of =
    often.startsWith(', each') && checking === total
      ? counted(total, 'call')
      : `${checking.toLocaleString('en')} of ${total.toLocaleString('en')} being checked`;
  const failing = isBackingOff ? ', less often since most checks fail' : '';
  return `${of}${often}${failing}${paused > 0 ? `, ${paused.toLocaleString('en')} paused` : ''}`;
};

/** What stands in the column "Next check" where no time can be named. */
export const noNextCheck = ({ entry, state }: CallView): string => {
  if (state.kind === 'reported' && state.ended) return '–';
  if (entry.paused) return 'Paused';
  return state.kind === 'failing' && state.failure.problem && isRefused(state.failure.problem)
    ? 'Stopped'
    : '–';
};

/** Changes of status in sum, for those who hear the page: `3 calls completed, 1 call ringing`. */
export const sumUp = (words: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const mostFirst = [...counts].toSorted(([, a], [, b]) => b - a);
  return mostFirst.map(([word, n]) => `${counted(n, 'call')} ${word}`).join(', ');
};
