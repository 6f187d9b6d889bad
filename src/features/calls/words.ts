import { parseTimestamp, formatDate, formatTime, formatWhen, type Timestamp } from '#src/lib/timestamp.ts';
import { flatten } from '#src/lib/flatten.ts';
import { ago } from '#src/lib/duration.ts';
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

/** The quiet addition to a timestamp in the detail. */
export const timeNote = (time: Timestamp): string => {
  switch (time.kind) {
    case 'instant':
      return formatDate(time.epochMs);
    case 'local':
      return 'zone not stated';
    case 'raw':
      return 'as received';
    case 'absent':
      return '';
  }
};

/** An age to the second up to an hour: `2 min 36 s ago`. In milliseconds. */
export const exactAge = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 || seconds >= 3600 ? ago(ms) : `${Math.floor(seconds / 60)} min ${seconds % 60} s ago`;
};

/** A call's `error` in one line: a text as it is, of an object its first three values. */
export const errorInShort = (error: string | object): string => {
  if (typeof error === 'string') return error;
  const lines = flatten(error);
  const values = lines.filter((line) => line.kind === 'value').slice(0, 3);
  return (values.length > 0 ? values : lines.slice(0, 1)).map((line) => line.value).join(' · ');
};

/** What stands in the column "Error": why there is no record, else the call's own error. */
export const troubleInShort = ({ seen, state }: CallView): { text: string; quiet: boolean } | undefined => {
  if (state.kind === 'failing') {
    const { problem, count } = state.failure;
    if (!problem) return { text: 'Answer not recognised', quiet: false };
    if (problem.kind === 'not-found') return { text: 'Service answered 404 for this ID', quiet: true };
    const tried = count > 1 ? `, tried ${count} times` : '';
    if (problem.status === undefined) return { text: `No answer from the service${tried}`, quiet: false };
    return { text: problem.words ?? `Service answered ${problem.status}${tried}`, quiet: false };
  }
  const error = seen?.last?.record.error;
  return error === undefined ? undefined : { text: errorInShort(error), quiet: false };
};

const count = (n: number, one: string): string => `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`;

const rate = (perSecond: number): string =>
  perSecond >= 1
    ? `about ${count(Math.round(perSecond), 'check')} a second`
    : `about ${count(Math.max(1, Math.round(perSecond * 60)), 'check')} a minute`;

/** The line at the foot of the board. */
export const footerWords = ({ calls, checking, paused, periodMs, interruption }: Overview): string => {
  const pausedWords = paused > 0 ? `, ${paused.toLocaleString('en')} paused` : '';
  if (checking > 0) {
    switch (interruption?.why) {
      case 'offline':
        return 'Checks are waiting for a connection';
      case 'session':
        return 'Checks are paused until you sign in again';
      case 'asked-to-wait':
        return 'Checks are waiting, as the service asked';
      case 'hidden':
      case undefined:
    }
  }
  const of = `${checking.toLocaleString('en')} of ${calls.length.toLocaleString('en')} being checked`;
  return `${of}${checking > 0 ? `, ${rate((checking * 1000) / periodMs)}` : ''}${pausedWords}`;
};

/** What stands in the column "Next check" where no time can be named. */
export const noNextCheck = ({ entry, state }: CallView): string => {
  if (state.kind === 'reported' && state.ended) return '–';
  if (entry.paused) return 'Paused';
  return state.kind === 'failing' && state.failure.problem && isRefused(state.failure.problem)
    ? 'Stopped'
    : '–';
};

/** How the checks of an ID that was never found went: `2, both answered 404`. */
export const checksWords = (checks: number, failed: number, word: string): string => {
  if (failed < checks) return `${checks}, the last ${failed === 1 ? '' : `${failed} `}answered ${word}`;
  if (checks === 1) return `1, answered ${word}`;
  return `${checks}, ${checks === 2 ? 'both' : 'all'} answered ${word}`;
};

/** Whether an ID is of another length than all other watched ones, which then share theirs. */
export const lengthHint = (id: string, others: readonly string[]): string => {
  const lengths = new Set(others.map((other) => [...other].length));
  const [usual] = lengths;
  const own = [...id].length;
  if (lengths.size !== 1 || usual === undefined || usual === own) return '';
  return others.length === 1
    ? ` This one is ${own} characters; your other watched ID is ${usual}.`
    : ` This one is ${own} characters; your other watched IDs are ${usual}.`;
};

/** Changes of status in sum, for those who hear the page: `3 calls completed, 1 call ringing`. */
export const sumUp = (words: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, n]) => `${count(n, 'call')} ${word}`).join(', ');
};
