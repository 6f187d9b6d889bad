import type { JournalEntry } from '#src/journal/entry.ts';
import type { Run } from '#src/journal/runs/run.ts';
import { formatDay, formatTime } from '#src/lib/timestamp.ts';
import type { IconName } from '#src/ui/Icon.tsx';
import type { Tone } from '#src/ui/Status.tsx';
import { again, undoing, type Change, type PairEntry } from '#src/features/webhooks/change/change.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';

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

/** What is said of one pair, whichever way it was sent. */
type WordedEntry = Pick<PairEntry, 'operation' | 'outcome' | 'at' | 'undoOf' | 'undoneBy'> & {
  status?: number | undefined;
  requests?: number | undefined;
};

const undoWords = (entry: WordedEntry, undone: JournalEntry | undefined, now: number): string => {
  if (entry.undoOf === undefined) return '';
  if (!undone) return ', undo of an earlier one';
  const day = formatDay(undone.at, now);
  return `, undo of ${day === formatDay(entry.at, now) ? '' : `${day}, `}${formatTime(undone.at)}`;
};

/** How an entry reads. `undone` is the entry that it takes back, where that is at hand. */
export const entryWords = (entry: WordedEntry, undone: JournalEntry | undefined, now: number): EntryWords => {
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
        what: [verb.capital, ': failed'],
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
    case 'not-sent': {
      const before = entry.status === undefined ? '' : `answered ${entry.status}, `;
      const hasLeft = entry.status !== undefined || (entry.requests ?? 0) > 0;
      return {
        tone: 'other',
        icon: 'rest',
        what: [verb.capital, ': not sent'],
        rest: `, ${hasLeft ? `${before}not sent again` : 'no request left'}${undo}`,
        isUndone,
      };
    }
  }
};

export type EntryAction = { label: 'Undo' | 'Retry' | 'Send again'; change: Change };

const pairKey = ({ campaignId, webhookId }: PairEntry): string => JSON.stringify([campaignId, webhookId]);

/**
 * What can be done about each entry, newest first. Undo is offered for a pair's last accepted operation only: what
 * came before it has been overtaken, also by a line of a run, and its opposite would take back something else.
 */
export const entryActions = (entries: readonly PairEntry[]): Map<string, EntryAction> => {
  const overtaken = new Set<string>();
  const actions = new Map<string, EntryAction>();
  for (const entry of entries) {
    switch (entry.outcome) {
      case 'accepted': {
        const isLast = !overtaken.has(pairKey(entry)) && !entry.overtaken;
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
        actions.set(entry.id, { label: 'Send again', change: again(entry) });
        break;
      case 'sending':
        break;
    }
  }
  return actions;
};

/** One line of what was sent: a pair, or a run of many. */
export type SentItem = { at: number; entry: PairEntry } | { at: number; run: Run };

/** Pairs and runs in one list, the newest first, at most `limit`. Both come in that order. */
export const mergeSent = (entries: readonly PairEntry[], runs: readonly Run[], limit: number): SentItem[] =>
  [...entries.map((entry) => ({ at: entry.at, entry })), ...runs.map((run) => ({ at: run.at, run }))]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limit);

/** What was sent on one day; `title` is undefined for today's. */
export type Day<Sent> = { key: string; title: string | undefined; sent: Sent[] };

/** Groups what was sent, newest first, by the day of this browser's clock. `now` in epoch milliseconds. */
export const byDay = <Sent extends { at: number }>(all: readonly Sent[], now: number): Day<Sent>[] => {
  const today = new Date(now).toDateString();
  const days: Day<Sent>[] = [];
  for (const one of all) {
    const key = new Date(one.at).toDateString();
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, title: key === today ? undefined : formatDay(one.at, now), sent: [] };
      days.push(day);
    }
    day.sent.push(one);
  }
  return days;
};
