import type { PairOperation } from '#src/log/entry.ts';
import { nextTask } from '#src/lib/timing.ts';
import { MAX_LIST_LINES, readList, type ListInput, type ReadFailure } from '#src/lists/read-list.ts';
import { MAX_HEADER_LINE } from '#src/lists/columns.ts';
import type { List, ListRow } from '#src/lists/rows.ts';
import { CAMPAIGN_COLUMNS, PAIR_COLUMNS, type IdPatterns } from '#src/features/webhooks/change/change.ts';
import { findResultColumns } from '#src/features/webhooks/run/run-export.ts';
import type { FollowUp, FollowUpLine } from '#src/features/webhooks/run/follow-up.ts';
import { createDraft, type Draft, type DraftSetup } from './draft.ts';
import { pickPairColumns, type PairList } from './draft-columns.ts';
import { splitIdLines, splitPairRows } from './draft-lines.ts';

/*
 * How pasted text becomes checked pairs, one function for each stage:
 * 1. text: `readText` of lists/read-list.ts decodes a file or paste.
 * 2. cells: `readList` there removes marks (lists/marks.ts), reads JSON (lists/literal.ts), and splits lines into cells.
 * 3. layout: `splitIdLines` of draft-lines.ts makes a row of each ID, if there are no pairs.
 * 4. roles of columns: `pickPairColumns` of draft-columns.ts; an unsure one is left for the user to pick.
 * 5. lines: `splitPairRows` of draft-lines.ts makes a row of each of several IDs in a cell.
 * 6. checks of a line: `createRowCheck` of draft-check.ts says why it can't be sent.
 * 7. checks of all lines: `compareLines` of draft-compare.ts doubts lines unlike the others, `readSaid` of draft-says.ts those
 *    that the list says to do something else with. The user is asked about doubts before anything is sent.
 */

export type DraftInput = ListInput | { kind: 'follow-up'; followUp: FollowUp };

export type DraftFailure = ReadFailure | 'no-pairs';

type Was = PairList['rows'][number]['was'];

/** What becomes of a line of a file of this console, by its outcome. Others are sent again. */
const AFTER_OUTCOME: Readonly<Record<string, Was>> = {
  accepted: 'accepted',
  'left out': 'left-out',
  duplicate: 'left-out',
  unknown: 'unknown',
};

const STATE_COLUMNS = CAMPAIGN_COLUMNS.slice(CAMPAIGN_COLUMNS.indexOf('State'));

/** Columns that an export of this console appended. The operation stays: it is read as that of any list. */
const findAppended = ({ cells }: ListRow) => {
  const results = findResultColumns(cells);
  if (results) {
    const { from, to } = results;
    return { from: cells[from]?.trim() === 'Operation' ? from + 1 : from, to, isRun: true };
  }
  if (!CAMPAIGN_COLUMNS.every((head) => cells.includes(head))) return undefined;
  const from = cells.indexOf('State');
  return { from, to: from + STATE_COLUMNS.length, isRun: false };
};

/** Stage 2, of a file of this console: without what was appended. */
const separateResults = (list: List): { list: List; readWas?: (row: ListRow) => Was } => {
  const head = list.rows.slice(0, MAX_HEADER_LINE).find((row) => findAppended(row));
  const appended = head && findAppended(head);
  if (!appended) return { list };
  const { from, to, isRun } = appended;
  const outcome = head.cells.findIndex((cell, at) => at >= from && /outcome$/i.test(cell.trim()));
  const wasOf = new Map(list.rows.map(({ line, cells }) => [line, AFTER_OUTCOME[cells[outcome] ?? '']]));
  const rows = list.rows.map((row) =>
    row.isBroken ? row : { ...row, cells: row.cells.toSpliced(from, to - from) },
  );
  return {
    list: { ...list, rows, width: list.width - (to - from) },
    // What Campaigns has was accepted, and is exported to be changed.
    readWas: ({ line }) => (isRun || wasOf.get(line) === 'unknown' ? wasOf.get(line) : undefined),
  };
};

const toPairList = (read: List, patterns: IdPatterns): PairList => {
  const { list: own, readWas } = separateResults(read);
  // A line of results is one pair.
  const layout = readWas ? own : splitIdLines(own, patterns);
  const picked = pickPairColumns(layout, patterns);
  const list = readWas ? layout : splitPairRows(layout, picked);
  return {
    rows: readWas ? list.rows.map((row) => Object.assign({}, row, { was: readWas(row) })) : list.rows,
    list,
    hasGuards: readWas !== undefined,
    isNumbered: true,
    picked,
  };
};

const listPairs = (pairs: readonly FollowUpLine[]): PairList => ({
  rows: pairs.map(({ campaignId, webhookId, sourceLine, wasUnknown, reason }, at) => ({
    line: sourceLine ?? at + 1,
    cells: [campaignId, webhookId],
    was: wasUnknown ? 'unknown' : undefined,
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
