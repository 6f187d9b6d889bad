import type { JournalEntry } from '#src/journal/entry.ts';
import { toCsv } from '#src/lib/csv.ts';
import { formatDay, formatTime } from '#src/lib/timestamp.ts';
import type { IconName } from '#src/ui/Icon.tsx';
import type { Tone } from '#src/ui/Status.tsx';
import { again, isPairEntry, undoing, type Change, type PairEntry } from './change.ts';
import { VERBS } from './words.ts';

export type EntryWords = {
  tone: Tone;
  icon?: IconName;
  spin?: boolean;
  /** Before and after the webhook ID. */
  what: [before: string, after: string];
  /** After the campaign ID. */
  rest: string;
  isUndone: boolean;
};

const undoWords = (entry: PairEntry, undone: JournalEntry | undefined, now: number): string => {
  if (entry.undoOf === undefined) return '';
  if (!undone) return ', undo of an earlier one';
  const day = formatDay(undone.at, now);
  return `, undo of ${day === formatDay(entry.at, now) ? '' : `${day}, `}${formatTime(undone.at)}`;
};

/** How an entry reads. `undone` is the entry that it takes back, where that is at hand. */
export const entryWords = (entry: PairEntry, undone: JournalEntry | undefined, now: number): EntryWords => {
  const verb = VERBS[entry.operation];
  const undo = undoWords(entry, undone, now);
  const isUndone = entry.undoneBy !== undefined;
  switch (entry.outcome) {
    case 'sending':
      return {
        tone: 'live',
        icon: 'wait',
        spin: true,
        what: [verb.doing, ''],
        rest: `, sending${undo}`,
        isUndone,
      };
    case 'accepted':
      return isUndone
        ? { tone: 'none', icon: 'undo', what: [verb.done, ''], rest: `, undone${undo}`, isUndone }
        : { tone: 'ok', what: [verb.done, ''], rest: undo, isUndone };
    case 'refused':
      return {
        tone: 'bad',
        what: [`Couldn’t ${verb.plain}`, ''],
        rest: `, answered ${entry.status}${undo}`,
        isUndone,
      };
    case 'unknown': {
      const answer = entry.status === undefined ? 'no answer' : `answer ${entry.status} unclear`;
      return {
        tone: 'warn',
        what: [verb.capital, `: ${answer}`],
        rest: `, outcome unknown${undo}`,
        isUndone,
      };
    }
    case 'not-sent':
      return {
        tone: 'other',
        icon: 'rest',
        what: [verb.capital, ': not sent'],
        rest: `, no request left${undo}`,
        isUndone,
      };
  }
};

export type EntryAction = { label: 'Undo' | 'Retry' | 'Resend'; change: Change };

const pairKey = ({ campaignId, webhookId }: PairEntry): string => JSON.stringify([campaignId, webhookId]);

/**
 * What can be done about each entry, newest first. Undo is offered for a pair's last accepted operation only: what
 * came before it has been overtaken, and its opposite would take back something else.
 */
export const entryActions = (entries: readonly PairEntry[]): Map<string, EntryAction> => {
  const overtaken = new Set<string>();
  const actions = new Map<string, EntryAction>();
  for (const entry of entries) {
    switch (entry.outcome) {
      case 'accepted': {
        const isLast = !overtaken.has(pairKey(entry));
        overtaken.add(pairKey(entry));
        if (isLast && entry.undoneBy === undefined && entry.undoOf === undefined) {
          actions.set(entry.id, { label: 'Undo', change: undoing(entry, entry.id) });
        }
        break;
      }
      case 'refused':
      case 'not-sent':
        actions.set(entry.id, { label: 'Retry', change: again(entry) });
        break;
      case 'unknown':
        actions.set(entry.id, { label: 'Resend', change: again(entry) });
        break;
      case 'sending':
        break;
    }
  }
  return actions;
};

/** Entries of one day; `title` is undefined for today's. */
export type Day = { key: string; title: string | undefined; entries: PairEntry[] };

/** Groups entries, newest first, by the day of this browser's clock. `now` in epoch milliseconds. */
export const byDay = (entries: readonly PairEntry[], now: number): Day[] => {
  const today = new Date(now).toDateString();
  const days: Day[] = [];
  for (const entry of entries) {
    const key = new Date(entry.at).toDateString();
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, title: key === today ? undefined : formatDay(entry.at, now), entries: [] };
      days.push(day);
    }
    day.entries.push(entry);
  }
  return days;
};

const iso = (at: number): string => new Date(at).toISOString();

/** The entries as CSV, newest first: times in ISO 8601 (UTC), durations in milliseconds. Starts with a byte order mark. */
export const sentCsv = (entries: readonly JournalEntry[]): string => {
  const times = new Map(entries.map(({ id, at }) => [id, iso(at)]));
  const timeOf = (id: string | undefined) => (id === undefined ? undefined : (times.get(id) ?? 'earlier'));
  const rows = entries
    .filter(isPairEntry)
    .map((entry) => [
      iso(entry.at),
      entry.operation,
      entry.campaignId,
      entry.webhookId,
      entry.outcome,
      entry.status,
      entry.durationMs,
      timeOf(entry.undoOf),
      timeOf(entry.undoneBy),
    ]);
  const header = [
    'time',
    'operation',
    'campaignId',
    'webhookId',
    'outcome',
    'status',
    'durationMs',
    'undoOf',
    'undoneBy',
  ];
  // Without the mark spreadsheets take the text for the local code page.
  return `\uFEFF${toCsv([header, ...rows])}`;
};
