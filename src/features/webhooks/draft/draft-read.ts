import type { PairOperation } from '#src/log/entry.ts';
import { nextTask } from '#src/lib/timing.ts';
import { MAX_LIST_LINES, readList, type ListInput, type ReadFailure } from '#src/lists/read-list.ts';
import { findColumn } from '#src/lists/columns.ts';
import type { List, ListRow } from '#src/lists/rows.ts';
import { CAMPAIGN_COLUMNS, PAIR_COLUMNS, type IdPatterns } from '#src/features/webhooks/change/change.ts';
import { findResultColumns } from '#src/features/webhooks/run/run-export.ts';
import type { FollowUp, FollowUpLine } from '#src/features/webhooks/run/follow-up.ts';
import { createDraft, type Draft, type DraftSetup } from './draft.ts';
import { pickPairColumns, type PairList } from './draft-columns.ts';
import { splitIdLines, splitPairRows } from './draft-lines.ts';

export type DraftInput = ListInput | { kind: 'follow-up'; followUp: FollowUp };

export type DraftFailure = ReadFailure | 'no-pairs';

const isOwnExport = (header: ListRow | undefined): boolean =>
  header !== undefined &&
  (findResultColumns(header.cells) !== undefined ||
    [['operation', 'campaignId', 'webhookId', 'outcome'], CAMPAIGN_COLUMNS].some((heads) =>
      heads.every((head) => header.cells.includes(head)),
    ));

const toPairList = (read: List, patterns: IdPatterns): PairList => {
  const layout = splitIdLines(read, patterns);
  const picked = pickPairColumns(layout, patterns);
  const list = splitPairRows(layout, picked);
  const header = list.rows[picked.header ?? -1];
  const isExport = isOwnExport(header);
  const outcome = isExport ? findColumn(header, ['outcome', 'lastoutcome']) : undefined;
  return {
    rows: list.rows.map((row) =>
      Object.assign({}, row, { wasUnknown: row.cells[outcome ?? -1] === 'unknown' }),
    ),
    list,
    hasGuards: isExport,
    isNumbered: true,
    picked,
  };
};

const listPairs = (pairs: readonly FollowUpLine[]): PairList => ({
  rows: pairs.map(({ campaignId, webhookId, sourceLine, wasUnknown, reason }, at) => ({
    line: sourceLine ?? at + 1,
    cells: [campaignId, webhookId],
    wasUnknown,
    reason,
  })),
  isNumbered: pairs.every(({ sourceLine }) => sourceLine !== undefined),
  hasGuards: false,
  picked: { header: undefined, columns: { campaign: 0, webhook: 1 } },
});

const readInput = async (
  input: DraftInput,
  operation: PairOperation,
  patterns: IdPatterns,
  signal: AbortSignal,
): Promise<Omit<DraftSetup, 'patterns' | 'names'> | DraftFailure> => {
  switch (input.kind) {
    case 'follow-up': {
      const { run, lines, ...rest } = input.followUp;
      return { ...run, ...rest, list: listPairs(lines) };
    }
    case 'text':
    case 'file': {
      const list = await readList(input, PAIR_COLUMNS, signal);
      if (typeof list === 'string') return list;
      const source = input.kind === 'file' ? input.file.name : '';
      return { operation, source, list: toPairList(list, patterns) };
    }
  }
};

/** Reads and checks an input. Rejects only when `signal` aborts. */
export const readDraft = async (
  input: DraftInput,
  operation: PairOperation,
  { signal, patterns, names }: { signal: AbortSignal } & Pick<DraftSetup, 'patterns' | 'names'>,
): Promise<Draft | DraftFailure> => {
  const setup = await readInput(input, operation, patterns, signal);
  signal.throwIfAborted();
  if (typeof setup === 'string') return setup;
  const { rows, picked } = setup.list;
  if (rows.length === 0) return 'no-pairs';
  if (rows.length - (picked.header ?? -1) - 1 > MAX_LIST_LINES) return 'too-many-lines';
  // Reading, checking and drawing are three tasks, so that none is long.
  await nextTask();
  const draft = createDraft({ ...setup, patterns, names });
  await nextTask();
  signal.throwIfAborted();
  return draft;
};
