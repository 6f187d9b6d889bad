import type { RunRecord } from '#src/log/runs/run-log.ts';
import type { LineEvent, RunPair } from '#src/log/runs/run.ts';
import type { TestRunLog } from './journal-kit.ts';

/** What the tests of runs begin and say. Nothing of the product imports it. */

export const RUN = { operation: 'attach', source: '' } as const;

export const pairsOf = (count: number): RunPair[] =>
  Array.from({ length: count }, (_, index) => ({ campaignId: 'cmp-1', webhookId: `wh-${index}` }));

export const ACCEPTED: LineEvent = { kind: 'answer', outcome: 'accepted', status: 200 };
export const REFUSED: LineEvent = { kind: 'answer', outcome: 'refused', status: 500 };

/** Longer than any test. */
export const NEVER_MS = 1_000_000;

/** A letter for the state of each line. */
export const statesOf = (record: RunRecord | 'unreadable' | undefined): string =>
  typeof record === 'object'
    ? Array.from({ length: record.run().total }, (_, index) => record.line(index).state[0]).join('')
    : String(record);

/** A new run of so many pairs, where it can be kept. */
export const tryToBegin = ({ product }: TestRunLog, count: number): Promise<RunRecord | undefined> =>
  product.begin(RUN, pairsOf(count));
