import type { PairOperation } from '#src/log/entry.ts';
import { nextTask } from '#src/lib/timing.ts';
import { MAX_LIST_LINES, type ListInput, type ReadFailure } from '#src/lists/list-text.ts';
import { findColumn, guessColumns } from '#src/lists/columns.ts';
import { readList, type List } from '#src/lists/read-list.ts';
import { countResultColumns } from '#src/features/webhooks/change/change.ts';
import type { FollowUp, FollowUpLine } from '#src/features/webhooks/run/follow-up.ts';
import { createDraft, type Draft, type DraftSetup } from './draft.ts';
import { PAIR_COLUMNS, type PairList } from './draft-check.ts';

export type DraftInput = ListInput | { kind: 'follow-up'; followUp: FollowUp };

export type DraftFailure = ReadFailure | 'no-pairs';

const isOwnExport = ({ rows: [header] }: List): boolean =>
  header !== undefined &&
  (countResultColumns(header.cells) > 0 ||
    ['operation', 'campaignId', 'webhookId', 'outcome'].every((name) => header.cells.includes(name)));

const readOperation = (cell = ''): PairOperation | undefined => {
  if (/^\s*(?:attach|add)/i.test(cell)) return 'attach';
  return /^\s*(?:detach|remove|delete)/i.test(cell) ? 'detach' : undefined;
};

const toPairList = (list: List): PairList => {
  const isExport = isOwnExport(list);
  const outcome = isExport ? findColumn(list, ['outcome']) : undefined;
  const operation = findColumn(list, ['operation', 'action']);
  return {
    rows: list.rows.map((row) => ({
      ...row,
      wasUnknown: row.cells[outcome ?? -1] === 'unknown',
      markedAs: readOperation(row.cells[operation ?? -1]),
    })),
    list,
    hasGuards: isExport,
    isNumbered: true,
    picked: guessColumns(list, PAIR_COLUMNS),
  };
};

const listPairs = (pairs: readonly FollowUpLine[]): PairList => ({
  rows: pairs.map(({ campaignId, webhookId, sourceLine, wasUnknown }, at) => ({
    line: sourceLine ?? at + 1,
    cells: [campaignId, webhookId],
    wasUnknown,
  })),
  isNumbered: pairs.every(({ sourceLine }) => sourceLine !== undefined),
  hasGuards: false,
  picked: { hasHeader: false, columns: { campaign: 0, webhook: 1 } },
});

const readInput = async (
  input: DraftInput,
  operation: PairOperation,
  signal: AbortSignal,
): Promise<Omit<DraftSetup, 'known'> | DraftFailure> => {
  switch (input.kind) {
    case 'follow-up': {
      const { run, lines, ...rest } = input.followUp;
      return { ...run, ...rest, list: listPairs(lines) };
    }
    case 'text':
    case 'file': {
      const list = await readList(input, signal);
      if (typeof list === 'string') return list;
      const source = input.kind === 'file' ? input.file.name : '';
      return { operation, source, list: toPairList(list) };
    }
  }
};

/** Reads and checks an input. Rejects only when `signal` aborts. */
export const readDraft = async (
  input: DraftInput,
  operation: PairOperation,
  { signal, known }: { signal: AbortSignal; known: DraftSetup['known'] },
): Promise<Draft | DraftFailure> => {
  const setup = await readInput(input, operation, signal);
  signal.throwIfAborted();
  if (typeof setup === 'string') return setup;
  const { rows, picked } = setup.list;
  if (rows.length === 0) return 'no-pairs';
  if (rows.length - Number(picked.hasHeader) > MAX_LIST_LINES) return 'too-many-lines';
  // Reading, checking and drawing are three tasks, so that none is long.
  await nextTask();
  const draft = createDraft({ ...setup, known });
  await nextTask();
  signal.throwIfAborted();
  return draft;
};
