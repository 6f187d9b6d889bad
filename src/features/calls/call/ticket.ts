import { formatSeconds } from '#src/lib/duration.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { pathOfCall } from './address.ts';
import type { CallView } from './call.ts';
import { troubleText } from './fields.ts';

/** Of a text for a ticket, and of one value in it: eight values and a link fit. */
const MOST_BYTES = 4096;
const MOST_VALUE_BYTES = 400;

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** Never cuts a character in two. */
const cut = (text: string, mostBytes: number): string => {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(mostBytes));
  return read < text.length ? `${text.slice(0, read)}…` : text;
};

const iso = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

/**
 * What a colleague needs to go on with a call, a line a value: what the service reported, as it came, and when this browser
 * saw it (ISO 8601, UTC). Line breaks and invisible characters are marked. A link that is too long is left out.
 */
const ticketText = (view: CallView, origin: string): string => {
  const { entry, history, statusBadge } = view;
  const record = history?.last?.record;
  const values: [label: string, value: string | number | undefined][] = [
    ['Call', entry.id],
    ['Status', statusBadge.word],
    ['Started', record?.startTime],
    ['Ended', record?.endTime],
    ['Duration', record?.duration === undefined ? undefined : formatSeconds(record.duration)],
    ['Error', troubleText(view)],
    ['Checked', iso(history?.checked?.at)],
    ['Note', entry.note],
  ];
  const lines = values
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value]) => `${label}: ${cut(withMarks(String(value)), MOST_VALUE_BYTES)}`);
  const text = lines.join('\n');
  const link = `\nLink: ${origin}${pathOfCall(entry.id)}`;
  return countBytes(text + link) > MOST_BYTES ? text : text + link;
};

/** The calls for a ticket, as many as fit into 4 kB. */
export const ticketTexts = (views: readonly CallView[], origin: string): { text: string; count: number } => {
  let text = '';
  for (const [at, view] of views.entries()) {
    const next = `${text}${at === 0 ? '' : '\n\n'}${ticketText(view, origin)}`;
    if (countBytes(next) > MOST_BYTES) return { text, count: at };
    text = next;
  }
  return { text, count: views.length };
};
