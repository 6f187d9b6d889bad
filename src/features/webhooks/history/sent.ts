import type { Run } from '#src/log/run.ts';
import type { SentPair } from '#src/log/sent-pairs.ts';
import { formatIsoDay, formatMoment } from '#src/lib/timestamp.ts';
import { getSentKind, OUTCOMES } from '#src/outcomes/messages.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { ACT_LABELS, reverse, VERBS, type Change } from '#src/features/webhooks/change/change.ts';
import type { NameBook } from '#src/features/webhooks/names/names.ts';
import { describeSentRun, listSentTexts } from '#src/features/webhooks/run/describe-run.ts';

type EntryText = Omit<StatusLook, 'word'> & {
  /** Before and after the webhook ID: `Attach wh-1: refused, 400`. */
  title: [before: string, after: string];
  /** After the campaign ID: `to cmp-1, undone`. */
  detail: string;
  quote: string | undefined;
};

const UNDONE_LOOK = { tone: 'none', icon: 'undo' } as const;

const describeUndo = ({ undoOf, at }: SentPair, undone: SentPair | undefined): string => {
  if (undoOf === undefined) return '';
  return undone ? `, undo of ${formatMoment(undone.at, at)}` : ', undo of an earlier one';
};

export const describeEntry = (entry: SentPair, undone: SentPair | undefined): EntryText => {
  const { operation, outcome, status, withMessage, message, requests = 0, undoneBy, later } = entry;
  const { look, sentence } = OUTCOMES[getSentKind(entry)];
  const isUndone = undoneBy !== undefined;
  const isSettled = outcome === 'unknown' && later === 'accepted';
  // An earlier request was sent, and the service did not carry it out.
  const isSecond = outcome === 'not-sent' && (status !== undefined || requests > 0);
  const details = [isUndone && 'undone', isSettled && 'settled later', isSecond && 'not sent again'];
  const text = details.flatMap((detail) => (detail ? `, ${detail}` : [])).join('');
  return {
    ...(isUndone ? UNDONE_LOOK : look),
    title: isUndone ? [VERBS[operation].done, ''] : sentence(VERBS[operation], status),
    detail: text + describeUndo(entry, undone),
    quote: outcome === 'accepted' && !withMessage ? undefined : message,
  };
};

/**
 * None once something later was accepted for the pair: the action would change that, not this. Only the latest in the
 * list can be repeated.
 */
export const findAction = (entry: SentPair): { label: string; change: Change } | undefined => {
  const { outcome, later } = entry;
  if (later === 'accepted' || (later === 'listed' && outcome !== 'accepted')) return undefined;
  switch (outcome) {
    case 'accepted': {
      const change = reverse(entry);
      return { label: ACT_LABELS[change.operation], change };
    }
    case 'refused':
    case 'not-sent':
      return { label: 'Retry', change: entry };
    case 'unknown':
      return { label: 'Send again', change: entry };
    case 'sending':
      return undefined;
  }
};

export type SentItem = { at: number; entry: SentPair } | { at: number; run: Run };

/** All that the search finds an item by. */
export const listItemTexts = (item: SentItem, names: NameBook): string[] => {
  if ('entry' in item)
    return [describeEntry(item.entry, undefined).title.join(''), ...listSentTexts(item.entry, names)];
  const { act, details, word } = describeSentRun(item.run, []);
  return [act, details, word, 'run', formatIsoDay(item.at)];
};

export const mergeSent = (entries: readonly SentPair[], runs: readonly Run[]): SentItem[] =>
  [
    ...entries.map((entry) => ({ at: entry.at, entry })),
    ...runs.map((run) => ({ at: run.at, run })),
  ].toSorted((a, b) => b.at - a.at);
