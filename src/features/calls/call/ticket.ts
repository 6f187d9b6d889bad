import { formatCount, formatNumber } from '#src/lib/count.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatCallPath } from './address.ts';
import type { CallView } from './call.ts';
import { CALL_FIELDS, readPlainValue } from './fields.ts';

const MAX_TICKET_BYTES = 4096;
/** With this, all values of a call and its link fit. */
const MAX_VALUE_BYTES = 350;

const MAX_SHORT_BYTES = 60;
/** Of statuses, and of errors of one status. */
const MAX_GROUPS = 6;
/** For "and 9,999 more". */
const MORE_BYTES = 20;

const LINE_FIELDS = CALL_FIELDS.filter(({ key }) => ['started', 'ended', 'error', 'note'].includes(key));

const readStatus = ({ state, statusBadge, stuck }: CallView): string =>
  (state.kind === 'reported' ? state.status : statusBadge.word) + (stuck ? ' (stuck)' : '');

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** Never cuts a character in two. */
const cutValue = (text: string, maxBytes = MAX_VALUE_BYTES): string => {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return read < text.length ? `${text.slice(0, read)}…` : text;
};

/** One line for each value of the CSV export; line breaks and invisible characters are escaped. */
const formatTicket = (call: CallView, origin: string): string => {
  const lines = CALL_FIELDS.flatMap((field) => {
    const value = field.key === 'exportedStatus' ? readStatus(call) : readPlainValue(field, call);
    return field.csv === undefined || value === undefined
      ? []
      : `${field.csv}: ${cutValue(escapeInvisible(String(value)))}`;
  });
  // The fields are those of the last answer.
  if (call.state.kind === 'failing' && call.errorText !== undefined)
    lines.push(`Last check failed: ${cutValue(escapeInvisible(call.errorText))}`);
  const text = lines.join('\n');
  const withLink = `${text}\nLink: ${origin}${formatCallPath(call.entry.id)}`;
  return countBytes(withLink) > MAX_TICKET_BYTES ? text : withLink;
};

/** The most frequent first. Leaves out calls without the text. */
const groupByText = (calls: readonly CallView[], read: (call: CallView) => string | undefined) => {
  const groups = groupBy(calls, read);
  return [...groups]
    .flatMap(([text, group]) => (text === undefined ? [] : [[text, group] as const]))
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_GROUPS);
};

const shorten = (text: string): string => cutValue(escapeInvisible(text), MAX_SHORT_BYTES);

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
  return [`${cutValue(escapeInvisible(call.entry.id))}: ${shorten(readStatus(call))}`, ...values].join(', ');
};

/** One call in full; of several the counts, then a line for each. `count`: how many calls have their line. */
export const formatTickets = (
  calls: readonly CallView[],
  origin: string,
): { text: string; count: number } => {
  const [first, ...others] = calls;
  if (first && others.length === 0) return { text: formatTicket(first, origin), count: 1 };
  let text = [formatCount(calls.length, 'call'), ...formatCounts(calls), ''].join('\n');
  let room = MAX_TICKET_BYTES - countBytes(text) - MORE_BYTES;
  for (const [count, call] of calls.entries()) {
    const line = `\n${formatLine(call)}`;
    room -= countBytes(line);
    if (room < 0) return { text: `${text}\nand ${formatNumber(calls.length - count)} more`, count };
    text += line;
  }
  return { text, count: calls.length };
};
