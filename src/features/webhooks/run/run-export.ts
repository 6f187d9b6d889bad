import { readRows } from '#src/lists/read-list.ts';
import { isFilled, type ListRow } from '#src/lists/rows.ts';
import { omitEmptyColumn, removeGuards, MAX_COLUMNS, type CsvCell } from '#src/lib/csv.ts';
import { formatUtc } from '#src/lib/timestamp.ts';
import type { Line, Run, LeftOutLine, RunTable } from '#src/log/run.ts';
import type { RunSource } from '#src/log/queries.ts';
import { formatOutcome, OUTCOMES } from '#src/outcomes/messages.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { getLineKind } from './describe-run.ts';

/**
 * What the export of a run appends to each line. `Line` only if the lines have numbers, `Run` only if there were retries,
 * `Request ID` only if the service names its answers.
 */
const RESULT_COLUMNS = [
  'Operation',
  'Line',
  'Outcome',
  'Status',
  'Answer',
  'Time (UTC)',
  'Run',
  'Request ID',
] as const;

/** Also those of release 1.0. The user may have added columns after them. */
const RESULT_HEADS =
  /(?<=^|\n)(?:Operation\n)?(?:Line\n)?Outcome\nStatus\nAnswer\nTime(?: \(UTC\))?(?:\nRun)?(?:\nRequest ID)?(?=\n|$)/;

/** Which columns of a header have results of an earlier export. */
export const findResultColumns = (cells: readonly string[]): { from: number; to: number } | undefined => {
  const found = RESULT_HEADS.exec(cells.map((cell) => cell.trim()).join('\n'));
  if (!found) return undefined;
  const from = found.input.slice(0, found.index).split('\n').length - 1;
  return { from, to: from + found[0].split('\n').length };
};

type Columns = RunTable['columns'];
type Pair = Pick<Line, 'campaignId' | 'webhookId'>;

const PLAIN_COLUMNS: Columns = { campaign: 0, webhook: 1 };

type LineResult = { line: Line; run: Pick<Run, 'id' | 'at' | 'operation'> };

/** With the run that the outcome is from. */
const listResults = (runId: string, { line, run }: LineResult, hasRetries: boolean): CsvCell[] => {
  const { status, message, sentAt, requestId, checked } = line;
  const kind = getLineKind(line);
  const answer = checked
    ? OUTCOMES.checked.sentence(VERBS[checked]).join('')
    : [OUTCOMES[kind].answer(line), message].filter(Boolean).join(': ');
  return [
    formatOutcome({ outcome: kind }),
    status,
    answer,
    sentAt === undefined ? '' : formatUtc(sentAt),
    hasRetries ? (run.id === runId ? 'this run' : `retry of ${formatUtc(run.at)}`) : undefined,
    requestId,
  ];
};

const listReason = ({ reason, text }: Pick<LeftOutLine, 'reason' | 'text'>): CsvCell[] => [
  reason === 'duplicate' ? 'duplicate' : 'left out',
  '',
  text,
  '',
  undefined,
  undefined,
];

/** The cells of the original row, with the IDs that were sent. */
const fillIn = (cells: readonly string[], columns: Columns, { campaignId, webhookId }: Pair): string[] => {
  const filled = [...cells];
  filled[columns.campaign] = campaignId;
  filled[columns.webhook] = webhookId;
  return Array.from(filled, (cell) => cell ?? '');
};

/** Before 2.0, the header was the first line with values. */
const isHeader = ({ headerLine }: RunTable, { line, cells }: Pick<ListRow, 'line' | 'cells'>): boolean =>
  headerLine === undefined ? isFilled(cells) : line === headerLine;

/** Without the results that an earlier export appended. */
const readOriginalRows = async (table: RunTable): Promise<ListRow[]> => {
  const ids = Object.values(table.columns);
  const firstFree = [0, 1].find((column) => !ids.includes(column)) ?? 2;
  const rows = await readRows(table);
  const results = findResultColumns(rows.find((row) => isHeader(table, row))?.cells ?? []);
  return rows.map(({ line, cells, isBroken }) => {
    // A line with a broken quote is one cell, which stays whole beside the IDs.
    if (isBroken) return { line, cells: [...Array<string>(firstFree).fill(''), ...cells] };
    if (!results) return { line, cells };
    return { line, cells: cells.toSpliced(results.from, results.to - results.from).map(removeGuards) };
  });
};

/**
 * Each line of the input in its order, in the shape of the file that it was read from, followed by its results. For a
 * retry or undo, only its own lines. Separated by commas, or by semicolons if the file is.
 */
export const toResultRows = async (
  runId: string,
  lines: readonly LineResult[],
  { leftOut, table, isInherited }: RunSource,
): Promise<{ rows: CsvCell[][]; separator: ',' | ';' }> => {
  const originals = table ? await readOriginalRows(table) : [];
  const byLine = new Map(originals.map((row) => [row.line, row.cells]));
  const columns = table?.columns ?? PLAIN_COLUMNS;
  const header = table?.hasHeader ? originals.find((row) => isHeader(table, row)) : undefined;
  const headerLine = header?.line;
  type Exported = {
    line: number | undefined;
    cells: readonly string[];
    operation?: Run['operation'];
    results: CsvCell[];
  };
  const exported: Exported[] = [];

  const hasRetries = lines.some(({ run }) => run.id !== runId);
  for (const result of lines) {
    const { line, run } = result;
    const cells = fillIn(byLine.get(line.sourceLine ?? 0) ?? [], columns, line);
    const results = listResults(runId, result, hasRetries);
    exported.push({ line: line.sourceLine, cells, operation: line.operation ?? run.operation, results });
  }
  for (const line of leftOut) {
    if (line.reason === 'header' && (!table || line.sourceLine === headerLine)) continue;
    const cells = byLine.get(line.sourceLine ?? 0) ?? fillIn([], columns, line);
    exported.push({ line: line.sourceLine, cells, results: listReason(line) });
  }
  const empty = isInherited ? [] : originals.filter(({ cells }) => !isFilled(cells));
  for (const { line } of empty) {
    exported.push({ line, cells: [], results: listReason({ reason: 'empty', text: 'Empty line' }) });
  }
  exported.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));

  const head = fillIn(header?.cells ?? [], columns, {
    campaignId: header?.cells[columns.campaign] || 'campaignId',
    webhookId: header?.cells[columns.webhook] || 'webhookId',
  });
  const longest = exported.reduce((width, { cells }) => Math.max(width, cells.length), head.length);
  const width = Math.min(longest, MAX_COLUMNS);
  const widen = (cells: readonly string[]): CsvCell[] => {
    const last = cells.slice(width - 1).join(table?.separator ?? ' ');
    return Array.from({ length: width }, (_, at) => (at === width - 1 ? last : (cells[at] ?? '')));
  };
  const rows = [
    [...widen(head), ...RESULT_COLUMNS],
    ...exported.map(({ line, cells, operation = '', results }): CsvCell[] =>
      widen(cells).concat(operation, line, results),
    ),
  ];
  return {
    rows: ['Line', 'Run', 'Request ID'].reduce(omitEmptyColumn, rows),
    separator: table?.separator === ';' ? ';' : ',',
  };
};
