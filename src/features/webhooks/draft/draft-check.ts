import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import type { PairNumbers } from './draft-pair-numbers.ts';
import type { Table } from './draft-rows.ts';
import { bare, EMPTY, hasLoneQuote, idOfCell, type Texts, UNSENDABLE } from './draft-texts.ts';
import type { LineCheck } from './draft.ts';

/** What is wrong with a line by itself; 0 where it is a pair. */
const FAULTS = {
  none: 0,
  values: 1,
  noCampaign: 2,
  noWebhook: 3,
  unsendableCampaign: 4,
  unsendableWebhook: 5,
  quotes: 6,
} as const;

export type Columns = { campaign: number; webhook: number };

/** What was found of each line, by its index. */
export type Checked = {
  /** Numbers of texts. */
  campaigns: Int32Array;
  webhooks: Int32Array;
  faults: Uint8Array;
  /** The number of the pair; -1 where the line is none. */
  pairs: Int32Array;
};

export const createChecked = (lines: number): Checked => ({
  campaigns: new Int32Array(lines),
  webhooks: new Int32Array(lines),
  faults: new Uint8Array(lines),
  pairs: new Int32Array(lines).fill(-1),
});

const faultOf = (campaign: number, webhook: number): number => {
  if (campaign === EMPTY) return FAULTS.noCampaign;
  if (webhook === EMPTY) return FAULTS.noWebhook;
  if (campaign === UNSENDABLE) return FAULTS.unsendableCampaign;
  return webhook === UNSENDABLE ? FAULTS.unsendableWebhook : FAULTS.none;
};

/** How many values a row has; empty ones at the end, beyond what the other lines have, do not count. */
const lengthOf = (row: readonly string[], expected: number): number => {
  let length = row.length;
  while (length > expected && bare(row[length - 1] ?? '') === '') length -= 1;
  return length;
};

/** Checks lines one by one and writes down what it finds. */
export const createCheck = (table: Table, texts: Texts, pairNumbers: PairNumbers) => {
  const { rows, expected, joiner, broken } = table;

  const write = (
    into: Checked,
    index: number,
    campaign: number,
    webhook: number,
    ofRow: number = FAULTS.none,
  ): void => {
    const fault = ofRow === FAULTS.none ? faultOf(texts.fitness(campaign), texts.fitness(webhook)) : ofRow;
    into.campaigns[index] = campaign;
    into.webhooks[index] = webhook;
    into.faults[index] = fault;
    into.pairs[index] = fault === FAULTS.none ? pairNumbers.numberOf(campaign, webhook) : -1;
  };

  /** A line as the text has it. */
  const row = (into: Checked, index: number, columns: Columns): void => {
    const cells = rows[index] ?? [];
    const surplus = lengthOf(cells, expected) - expected;
    const style = broken?.has(index) ? { ...table.style, hasQuotes: true } : table.style;
    const last = Math.max(columns.campaign, columns.webhook);
    const numberOf = (column: number): number =>
      texts.numberOf(
        surplus > 0 && column === last
          ? cells
              .slice(column, column + surplus + 1)
              .map(bare)
              .join(joiner)
          : idOfCell(cells[column] ?? '', style),
      );
    const [campaign, webhook] = [numberOf(columns.campaign), numberOf(columns.webhook)];
    const isShort = surplus < 0 && texts.fitness(campaign) !== EMPTY && texts.fitness(webhook) !== EMPTY;
    const hasLone = [columns.campaign, columns.webhook].some((at) => hasLoneQuote(cells[at] ?? '', style));
    const values = surplus > 0 || isShort ? FAULTS.values : FAULTS.none;
    write(into, index, campaign, webhook, hasLone ? FAULTS.quotes : values);
  };

  return {
    row,
    /** A line that was checked before, its two columns the other way round. */
    mirrored: (into: Checked, index: number, columns: Columns): void => {
      const fault = into.faults[index];
      if (fault === FAULTS.values || fault === FAULTS.quotes) return row(into, index, columns);
      write(into, index, into.webhooks[index] ?? -1, into.campaigns[index] ?? -1);
    },
    /** A line as it was typed. */
    typed: (into: Checked, index: number, { campaignId, webhookId }: PairValues): void =>
      write(into, index, texts.numberOf(bare(campaignId)), texts.numberOf(bare(webhookId))),
    /** Whether one of its IDs has characters that cannot be seen. */
    hasInvisible: ({ campaigns, webhooks }: Checked, index: number): boolean =>
      texts.hasInvisible(campaigns[index] ?? -1) || texts.hasInvisible(webhooks[index] ?? -1),
    /** What is wrong with a line by itself, by its fault. */
    wordsOf: (fault: number, index: number): LineCheck => {
      switch (fault) {
        case FAULTS.values:
          return { kind: 'values', found: lengthOf(rows[index] ?? [], expected), expected };
        case FAULTS.quotes:
          return { kind: 'quotes' };
        case FAULTS.noCampaign:
          return { kind: 'missing', what: 'campaign' };
        case FAULTS.noWebhook:
          return { kind: 'missing', what: 'webhook' };
        case FAULTS.unsendableCampaign:
          return { kind: 'unsendable', what: 'campaign' };
        case FAULTS.unsendableWebhook:
          return { kind: 'unsendable', what: 'webhook' };
        default:
          return { kind: 'ready' };
      }
    },
  };
};
