import type { StatusLook } from '#src/ui/Status.tsx';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { formatAt } from '#src/features/webhooks/run/describe-run.ts';
import { ROW_PLACES } from '#src/lists/columns.ts';
import {
  DOUBTS,
  isOfKind,
  OMITTABLE,
  type DraftLine,
  type DraftView,
  type LineWarning,
  type Omittable,
} from './draft.ts';

/** In characters. */
const MAX_QUOTED = 60;

type Sentence = (count: number, first: DraftLine) => string;

/** `has/have` is the verb of one and of more. */
const say =
  (noun: 'pair' | 'line', text: string): Sentence =>
  (count) =>
    `${formatCount(count, noun)} ${text.replace(/(\S+)\/(\S+)/, count === 1 ? '$1' : '$2')}.`;

/** What a line with this warning says, and a sentence for all of them. */
const WARNINGS: Record<LineWarning, [note: string | ((line: DraftLine) => string), sentence: Sentence]> = {
  detached: [
    // With its time.
    '',
    (count) =>
      `This browser detached ${formatCount(count, 'pair')}: this attaches ${count === 1 ? 'it' : 'them'} again.`,
  ],
  unknown: [
    'sent before, outcome unknown',
    say('pair', 'was/were sent before, outcome unknown: it may be done already'),
  ],
  joined: [
    ({ text = '' }) => `${formatCount(text.split('\n').length, 'line')} joined by a quote`,
    say('line', 'may contain others, joined by a quote'),
  ],
  swapped: ['swapped?', say('pair', 'may be swapped')],
  same: ['two IDs of one kind', say('pair', 'has/have two IDs of one kind')],
  named: [
    ({ namedId = '' }) => `this is the name of ${namedId}`,
    say('pair', 'has/have a name in place of an ID'),
  ],
  unlike: [
    'doesn’t look like an ID',
    (count) =>
      `${formatCount(count, 'pair')} ${count === 1 ? 'has an ID that doesn’t' : 'have IDs that don’t'} look like one.`,
  ],
  spaced: ['space inside', say('pair', 'has/have a space inside an ID')],
  odd: ['not like the others', say('line', 'is/are not like the others')],
  says: [
    ({ says = '' }) => `says ${cutText(says, MAX_QUOTED)}`,
    (count, { says = '' }) =>
      `${formatCount(count, 'line')} may not be meant: “${cutText(says, MAX_QUOTED)}”.`,
  ],
  shortened: ['shortened by the spreadsheet', say('pair', 'has/have an ID that a spreadsheet shortened')],
};

const describeWarning = (warning: LineWarning, line: DraftLine): string => {
  const [note] = WARNINGS[warning];
  return typeof note === 'string' ? note : note(line);
};

export const describeCheck = (
  line: DraftLine,
  epochMs: number,
): { text: string; look?: Pick<StatusLook, 'tone' | 'icon'> } => {
  const { status, fault = '', place = 'header', sameAs = 0, reason, was, part, warnings } = line;
  switch (status) {
    case 'invalid':
      return { text: fault, look: { tone: 'bad' } };
    case 'header':
      return { text: ROW_PLACES[place], look: { tone: 'other', icon: 'skip' } };
    case 'duplicate':
      return { text: `Same as line ${formatNumber(sameAs)}`, look: { tone: 'other', icon: 'duplicate' } };
    case 'omitted':
    case 'ready': {
      const before = line.last ?? line.detached;
      const isReady = status === 'ready';
      const notes = [
        isReady ? 'Ready' : 'Left out',
        reason,
        part && `${formatNumber(part.at)} of ${formatNumber(part.of)} in this line`,
        ...warnings.map((warning) => describeWarning(warning, line)),
        was === 'accepted' && 'accepted before',
        was === 'left-out' && (isReady ? 'left out before' : 'as before'),
        before && `${VERBS[before.operation].done.toLowerCase()} ${formatAt(before.at, epochMs)}`,
      ];
      const text = notes.filter(Boolean).join(', ');
      if (!isReady) return { text, look: { tone: 'other', icon: 'skip' } };
      return warnings.length > 0 ? { text, look: { tone: 'warn' } } : { text };
    }
  }
};

/** Of lines that were sent or left out before. */
const BEFORE: Record<Exclude<Omittable, (typeof DOUBTS)[number]>, (count: number, done: string) => string> = {
  repeated: (count, done) => `This browser already ${done} ${formatNumber(count)} of these pairs.`,
  detached: (count) => `This browser detached ${formatNumber(count)} of these pairs.`,
  accepted: (count) =>
    `${formatNumber(count)} of these pairs ${count === 1 ? 'was' : 'were'} accepted before.`,
  'left-out': (count) =>
    `${formatNumber(count)} of these lines ${count === 1 ? 'was' : 'were'} left out before.`,
};

const isDoubt = (kind: Omittable): kind is (typeof DOUBTS)[number] => DOUBTS.some((doubt) => doubt === kind);

/** The kinds of lines that the user can leave out. Doubts are of a list that was read. */
export const listOmittable = ({ lines, operation }: DraftView, isList: boolean) =>
  OMITTABLE.flatMap((kind) => {
    const ofKind = lines.filter((line) => isOfKind(line, kind));
    const [first] = ofKind;
    if (!first || (isDoubt(kind) && !isList)) return [];
    const text = isDoubt(kind)
      ? WARNINGS[kind][1](ofKind.length, first)
      : BEFORE[kind](ofKind.length, VERBS[operation].done.toLowerCase());
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
  const sentences = Object.entries(WARNINGS).flatMap(([warning, [, describe]]) => {
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
