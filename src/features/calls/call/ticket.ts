import { escapeInvisible } from '#src/lib/invisible.ts';
import { pathOfCall } from './address.ts';
import type { CallView } from './call.ts';
import { CALL_FIELDS, readPlainValue } from './fields.ts';

const MAX_TICKET_BYTES = 4096;
/** So that all values of a call and its link fit. */
const MAX_VALUE_BYTES = 350;

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** Never cuts a character in two. */
const cut = (text: string): string => {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_VALUE_BYTES));
  return read < text.length ? `${text.slice(0, read)}…` : text;
};

/** One line for each value of the CSV export; line breaks and invisible characters are marked. */
const formatTicket = (view: CallView, origin: string): string => {
  const lines = CALL_FIELDS.flatMap((field) => {
    const value = field.csv === undefined ? undefined : readPlainValue(field, view);
    return value === undefined ? [] : `${field.csv}: ${cut(escapeInvisible(String(value)))}`;
  });
  const text = lines.join('\n');
  const withLink = `${text}\nLink: ${origin}${pathOfCall(view.entry.id)}`;
  return countBytes(withLink) > MAX_TICKET_BYTES ? text : withLink;
};

export const formatTickets = (
  views: readonly CallView[],
  origin: string,
): { text: string; count: number } => {
  let text = '';
  for (const [count, view] of views.entries()) {
    const next = `${text}${count === 0 ? '' : '\n\n'}${formatTicket(view, origin)}`;
    if (countBytes(next) > MAX_TICKET_BYTES) return { text, count };
    text = next;
  }
  return { text, count: views.length };
};
