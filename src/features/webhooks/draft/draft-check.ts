import type { LastAccepted } from '#src/journal/runs/run-log.ts';
import { bare, type PairValues } from '#src/features/webhooks/change/pair.ts';
import { withoutGuard } from '#src/lib/csv.ts';
import { isSendable } from '#src/lib/ids.ts';
import { hasInvisible } from '#src/lib/invisible.ts';
import { createPause, type Slicing } from '#src/lib/slicing.ts';
import type { Table } from './draft-table.ts';
import type { LineCheck } from './draft.ts';

/** An ID that lines name; each is looked at once, since thousands of lines name the same few campaigns. */
type Id = {
  number: number;
  text: string;
  fault: 'missing' | 'unsendable' | undefined;
  hasInvisible: boolean;
};

/** A pair that lines name. */
export type Pair = {
  /** The index of the line that is sent of it. */
  sentLine?: number | undefined;
  /** Its last accepted operation from this browser. */
  last?: LastAccepted;
};

/** What a line comes to by itself. */
export type CheckedLine = { campaign: Id; webhook: Id } & (
  | { pair: Pair; fault?: never }
  | { pair?: never; fault: LineCheck }
);

export type Columns = { campaign: number; webhook: number };

const MOST_CHARACTERS = 512;
// Line breaks and controls but for the tab: no ID has them, and some programs on the way drop or refuse them.
// oxlint-disable-next-line no-control-regex -- They are what is looked for.
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;

const isUsable = (id: string): boolean => id.length <= MOST_CHARACTERS && !CONTROL.test(id) && isSendable(id);

// Quotes that could not be read, and those after a blank, which no reader of CSV takes for quotes: nobody knows what
// belongs to the value.
const QUOTE_AFTER_BLANK = /^\s+"/;
const QUOTE_AT_END = /^\s*"|"\s*$/;

/** How many values a row has; empty ones at the end, beyond what the other lines have, do not count. */
const lengthOf = (cells: readonly string[], expected: number): number => {
  let length = cells.length;
  while (length > expected && bare(cells[length - 1] ?? '') === '') length -= 1;
  return length;
};

/** Checks the lines of a table one by one. */
export const createChecker = ({ rows, expected, joiner, hasGuards }: Table) => {
  const ids = new Map<string, Id>();
  // Either way round in one place: with the two columns swapped no maps are made anew.
  const pairs = new Map<Id, Map<Id, [straight: Pair, swapped: Pair]>>();

  const idOf = (text: string): Id => {
    const known = ids.get(text);
    if (known) return known;
    const fault = text === '' ? 'missing' : isUsable(text) ? undefined : 'unsendable';
    const id: Id = { number: ids.size, text, fault, hasInvisible: hasInvisible(text) };
    ids.set(text, id);
    return id;
  };

  const pairOf = (campaign: Id, webhook: Id): Pair => {
    const isSwapped = campaign.number > webhook.number;
    const [first, second] = isSwapped ? [webhook, campaign] : [campaign, webhook];
    const ofFirst = pairs.get(first) ?? new Map<Id, [Pair, Pair]>();
    const both = ofFirst.get(second) ?? [{}, {}];
    if (ofFirst.size === 0) pairs.set(first, ofFirst);
    ofFirst.set(second, both);
    return both[isSwapped ? 1 : 0];
  };

  const checked = (campaign: Id, webhook: Id, ofRow?: LineCheck): CheckedLine => {
    if (ofRow) return { campaign, webhook, fault: ofRow };
    for (const kind of ['missing', 'unsendable'] as const) {
      if (campaign.fault === kind) return { campaign, webhook, fault: { kind, what: 'campaign' } };
      if (webhook.fault === kind) return { campaign, webhook, fault: { kind, what: 'webhook' } };
    }
    return { campaign, webhook, pair: pairOf(campaign, webhook) };
  };

  const idOfCell = (cell: string): string => {
    const text = bare(cell);
    return hasGuards ? bare(withoutGuard(text)) : text;
  };

  /** A line as the text has it. */
  const row = (index: number, columns: Columns): CheckedLine => {
    const { cells, quotes } = rows[index] ?? { cells: [] };
    const found = lengthOf(cells, expected);
    const last = Math.max(columns.campaign, columns.webhook);
    // What is too much is shown with the value that it may belong to.
    const valueOf = (column: number): Id => {
      const surplus =
        found > expected && column === last ? cells.slice(column, column + found - expected + 1) : [];
      return idOf(surplus.length > 0 ? surplus.map(bare).join(joiner) : idOfCell(cells[column] ?? ''));
    };
    const [campaign, webhook] = [valueOf(columns.campaign), valueOf(columns.webhook)];
    const wrongQuote = quotes ? QUOTE_AT_END : QUOTE_AFTER_BLANK;
    if ([columns.campaign, columns.webhook].some((column) => wrongQuote.test(cells[column] ?? '')))
      return checked(campaign, webhook, { kind: 'quotes' });
    const isShort = found < expected && campaign.fault !== 'missing' && webhook.fault !== 'missing';
    return checked(
      campaign,
      webhook,
      found > expected || isShort ? { kind: 'values', found, expected } : undefined,
    );
  };

  return {
    row,
    /** A line that was checked before, its two columns the other way round. */
    mirrored: (line: CheckedLine, index: number, columns: Columns): CheckedLine =>
      line.fault?.kind === 'values' || line.fault?.kind === 'quotes'
        ? row(index, columns)
        : checked(line.webhook, line.campaign),
    /** A line as it was typed. */
    typed: ({ campaignId, webhookId }: PairValues): CheckedLine =>
      checked(idOf(bare(campaignId)), idOf(bare(webhookId))),
    /** What is known of a pair, whether or not a line names it. */
    pairOf: ({ campaignId, webhookId }: PairValues): Pair => pairOf(idOf(campaignId), idOf(webhookId)),
    /** All lines as the text has them. Rejects on abort alone. */
    all: async (columns: Columns, slicing: Slicing): Promise<CheckedLine[]> => {
      const pause = createPause(slicing);
      const lines: CheckedLine[] = [];
      for (let index = 0; index < rows.length; index += 1) {
        lines.push(row(index, columns));
        const wait = index % 64 === 63 ? pause(index / rows.length) : undefined;
        if (wait) await wait;
      }
      return lines;
    },
  };
};

export type Checker = ReturnType<typeof createChecker>;
