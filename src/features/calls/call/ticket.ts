import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatCallPath } from './address.ts';
import type { CallView } from './call.ts';
import { CALL_FIELDS, readPlainValue } from './fields.ts';

const MAX_TICKET_BYTES = 4096;
/** With this, all values of a call and its link fit. */
const MAX_VALUE_BYTES = 350;

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** Never cuts a character in two. */
const cutValue = (text: string): string => {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_VALUE_BYTES));
  return read < text.length ? `${text.slice(0, read)}…` : text;
};

/** One line for each value of the CSV export; line breaks and invisible characters are escaped. */
const formatTicket = (call: CallView, origin: string): string => {
  const lines = CALL_FIELDS.flatMap((field) => {
    const value = field.csv === undefined ? undefined : readPlainValue(field, call);
    return value === undefined ? [] : `${field.csv}: ${cutValue(escapeInvisible(String(value)))}`;
  });
  const text = lines.join('\n');
  const withLink = `${text}\nLink: ${origin}${formatCallPath(call.entry.id)}`;
  return countBytes(withLink) > MAX_TICKET_BYTES ? text : withLink;
};

export const formatTickets = (
  calls: readonly CallView[],
  origin: string,
): { text: string; count: number } => {
  let text = '';
  for (const [count, call] of calls.entries()) {
    const next = `${text}${count === 0 ? '' : '\n\n'}${formatTicket(call, origin)}`;
    if (countBytes(next) > MAX_TICKET_BYTES) return { text, count };
    text = next;
  }
  return { text, count: calls.length };
};
