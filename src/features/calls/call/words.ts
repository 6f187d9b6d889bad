import { parseTimestamp, formatDate, formatTime, formatWhen } from '#src/lib/timestamp.ts';
import { counted } from '#src/lib/count.ts';
import type { CallView } from './derived.ts';
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
