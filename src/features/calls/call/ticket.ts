import { formatCount, formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatCallPath } from './address.ts';
import type { CallView } from './call.ts';
import { CALL_FIELDS, readPlainValue } from './fields.ts';

/** In characters, of a ticket of several calls and of one value. */
const MAX_TICKET_LENGTH = 4000;
const MAX_VALUE_LENGTH = 350;
const MAX_SHORT_LENGTH = 60;
/** Of statuses, and of errors of one status. */
const MAX_GROUPS = 6;
/** For "and 9,999 more". */
const MORE_LENGTH = 20;

const LINE_FIELDS = CALL_FIELDS.filter(({ key }) => ['started', 'ended', 'error', 'note'].includes(key));

const readStatus = ({ state, statusBadge }: CallView): string =>
  state.kind === 'reported' ? state.status : statusBadge.word;

const shorten = (text: string, maxLength = MAX_SHORT_LENGTH): string => {
  const escaped = escapeInvisible(text);
  const cut = cutText(escaped, maxLength);
  return cut === escaped ? cut : `${cut}…`;
};

/** One line for each value of the CSV export; line breaks and invisible characters are escaped. */
const formatTicket = (call: CallView, origin: string): string => {
  const lines = CALL_FIELDS.flatMap((field) => {
    const value = field.csv === undefined ? undefined : readPlainValue(field, call);
    return value === undefined ? [] : `${field.csv}: ${shorten(String(value), MAX_VALUE_LENGTH)}`;
  });
  return [...lines, `Link: ${origin}${formatCallPath(call.entry.id)}`].join('\n');
};

/** The most frequent first. Leaves out calls without the text. */
const groupByText = (calls: readonly CallView[], read: (call: CallView) => string | undefined) => {
  const groups = groupBy(calls, read);
  return [...groups]
    .flatMap(([text, group]) => (text === undefined ? [] : [[text, group] as const]))
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_GROUPS);
};

const formatGroup = ([text, { length }]: readonly [text: string, calls: readonly CallView[]]): string =>
  `${shorten(text)}: ${formatNumber(length)}`;

const formatCounts = (calls: readonly CallView[]): string[] => {
  const lines: string[] = [];
  for (const status of groupByText(calls, readStatus)) {
    lines.push(formatGroup(status));
    const errors = groupByText(status[1], ({ errorText }) => errorText);
    lines.push(...errors.map((error) => `  ${formatGroup(error)}`));
  }
  return lines;
};

const formatLine = (call: CallView): string => {
  const values = LINE_FIELDS.flatMap((field) => {
    const value = readPlainValue(field, call);
    const label = `${field.label.toLowerCase()}${field.isTime ? '' : ':'}`;
    return value === undefined ? [] : `${label} ${shorten(String(value))}`;
  });
  return [`${shorten(call.entry.id, MAX_VALUE_LENGTH)}: ${shorten(readStatus(call))}`, ...values].join(', ');
};

/** One call in full; of several the counts, then a line for each. `count`: how many calls have their line. */
export const formatTickets = (
  calls: readonly CallView[],
  origin: string,
): { text: string; count: number } => {
  const [first, ...others] = calls;
  if (first && others.length === 0) return { text: formatTicket(first, origin), count: 1 };
  let text = [formatCount(calls.length, 'call'), ...formatCounts(calls), ''].join('\n');
  let room = MAX_TICKET_LENGTH - text.length - MORE_LENGTH;
  for (const [count, call] of calls.entries()) {
    const line = `\n${formatLine(call)}`;
    room -= line.length;
    if (room < 0) return { text: `${text}\nand ${formatNumber(calls.length - count)} more`, count };
    text += line;
  }
  return { text, count: calls.length };
};
