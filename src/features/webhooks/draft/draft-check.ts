import type { LastAccepted } from '#src/log/runs/run-log.ts';
import { bare, type PairValues } from '#src/features/webhooks/change/pair.ts';
import { withoutGuard } from '#src/lib/csv.ts';
import { isSendable } from '#src/lib/ids.ts';
import { hasInvisible } from '#src/lib/invisible.ts';
import { cellOf, type Picked } from '#src/lists/columns.ts';
import type { List, ListRow } from '#src/lists/read-list.ts';

/** The lines of an input, none of them blank, and which of their values are the two IDs. */
export type Table = {
  rows: readonly ListRow[];
  /** The list that they are of; absent if there are no columns to choose from. */
  list?: List;
  /** How many values a row has to have. */
  expected: number;
  /** Written out by this console, which puts an apostrophe before what a spreadsheet would run. */
  hasGuards: boolean;
  /** The rows are lines of a list that the person has, so that their numbers mean something outside of the console. */
  isList: boolean;
  picked: Picked<'campaign' | 'webhook'>;
};

/** What is wrong with a line, or not. `line` counts from 1, as the text has it. */
export type LineCheck =
  | { kind: 'ready' }
  | { kind: 'header' }
  /** The same pair stands in an earlier line, which is the one that is sent. */
  | { kind: 'duplicate'; ofLine: number }
  | { kind: 'missing'; what: 'campaign' | 'webhook' }
  /** Another number of values than the other lines have. */
  | { kind: 'values'; found: number; expected: number }
  /** A quote is out of place or never closed. */
  | { kind: 'quotes' }
  /** Holds a character that no address can carry, or is too long for one. */
  | { kind: 'unsendable'; what: 'campaign' | 'webhook' };

/** An ID that lines name; each is looked at once, since thousands of lines name the same few campaigns. */
type Id = { text: string; fault: 'missing' | 'unsendable' | undefined; hasInvisible: boolean };

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

const MOST_CHARACTERS = 512;
// Line breaks and controls but for the tab: no ID has them, and some programs on the way drop or refuse them.
// oxlint-disable-next-line no-control-regex -- They are what is looked for.
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;

const isUsable = (id: string): boolean => id.length <= MOST_CHARACTERS && !CONTROL.test(id) && isSendable(id);

/** How many values a row has; empty ones at the end, beyond what the other lines have, do not count. */
const lengthOf = (cells: readonly string[], expected: number): number => {
  let length = cells.length;
  while (length > expected && bare(cells[length - 1] ?? '') === '') length -= 1;
  return length;
};

/** Checks the lines of a table one by one. */
export const createChecker = ({ expected, hasGuards }: Table) => {
  const ids = new Map<string, Id>();
  const pairs = new Map<Id, Map<Id, Pair>>();

  const idOf = (text: string): Id => {
    const known = ids.get(text);
    if (known) return known;
    const fault = text === '' ? 'missing' : isUsable(text) ? undefined : 'unsendable';
    const id: Id = { text, fault, hasInvisible: hasInvisible(text) };
    ids.set(text, id);
    return id;
  };

  const pairOf = (campaign: Id, webhook: Id): Pair => {
    const ofCampaign = pairs.get(campaign) ?? new Map<Id, Pair>();
    const pair = ofCampaign.get(webhook) ?? {};
    pairs.set(campaign, ofCampaign.set(webhook, pair));
    return pair;
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

  return {
    /** A line as the list has it. */
    row: ({ cells, isBroken }: ListRow, { columns }: Table['picked']): CheckedLine => {
      if (isBroken) return checked(idOf(cells[0] ?? ''), idOf(''), { kind: 'quotes' });
      const found = lengthOf(cells, expected);
      const last = columns.campaign > columns.webhook ? columns.campaign : columns.webhook;
      // What is too much is shown with the value that it may belong to.
      const valueOf = (column: number | string): Id =>
        idOf(
          found > expected && column === last
            ? cells
                .slice(Number(column), Number(column) + found - expected + 1)
                .map(bare)
                .join(', ')
            : idOfCell(cellOf(cells, column) ?? ''),
        );
      const [campaign, webhook] = [valueOf(columns.campaign), valueOf(columns.webhook)];
      const isShort = found < expected && campaign.fault !== 'missing' && webhook.fault !== 'missing';
      const isWrong = found > expected || isShort;
      return checked(campaign, webhook, isWrong ? { kind: 'values', found, expected } : undefined);
    },
    /** A line as it was typed. */
    typed: ({ campaignId, webhookId }: PairValues): CheckedLine =>
      checked(idOf(bare(campaignId)), idOf(bare(webhookId))),
    /** What is known of a pair, whether or not a line names it. */
    pairOf: ({ campaignId, webhookId }: PairValues): Pair => pairOf(idOf(campaignId), idOf(webhookId)),
  };
};
