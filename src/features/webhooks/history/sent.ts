import type { LoggedChange } from '#src/log/entry.ts';
import type { Run } from '#src/log/run.ts';
import { dayOf, formatDay, formatMoment } from '#src/lib/timestamp.ts';
import { WITH_MESSAGE, WITH_MESSAGE_WORDS } from '#src/outcomes/with-message.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { again, undoing, VERBS, type Change, type PairEntry } from '#src/features/webhooks/change/change.ts';
import { pairKey } from '#src/features/webhooks/change/pair.ts';

type OutcomeWords = Omit<StatusLook, 'word'> & {
  /** Before and after the webhook ID. */
  what: [before: string, after?: string];
  /** After the campaign ID. */
  rest: string;
};

/** What is said of one pair, whichever way it was sent. */
type WordedEntry = Pick<PairEntry, 'operation' | 'outcome' | 'at' | 'undoOf' | 'undoneBy'> & {
  status?: number | undefined;
  withMessage?: true | undefined;
  requests?: number | undefined;
  message?: string | undefined;
};

const outcomeWords = (entry: WordedEntry): OutcomeWords => {
  const { operation, outcome, status, withMessage, requests = 0, undoneBy } = entry;
  const { capital, done, doing } = VERBS[operation];
  switch (outcome) {
    case 'sending':
      return { tone: 'live', icon: 'wait', spin: true, what: [doing], rest: ', sending' };
    case 'accepted':
      if (undoneBy !== undefined) return { tone: 'none', icon: 'undo', what: [done], rest: ', undone' };
      return withMessage
        ? { ...WITH_MESSAGE, what: [capital, `: ${WITH_MESSAGE_WORDS}`], rest: '' }
        : { tone: 'ok', what: [done], rest: '' };
    case 'refused':
      return { tone: 'bad', what: [capital, ': failed'], rest: `, answered ${status}` };
    case 'unknown': {
      const answer = status === undefined ? 'no answer' : `answer ${status} unclear`;
      return { tone: 'warn', what: [capital, `: ${answer}`], rest: ', outcome unknown' };
    }
    case 'not-sent': {
      const before = status === undefined ? '' : `answered ${status}, `;
      const hasLeft = status !== undefined || requests > 0;
      const rest = hasLeft ? `, ${before}not sent again` : ', no request left';
      return { tone: 'other', icon: 'rest', what: [capital, ': not sent'], rest };
    }
  }
};

/** An answer made of these alone says no more than the line does already. */
const PLAIN =
  /^(?:the|a|webhook|was|is|has|been|ok|okay|success|successfully|attached|detached|added|removed|accepted|to|from|campaign|\W)+$/i;

/** The service's own words, where they say more than that it accepted the request. */
const quoteOf = ({ outcome, withMessage, message }: WordedEntry): string | undefined =>
  message !== undefined && outcome === 'accepted' && !withMessage && PLAIN.test(message)
    ? undefined
    : message;

const undoWords = ({ undoOf, at }: WordedEntry, undone: LoggedChange | undefined): string => {
  if (undoOf === undefined) return '';
  return undone ? `, undo of ${formatMoment(undone.at, at)}` : ', undo of an earlier one';
};

/** How an entry reads. `undone` is the entry that it takes back, where that is at hand. */
export const entryWords = (entry: WordedEntry, undone: LoggedChange | undefined) => {
  const words = outcomeWords(entry);
  return { ...words, quote: quoteOf(entry), rest: `${words.rest}${undoWords(entry, undone)}` };
};

export type EntryAction = { label: 'Undo' | 'Retry' | 'Send again'; change: Change };

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

/** Pairs and runs in one list, the newest first, at most `limit`. */
export const mergeSent = (entries: readonly PairEntry[], runs: readonly Run[], limit?: number): SentItem[] =>
  [...entries.map((entry) => ({ at: entry.at, entry })), ...runs.map((run) => ({ at: run.at, run }))]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limit);

/** Groups what was sent, newest first, by the day in the chosen zone. `now` in epoch milliseconds. */
export const byDay = <Sent extends { at: number }>(all: readonly Sent[], now: number): [string, Sent[]][] => {
  const days = new Map<number, [day: string, sent: Sent[]]>();
  for (const one of all) {
    const date = dayOf(one.at);
    const day = days.get(date) ?? [formatDay(one.at, now), []];
    day[1].push(one);
    days.set(date, day);
  }
  return [...days.values()];
};
