import { formatClock } from '#src/lib/duration.ts';
import { formatDate, formatTime, parseTimestamp } from '#src/lib/timestamp.ts';
import { counted, number } from '#src/lib/count.ts';
import { durationAt, type CallView } from '#src/features/calls/call/call.ts';
import { type Overview, freshnessOf } from '#src/features/calls/board/overview.ts';
import { endSeenAt, isRunning, type Sum } from './lanes.ts';

/** With its day where that is not today. */
const dated = (at: number, time: string, now: number): string => {
  const day = formatDate(at);
  return day === formatDate(now) ? time : `${day} ${time}`;
};
const minuteWords = (at: number, now: number): string => dated(at, formatTime(at).slice(0, 5), now);

/** A moment as it is; any other value as it came. */
const timeWords = (value: string | number | undefined, now: number): string | undefined => {
  const time = parseTimestamp(value);
  switch (time.kind) {
    case 'absent':
      return undefined;
    case 'instant':
      return dated(time.epochMs, formatTime(time.epochMs), now);
    case 'local':
    case 'raw':
      return time.text;
  }
};

/** The picture in a sentence: `1,204 calls from 09:10 to 14:32, 38 running`. */
export const sumWords = ({ count, running, extent }: Sum, now: number): string => {
  const calls = counted(count, 'call');
  if (!extent) return `${calls}, no times yet`;
  const from = minuteWords(extent.from, now);
  return `${calls} from ${from} to ${minuteWords(extent.to, now)}, ${number(running)} running`;
};

/** What is said of one call beside its bar. */
export type LaneFacts = { started: string; ended: string; duration: string };

type Known = {
  overview: Pick<Overview, 'periodMs' | 'blocker'>;
  now: number;
  mono: number;
};

/** The time twice: `now` in epoch milliseconds, `mono` on the monotonic clock for a duration that runs on. */
export const laneFacts = (view: CallView, { overview, now, mono }: Known): LaneFacts => {
  const record = view.seen?.last?.record;
  const first = view.seen?.runs[0]?.from;
  const seenEnd = endSeenAt(view);
  const unnamed = first === undefined ? '–' : `Start not reported, first seen ${formatTime(first)}`;
  const goesOn = isRunning(view) ? 'Running' : '–';
  return {
    started: timeWords(record?.startTime, now) ?? unnamed,
    ended:
      timeWords(record?.endTime, now) ??
      (seenEnd === undefined ? goesOn : `End not reported, seen ${formatTime(seenEnd)}`),
    duration: formatClock(durationAt(view, mono, freshnessOf(view, overview, mono) === 'fresh')),
  };
};

/** One call as it is spoken when the keyboard moves to its lane. */
export const spokenLane = (view: CallView, facts: LaneFacts): string => {
  const { started, ended, duration } = facts;
  const start = /^\d/.test(started) ? `started ${started}` : started;
  const end = /^\d/.test(ended) ? `ended ${ended}` : ended;
  const said = [view.entry.id, view.statusBadge.word, start, end, duration];
  return said.filter((each) => each !== '–' && each !== '—').join(', ');
};
