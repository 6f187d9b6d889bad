import type { CallView } from '#src/features/calls/call/call.ts';
import { troubleText } from '#src/features/calls/call/fields.ts';
import { ago, formatSeconds } from '#src/lib/duration.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { formatDate, type Timestamp } from '#src/lib/timestamp.ts';

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
  const yours = others.length === 1 ? 'ID is' : 'IDs are';
  return ` This one is ${own} characters; your other watched ${yours} ${usual}.`;
};

const iso = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

/**
 * What a colleague needs to go on with a call, a line each: what the service reported, as it came, and when this browser saw
 * it (ISO 8601, UTC); `link` leads to the call.
 */
export const ticketText = (view: CallView, link: string): string => {
  const { entry, seen, statusBadge } = view;
  const record = seen?.last?.record;
  const lines: [label: string, value: string | number | undefined][] = [
    ['Call', withMarks(entry.id)],
    ['Status', statusBadge.word],
    ['Started', record?.startTime],
    ['Ended', record?.endTime],
    ['Duration', record?.duration === undefined ? undefined : formatSeconds(record.duration)],
    ['Error', troubleText(view)],
    ['Checked', iso(seen?.checked?.at)],
    ['Note', entry.note],
    ['Link', link],
  ];
  return lines
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');
};
