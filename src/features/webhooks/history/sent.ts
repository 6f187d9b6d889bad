import type { LoggedChange } from '#src/log/entry.ts';
import type { Run } from '#src/log/run.ts';
import type { SentPair } from '#src/log/views.ts';
import { formatIsoDay, formatMoment } from '#src/lib/timestamp.ts';
import { WITH_MESSAGE_LABEL } from '#src/outcomes/outcome-looks.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { toUndo, VERBS, type Change } from '#src/features/webhooks/change/change.ts';
import type { NameBook } from '#src/features/webhooks/names/names.ts';
import { describeSentRun, getLineLook, listSentTexts } from '#src/features/webhooks/run/describe-run.ts';

type EntryText = Omit<StatusLook, 'word'> & {
  /** Before and after the webhook ID: `Attach wh-1: refused`. */
  title: [before: string, after?: string];
  /** After the campaign ID: `to cmp-1, answered 400`. */
  detail: string;
};

const describeEntryOutcome = (entry: SentPair): EntryText => {
  const { operation, outcome, status, withMessage, requests = 0, undoneBy, later } = entry;
  const { capital, done, doing } = VERBS[operation];
  const look = getLineLook(outcome, withMessage);
  switch (outcome) {
    case 'sending':
      return { ...look, title: [doing], detail: ', no answer yet' };
    case 'accepted':
      if (undoneBy !== undefined) return { tone: 'none', icon: 'undo', title: [done], detail: ', undone' };
      return { ...look, title: withMessage ? [capital, `: ${WITH_MESSAGE_LABEL}`] : [done], detail: '' };
    case 'refused':
      return { ...look, title: [capital, ': refused'], detail: `, answered ${status}` };
    case 'unknown': {
      const answer = status === undefined ? 'no answer' : `answer ${status} unclear`;
      return {
        ...look,
        title: [capital, `: ${answer}`],
        detail: `, outcome unknown${later === 'accepted' ? ', settled later' : ''}`,
      };
    }
    case 'not-sent': {
      const answered = status === undefined ? '' : `, answered ${status}`;
      // An earlier request was sent, and the service did not carry it out.
      const isSecond = status !== undefined || requests > 0;
      const detail = isSecond ? `${answered}, not sent again` : '';
      return { ...look, title: [capital, ': not sent'], detail };
    }
  }
};

const describeUndo = ({ undoOf, at }: SentPair, undone: LoggedChange | undefined): string => {
  if (undoOf === undefined) return '';
  return undone ? `, undo of ${formatMoment(undone.at, at)}` : ', undo of an earlier one';
};

export const describeEntry = (entry: SentPair, undone: LoggedChange | undefined) => {
  const { outcome, withMessage, message } = entry;
  const text = describeEntryOutcome(entry);
  const isPlain = outcome === 'accepted' && !withMessage;
  return {
    ...text,
    detail: text.detail + describeUndo(entry, undone),
    quote: isPlain ? undefined : message,
  };
};

type EntryAction = { label: 'Undo' | 'Retry' | 'Send again'; change: Change };

/**
 * None once something later was accepted for the pair: the action would change that, not this. Only the latest in the
 * list can be repeated.
 */
export const findAction = (entry: SentPair): EntryAction | undefined => {
  const { id, outcome, later, undoneBy, undoOf } = entry;
  if (later === 'accepted' || (later === 'listed' && outcome !== 'accepted')) return undefined;
  switch (outcome) {
    case 'accepted':
      return undoneBy !== undefined || undoOf !== undefined
        ? undefined
        : { label: 'Undo', change: toUndo(entry, id) };
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
