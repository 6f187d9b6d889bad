import type { StatusLook } from '#src/ui/Status.tsx';
import type { FilterOption } from '#src/ui/table/FilterBar.tsx';
import { counted, number } from '#src/lib/count.ts';
import { hasInvisible } from '#src/lib/invisible.ts';
import { VERBS, type ChangeOperation } from '#src/features/webhooks/change/change.ts';
import type { DraftFilter, DraftLine, DraftView } from './draft.ts';
import type { LineCheck } from './draft-check.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { onOrAt } from '#src/features/webhooks/run/run-words.ts';

/** `Attach 312 pairs`. */
export const sendWords = (operation: ChangeOperation, count: number): string =>
  `${VERBS[operation].capital} ${counted(count, 'pair')}`;

const NAMES = { campaign: 'campaign ID', webhook: 'webhook ID' };

/** Whether a line can't be sent until somebody fixes it. */
export const isInvalid = ({ kind }: LineCheck): boolean =>
  kind === 'missing' ||
  kind === 'values' ||
  kind === 'quotes' ||
  kind === 'unsendable' ||
  kind === 'ambiguous';

/** Whether a line of its own is sent; the others are set in quiet ink. */
export const isLeftOut = ({ kind }: LineCheck): boolean => kind === 'header' || kind === 'duplicate';

/** What the check says of a line; without a look it is said in quiet ink. `nowMs` in epoch milliseconds. */
export const checkInWords = (
  { check, last, isTurned, campaignId, webhookId }: Omit<DraftLine, 'line' | 'index'>,
  nowMs: number,
): { text: string; look?: Pick<StatusLook, 'tone' | 'icon'> } => {
  switch (check.kind) {
    case 'ready': {
      const isInvisible = hasInvisible(campaignId) || hasInvisible(webhookId);
      const invisible = isInvisible ? ', with invisible characters' : '';
      const before = last
        ? `, ${VERBS[last.operation].done.toLowerCase()} ${onOrAt(formatMoment(last.at, nowMs))}`
        : '';
      const turned = isTurned ? ', maybe the other way round' : '';
      const look = (isInvisible || isTurned) && ({ tone: 'warn' } as const);
      return { text: `Ready${turned}${invisible}${before}`, ...(look && { look }) };
    }
    case 'header':
      return { text: 'Header line', look: { tone: 'other', icon: 'skip' } };
    case 'duplicate':
      return { text: `Same as line ${number(check.ofLine)}`, look: { tone: 'other', icon: 'duplicate' } };
    case 'missing':
      return { text: `No ${NAMES[check.what]}`, look: { tone: 'bad' } };
    case 'values':
      return {
        text: `${counted(check.found, 'value')}, expected ${number(check.expected)}`,
        look: { tone: 'bad' },
      };
    case 'quotes':
      return { text: 'Quote out of place', look: { tone: 'bad' } };
    case 'unsendable':
      return { text: `Unusable ${NAMES[check.what]}`, look: { tone: 'bad' } };
    case 'ambiguous':
      return { text: `The name of ${counted(check.count, check.what)}`, look: { tone: 'bad' } };
  }
};

/** The keys over the table; those without lines are left out, but for the chosen one. */
export const filterOptions = (
  counts: DraftView['counts'],
  chosen: DraftFilter,
): FilterOption<DraftFilter>[] => {
  const { all, ready, same, invalid, duplicate, header } = counts;
  const options: FilterOption<DraftFilter>[] = [
    { value: 'all', label: 'All', count: all },
    { value: 'ready', label: 'Ready', tone: 'live', icon: 'dot', count: ready, share: ready - same },
    { value: 'same', label: 'Sent before', tone: 'other', icon: 'refresh', count: same },
    { value: 'invalid', label: 'Invalid, left out', tone: 'bad', count: invalid },
    {
      value: 'duplicate',
      label: 'Duplicates, sent once',
      tone: 'other',
      icon: 'duplicate',
      count: duplicate,
    },
    { value: 'header', label: 'Header', tone: 'none', icon: 'skip', count: header },
  ];
  return options.filter(
    ({ value, count }) => count > 0 || value === 'all' || value === 'ready' || value === chosen,
  );
};

/** `5 pairs were last attached from this browser already.` */
export const sameInWords = (operation: ChangeOperation, count: number): string =>
  `${counted(count, 'pair')} ${count === 1 ? 'was' : 'were'} last ${VERBS[operation].done.toLowerCase()} from this browser already.`;

/** `2 pairs have invisible characters in their IDs, the first in line 7.` */
export const invisibleInWords = ({ count, line }: { count: number; line: number }): string =>
  count === 1
    ? `1 pair has invisible characters in its IDs, in line ${number(line)}. Edit it if they do not belong there.`
    : `${counted(count, 'pair')} have invisible characters in their IDs, the first in line ${number(line)}. Edit them if they do not belong there.`;

/** `3 pairs were attached from this browser meanwhile.` */
export const meanwhileInWords = (operation: ChangeOperation, count: number): string =>
  `${counted(count, 'pair')} ${count === 1 ? 'was' : 'were'} ${VERBS[operation].done.toLowerCase()} from this browser meanwhile.`;

/** What an answer is taken to need where nothing else is known, in milliseconds. */
const USUAL_ANSWER_MS = 300;

const lengthInWords = (ms: number): string => {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 50) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
};

/**
 * How long so many requests take, and what that rests on: the most that the service may be asked a second, or, where that
 * lets more through, answers of usual length.
 */
export const lengthOfRun = (
  count: number,
  {
    maxConcurrentWrites,
    maxRequestsPerSecond,
  }: { maxConcurrentWrites: number; maxRequestsPerSecond: number },
): { text: string; basis: string } => {
  const byRateMs = (count / maxRequestsPerSecond) * 1000;
  const byAnswersMs = (count / maxConcurrentWrites) * USUAL_ANSWER_MS;
  return {
    text: `${counted(count, 'request')}, ${number(maxConcurrentWrites)} at a time: about ${lengthInWords(Math.max(byRateMs, byAnswersMs))}`,
    basis:
      byRateMs >= byAnswersMs
        ? `at ${number(maxRequestsPerSecond)} a second`
        : `if each takes ${USUAL_ANSWER_MS} ms`,
  };
};
