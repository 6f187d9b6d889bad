import type { CallRecord } from '#src/api/call-record.ts';
import type { StatusMeaning } from '#src/config.ts';
import type { StatusLook } from '#src/ui/Status.tsx';

/** The configured statuses, found whatever their case and with `_` and `-` left out. */
export type Statuses = ReadonlyMap<string, StatusMeaning>;

const plain = (status: string): string => status.trim().toLowerCase().replaceAll(/[-_]/g, '');

/** Takes `calls.statuses` of the configuration. Of two that differ only in spelling the later one counts. */
export const readStatuses = (configured: Readonly<Record<string, StatusMeaning>>): Statuses =>
  new Map(Object.entries(configured).map(([status, meaning]) => [plain(status), meaning]));

/** How a status is shown: by the configuration, any other text verbatim (the list of values is not shown, interface 3). */
export const badgeOfStatus = (statuses: Statuses, status: string): StatusLook => {
  const meaning = statuses.get(plain(status));
  return meaning
    ? { tone: meaning.tone, word: meaning.label }
    : { tone: 'other', word: status, verbatim: true };
};

/** Ended: the service reports an end time, or a status that the configuration calls final (interface 2.2, 3). */
export const hasEnded = (statuses: Statuses, record: CallRecord): boolean =>
  record.endTime !== undefined || statuses.get(plain(record.status))?.final === true;

const KNOWN = { inprogress: 'live', completed: 'ok', failed: 'bad' } as const;

/** The three statuses that the interface names have a group of their own in the tally; the others share one. */
export const groupOfStatus = (status: string): 'live' | 'ok' | 'bad' | 'other' => {
  const key = plain(status);
  return key === 'inprogress' || key === 'completed' || key === 'failed' ? KNOWN[key] : 'other';
};
