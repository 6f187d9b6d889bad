import { ago } from '#src/lib/duration.ts';
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

/** Whether an ID is of another length than all other watched ones, which then share theirs. */
export const lengthHint = (id: string, others: readonly string[]): string => {
  const lengths = new Set(others.map((other) => [...other].length));
  const [usual] = lengths;
  const own = [...id].length;
  if (lengths.size !== 1 || usual === undefined || usual === own) return '';
  const yours = others.length === 1 ? 'ID is' : 'IDs are';
  return ` This one is ${own} characters; your other watched ${yours} ${usual}.`;
};
