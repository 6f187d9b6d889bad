import type { NameKind } from '#src/features/webhooks/names/names.ts';
import { bare, type PairValues } from '#src/features/webhooks/change/pair.ts';
import { withoutGuard } from '#src/lib/csv.ts';
import { isSendable } from '#src/lib/ids.ts';
import { cellOf, type Picked } from '#src/lists/columns.ts';
import type { List, ListRow } from '#src/lists/read-list.ts';
import type { PairColumn } from './draft-columns.ts';

/** The lines of an input, none of them blank, and which of their values are the two IDs. */
export type Table = {
  rows: readonly ListRow[];
  /** The list that they are of; absent if there are no columns to choose from. */
  list?: List;
  /** How many values a row has to have. */
  expected: number;
  /** Written out by this console, which puts an apostrophe before what a spreadsheet would run. */
  hasGuards: boolean;
  /** The rows are lines of a list that the user has, so that their numbers mean something outside of the console. */
  isList: boolean;
  picked: Picked<PairColumn>;
};

/** What is wrong with a line, or not. `line` counts from 1, as the text has it. */
export type LineCheck =
  | { kind: 'ready' }
  | { kind: 'header' }
  /** The same pair is in an earlier line, which is the one that is sent. */
  | { kind: 'duplicate'; ofLine: number }
  | { kind: 'missing'; what: 'campaign' | 'webhook' }
  /** Another number of values than the other lines have. */
  | { kind: 'values'; found: number; expected: number }
  /** A quote is out of place or never closed. */
  | { kind: 'quotes' }
  /** Holds a character that no address can carry, or is too long for one. */
  | { kind: 'unsendable'; what: 'campaign' | 'webhook' }
  /** A name in place of an ID that several IDs have. */
  | { kind: 'ambiguous'; what: 'campaign' | 'webhook'; count: number };

/** A line by itself; without a fault it can be sent. */
export type CheckedLine = PairValues & { fault?: LineCheck | undefined };

const MOST_CHARACTERS = 512;
// Line breaks and controls but for the tab: no ID has them, and some programs on the way drop or refuse them.
// oxlint-disable-next-line no-control-regex -- They are what is looked for.
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;

const isUsable = (id: string): boolean => id.length <= MOST_CHARACTERS && !CONTROL.test(id) && isSendable(id);

/** How many values a row has; empty ones at the end, beyond what the other lines have, do not count. */
const countValues = (cells: readonly string[], expected: number): number => {
  let length = cells.length;
  while (length > expected && bare(cells[length - 1] ?? '') === '') length -= 1;
  return length;
};

/** A name in place of an ID gives the ID, if one ID alone has it. */
export const resolveNames = (
  line: CheckedLine,
  idsNamed: Record<NameKind, (text: string) => readonly string[]>,
): CheckedLine => {
  if (line.fault) return line;
  const campaigns = idsNamed.campaign(line.campaignId);
  const webhooks = idsNamed.webhook(line.webhookId);
  const ambiguous = campaigns.length > 1 ? 'campaign' : webhooks.length > 1 ? 'webhook' : undefined;
  if (ambiguous) {
    const count = Math.max(campaigns.length, webhooks.length);
    return { ...line, fault: { kind: 'ambiguous', what: ambiguous, count } };
  }
  return { campaignId: campaigns[0] ?? line.campaignId, webhookId: webhooks[0] ?? line.webhookId };
};

/** A line as it was typed. */
export const checkTyped = (values: PairValues): CheckedLine => {
  const pair = { campaignId: bare(values.campaignId), webhookId: bare(values.webhookId) };
  const ids = [
    ['campaign', pair.campaignId],
    ['webhook', pair.webhookId],
  ] as const;
  const missing = ids.find(([, id]) => id === '');
  if (missing) return { ...pair, fault: { kind: 'missing', what: missing[0] } };
  const unsendable = ids.find(([, id]) => !isUsable(id));
  return { ...pair, fault: unsendable && { kind: 'unsendable', what: unsendable[0] } };
};

/** A row of a table, read by these columns. */
export const checkRow = (
  { expected, hasGuards }: Pick<Table, 'expected' | 'hasGuards'>,
  { cells, isBroken }: ListRow,
  { columns }: Table['picked'],
): CheckedLine => {
  if (isBroken) return { campaignId: cells[0] ?? '', webhookId: '', fault: { kind: 'quotes' } };
  const found = countValues(cells, expected);
  const last = columns.campaign > columns.webhook ? columns.campaign : columns.webhook;
  const read = (column: number | string): string => {
    // What is too much is shown with the value that it may belong to.
    if (found > expected && column === last) {
      return cells
        .slice(Number(column), Number(column) + found - expected + 1)
        .map(bare)
        .join(', ');
    }
    const text = bare(cellOf(cells, column) ?? '');
    return hasGuards ? bare(withoutGuard(text)) : text;
  };
  const line = checkTyped({ campaignId: read(columns.campaign), webhookId: read(columns.webhook) });
  const isShort = found < expected && line.fault?.kind !== 'missing';
  return found > expected || isShort ? { ...line, fault: { kind: 'values', found, expected } } : line;
};
