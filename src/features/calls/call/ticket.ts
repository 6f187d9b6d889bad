import { formatCount, formatNumber } from '#src/lib/count.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatCallPath } from './address.ts';
import type { CallView } from './call.ts';
import { CALL_FIELDS, readPlainValue, type FieldKey } from './call-fields.ts';

const MAX_TICKET_BYTES = 4096;
/** With this, all values of a call and its link fit. */
const MAX_VALUE_BYTES = 350;

const MAX_SHORT_BYTES = 60;
const MAX_STATUSES = 12;
/** Of one status. */
const MAX_ERRORS = 4;
/** For "and 9,999 more". */
const MORE_BYTES = 20;

const LINE_KEYS: ReadonlySet<FieldKey> = new Set<FieldKey>([
  'started',
  'startedText',
  'ended',
  'endedText',
  'duration',
  'lastCheck',
  'error',
  'note',
  'labels',
]);

/** A failed check says nothing of the call itself, whose last known status stays. */
const readStatus = ({ history, stuckAt }: CallView): string =>
  (history?.last?.record.status ?? 'not known') + (stuckAt === undefined ? '' : ' (stuck)');

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
  const text = lines.join('\n');
  const withLink = `${text}\nLink: ${origin}${formatCallPath(call.entry.id)}`;
  return countBytes(withLink) > MAX_TICKET_BYTES ? text : withLink;
};

const shortenValue = (text: string): string => cutValue(escapeInvisible(text), MAX_SHORT_BYTES);

/** A line for each text, the most frequent first, and one for all others. Leaves out calls without the text. */
const countTexts = (
  calls: readonly CallView[],
  read: (call: CallView) => string | undefined,
  most: number,
  formatMore: (group: readonly CallView[]) => string[] = () => [],
): string[] => {
  const groups = [...groupBy(calls, read)]
    .flatMap(([text, group]) => (text === undefined ? [] : [{ text, group }]))
    .toSorted((a, b) => b.group.length - a.group.length);
  const lines = groups
    .slice(0, most)
    .flatMap(({ text, group }) =>
      [`${shortenValue(text)}: ${formatNumber(group.length)}`].concat(
        formatMore(group).map((line) => `  ${line}`),
      ),
    );
  const others = groups.slice(most);
  if (others.length === 0) return lines;
  const rest = others.reduce((sum, { group }) => sum + group.length, 0);
  return [...lines, `${formatCount(others.length, 'other')}: ${formatNumber(rest)}`];
};

const formatCounts = (calls: readonly CallView[]): string[] =>
  countTexts(calls, readStatus, MAX_STATUSES, (group) =>
    countTexts(group, ({ errorText }) => errorText, MAX_ERRORS),
  );

const formatLine = (call: CallView): string => {
  const values = CALL_FIELDS.filter(({ key }) => LINE_KEYS.has(key)).flatMap((field) => {
    const value = readPlainValue(field, call);
    if (value === undefined || (field.key === 'lastCheck' && call.failedCheck === undefined)) return [];
    // It names itself.
    if (field.key === 'error' && call.failedCheck !== undefined) return shortenValue(String(value));
    const label = field.csv ?? field.label;
    // A colleague may take the note over.
    const text =
      field.key === 'note' ? cutValue(escapeInvisible(String(value))) : shortenValue(String(value));
    return `${label.charAt(0).toLowerCase()}${label.slice(1)}: ${text}`;
  });
  return [`${cutValue(escapeInvisible(call.entry.id))}: ${shortenValue(readStatus(call))}`, ...values].join(
    ', ',
  );
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

const COUNT = /^[>\s]*\d[\d,]* calls\s*$/m;
/** An ID, and no status or error with its count. */
const LINE = /^[>\s]*(\S+): (?!\d[\d,]*\s*$)\S/;
/** Up to the next value of the line. */
const NOTE = /, note: (.+?)(?:, labels: .*)?$/;

/** Reads the lines of calls that `formatTickets` writes. Undefined if the text is none of several calls. */
export const createTicketReader = (
  text: string,
): ((line: string) => { id: string; note?: string | undefined } | undefined) | undefined => {
  if (!COUNT.test(text)) return undefined;
  return (line) => {
    const [, id] = LINE.exec(line) ?? [];
    return id === undefined ? undefined : { id, note: NOTE.exec(line)?.[1] };
  };
};
