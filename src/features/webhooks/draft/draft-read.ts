import type { NewLine } from '#src/log/run.ts';
import { nextTask } from '#src/lib/slicing.ts';
import { splitIds } from '#src/lib/ids.ts';
import { MOST_LINES, type ListInput, type ReadFailure } from '#src/lists/list-text.ts';
import { guessColumns, type Picked } from '#src/lists/columns.ts';
import { readList, type List } from '#src/lists/read-list.ts';
import { EXPORTED, type ChangeOperation } from '#src/features/webhooks/change/change.ts';
import { bare } from '#src/features/webhooks/change/pair.ts';
import type { Relist } from '#src/features/webhooks/run/run-undo.ts';
import { createDraft, type Draft, type DraftSetup } from './draft.ts';
import type { Table } from './draft-check.ts';
import { WANTED, type PairColumn } from './draft-columns.ts';

/** What is to be read: pasted text, a file, two lists of IDs to be combined, or lines of an earlier run. */
export type DraftInput =
  | ListInput
  | { kind: 'every'; campaigns: string; webhooks: string }
  | { kind: 'relist'; list: Relist };

export type DraftFailure = ReadFailure | 'no-pairs';

/** Whether a list was written out by the console itself. */
const isOwnExport = ({ rows: [header] }: List): boolean =>
  header?.cells.map(bare).join().includes(EXPORTED.join()) ?? false;

const tableOfList = (list: List): Table => ({
  rows: list.rows,
  list,
  expected: Math.max(2, list.width),
  hasGuards: isOwnExport(list),
  isList: true,
  picked: guessColumns(list, WANTED),
});

const BOTH: Picked<PairColumn> = { hasHeader: false, columns: { campaign: 0, webhook: 1 } };

const tableOfPairs = (pairs: readonly NewLine[]): Table => ({
  rows: pairs.map(({ campaignId, webhookId, sourceLine }, at) => ({
    line: sourceLine ?? at + 1,
    cells: [campaignId, webhookId],
  })),
  isList: pairs.every(({ sourceLine }) => sourceLine !== undefined),
  expected: 2,
  hasGuards: false,
  picked: BOTH,
});

/** Each ID of a list once. */
const idsOf = async (text: string, signal: AbortSignal): Promise<string[] | ReadFailure> => {
  const list = await readList({ kind: 'text', text }, signal);
  if (typeof list === 'string') return list;
  return [...new Set(list.rows.flatMap(({ cells }) => cells.flatMap(splitIds)))];
};

const readSetup = async (
  input: DraftInput,
  operation: ChangeOperation,
  signal: AbortSignal,
): Promise<Omit<DraftSetup, 'known'> | DraftFailure> => {
  switch (input.kind) {
    case 'relist': {
      const { run, lines, notes } = input.list;
      return { ...run, notes, table: tableOfPairs(lines) };
    }
    case 'every': {
      const campaigns = await idsOf(input.campaigns, signal);
      if (typeof campaigns === 'string') return campaigns;
      const webhooks = await idsOf(input.webhooks, signal);
      if (typeof webhooks === 'string') return webhooks;
      if (campaigns.length * webhooks.length > MOST_LINES) return 'too-many-lines';
      const pairs = campaigns.flatMap((campaignId) =>
        webhooks.map((webhookId) => ({ campaignId, webhookId })),
      );
      return { operation, source: '', table: tableOfPairs(pairs) };
    }
    case 'text':
    case 'file': {
      const list = await readList(input, signal);
      if (typeof list === 'string') return list;
      const source = input.kind === 'file' ? input.file.name : '';
      return { operation, source, isGuessed: list.isGuessed, table: tableOfList(list) };
    }
  }
};

/** Reads and checks an input. Rejects on `signal` alone. */
export const readDraft = async (
  input: DraftInput,
  operation: ChangeOperation,
  { signal, known }: { signal: AbortSignal; known: DraftSetup['known'] },
): Promise<Draft | DraftFailure> => {
  const read = await readSetup(input, operation, signal);
  signal.throwIfAborted();
  if (typeof read === 'string') return read;
  const { rows, picked } = read.table;
  if (rows.length === 0) return 'no-pairs';
  if (rows.length - Number(picked.hasHeader) > MOST_LINES) return 'too-many-lines';
  await nextTask();
  const draft = createDraft({ ...read, known });
  // Drawn in a task of its own.
  await nextTask();
  signal.throwIfAborted();
  return draft;
};
