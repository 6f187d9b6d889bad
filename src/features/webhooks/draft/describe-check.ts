import type { StatusLook } from '#src/ui/Status.tsx';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { formatAt } from '#src/features/webhooks/run/describe-run.ts';
import { ROW_PLACES } from '#src/lists/columns.ts';
import { isOfKind, OMITTABLE, type DraftLine, type DraftView, type LineWarning } from './draft.ts';

/** In characters. */
const MAX_QUOTED = 60;

const LINE_WARNINGS: Record<LineWarning, string> = {
  unknown: 'sent before, outcome unknown',
  joined: 'lines joined by a quote',
  swapped: 'swapped?',
  same: 'two IDs of one kind',
  named: '',
  unlike: 'doesn’t look like an ID',
  spaced: 'space inside',
  odd: 'not like the others',
  two: 'may be two IDs',
  // With its word.
  says: '',
  shortened: 'shortened by the spreadsheet',
  // With its time.
  detached: '',
};

const describeWarning = (
  warning: LineWarning,
  { text = '', namedId = '', says = '' }: Pick<DraftLine, 'text' | 'namedId' | 'says'>,
): string => {
  if (warning === 'joined') return `${formatCount(text.split('\n').length, 'line')} joined by a quote`;
  if (warning === 'says') return `says ${cutText(says, MAX_QUOTED)}`;
  return warning === 'named' ? `this is the name of ${namedId}` : LINE_WARNINGS[warning];
};

export const describeCheck = (
  line: DraftLine,
  epochMs: number,
): { text: string; look?: Pick<StatusLook, 'tone' | 'icon'> } => {
  const { status, fault = '', place = 'header', sameAs = 0, reason, last, detached, part, warnings } = line;
  switch (status) {
    case 'invalid':
      return { text: fault, look: { tone: 'bad' } };
    case 'header':
      return { text: ROW_PLACES[place], look: { tone: 'other', icon: 'skip' } };
    case 'duplicate':
      return { text: `Same as line ${formatNumber(sameAs)}`, look: { tone: 'other', icon: 'duplicate' } };
    case 'omitted':
    case 'ready': {
      const before = last ?? detached;
      const isReady = status === 'ready';
      const notes = [
        isReady ? 'Ready' : 'Left out',
        reason,
        part && `${formatNumber(part.at)} of ${formatNumber(part.of)} in this line`,
        ...warnings.map((warning) => describeWarning(warning, line)),
        before && `${VERBS[before.operation].done.toLowerCase()} ${formatAt(before.at, epochMs)}`,
      ];
      const text = notes.filter(Boolean).join(', ');
      if (!isReady) return { text, look: { tone: 'other', icon: 'skip' } };
      return warnings.length > 0 ? { text, look: { tone: 'warn' } } : { text };
    }
  }
};

/** One sentence for each kind of warning, with its count. */
const WARNING_SENTENCES: Record<LineWarning, (count: number, first: DraftLine) => string> = {
  detached: (count) =>
    `This browser detached ${formatCount(count, 'pair')}: this attaches ${count === 1 ? 'it' : 'them'} again.`,
  unknown: (count) =>
    `${formatCount(count, 'pair')} ${count === 1 ? 'was' : 'were'} sent before, outcome unknown: it may be done already.`,
  joined: (count) => `${formatCount(count, 'line')} may contain others, joined by a quote.`,
  swapped: (count) => `${formatCount(count, 'pair')} may be swapped.`,
  same: (count) => `${formatCount(count, 'pair')} ${count === 1 ? 'has' : 'have'} two IDs of one kind.`,
  named: (count) => `${formatCount(count, 'pair')} ${count === 1 ? 'has' : 'have'} a name in place of an ID.`,
  unlike: (count) =>
    `${formatCount(count, 'pair')} ${count === 1 ? 'has an ID that doesn’t' : 'have IDs that don’t'} look like one.`,
  spaced: (count) => `${formatCount(count, 'pair')} ${count === 1 ? 'has' : 'have'} a space inside an ID.`,
  odd: (count) => `${formatCount(count, 'line')} ${count === 1 ? 'is' : 'are'} not like the others.`,
  two: (count) => `${formatCount(count, 'pair')} may have two IDs in one place.`,
  says: (count, { says = '' }) =>
    `${formatCount(count, 'line')} ${count === 1 ? 'says' : 'say'} something else: “${cutText(says, MAX_QUOTED)}”.`,
  shortened: (count) =>
    `${formatCount(count, 'pair')} ${count === 1 ? 'has' : 'have'} an ID that a spreadsheet shortened.`,
};

/** The kinds of lines that the user can leave out. Doubts are of a list that was read. */
export const listOmittable = ({ lines, operation }: DraftView, isList: boolean) =>
  OMITTABLE.flatMap((kind) => {
    const ofKind = lines.filter((line) => isOfKind(line, kind));
    const [first] = ofKind;
    const isDoubt = kind !== 'repeated' && kind !== 'detached';
    if (!first || (isDoubt && !isList)) return [];
    const done = kind === 'repeated' ? `already ${VERBS[operation].done.toLowerCase()}` : 'detached';
    const text = isDoubt
      ? WARNING_SENTENCES[kind](ofKind.length, first)
      : `This browser ${done} ${formatNumber(ofKind.length)} of these pairs.`;
    return [{ kind, text, lines: ofKind }];
  });

export const COLUMNS_SWAPPED = 'The columns look swapped';

/** `Line 3: cmp-1, wh 1.` */
const quoteLine = ({ line, campaignId, webhookId }: DraftLine): string =>
  `Line ${formatNumber(line)}: ${[campaignId, webhookId].map((id) => cutText(id, MAX_QUOTED)).join(', ')}.`;

/** Of the lines that will be sent, with the first of each kind. */
export const describeWarnings = (
  { lines, columnsSwapped, unread, picked }: DraftView,
  isList: boolean,
): string[] => {
  const ready = lines.filter(({ status }) => status === 'ready');
  const sentences = Object.entries(WARNING_SENTENCES).flatMap(([warning, describe]) => {
    const warned = ready.filter(({ warnings }) => warnings.some((one) => one === warning));
    const [first] = warned;
    // A retry says in its note what is unknown.
    if (!first || (!isList && warning === 'unknown')) return [];
    const sentence = describe(warned.length, first);
    return [isList ? `${sentence} ${quoteLine(first)}` : sentence];
  });
  const [first] = ready;
  // Words that no header explains may change what the lines mean.
  if (unread !== undefined && picked.header === undefined && first) sentences.push(`${unread}.`);
  return columnsSwapped && first ? [`${COLUMNS_SWAPPED}. ${quoteLine(first)}`, ...sentences] : sentences;
};
