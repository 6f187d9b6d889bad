import { readRows } from '#src/lists/read-list.ts';
import { isFilled, measureRows, type ListRow } from '#src/lists/rows.ts';
import { omitEmptyColumn, removeGuards, type CsvCell } from '#src/lib/csv.ts';
import { MAX_COLUMNS, type Separator } from '#src/lib/table-shape.ts';
import type { LeftOutLine, RunTable } from '#src/log/run-input.ts';
import type { Line, RunView } from '#src/log/run.ts';
import type { RunSource } from '#src/log/views.ts';
import { formatCsvOutcome } from '#src/outcomes/outcome-looks.ts';
import { countResultColumns, RESULT_COLUMNS } from '#src/features/webhooks/change/change.ts';
import { describeLineAnswer } from './describe-run.ts';

type Columns = RunTable['columns'];
type Pair = Pick<Line, 'campaignId' | 'webhookId'>;

const PLAIN_COLUMNS: Columns = { campaign: 0, webhook: 1 };

const listResults = (line: Line): CsvCell[] => {
  const { state: outcome, withMessage, status, message, sentAt, requestId } = line;
  return [
    formatCsvOutcome({ outcome, withMessage }),
    status,
    [describeLineAnswer(line), message].filter(Boolean).join(': '),
    sentAt === undefined ? '' : new Date(sentAt).toISOString(),
    requestId,
  ];
};

const listReason = ({ reason, text }: Pick<LeftOutLine, 'reason' | 'text'>): CsvCell[] => [
  reason === 'duplicate' ? 'duplicate' : 'left out',
  '',
  text,
  '',
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
  const { separator = '', columns } = table;
  const read = await readRows(table);
  const usual = measureRows(read).width;
  const noIdColumn = [0, 1, 2].find((at) => at !== columns.campaign && at !== columns.webhook);
  const rows = read.map(({ line, cells, isBroken }) => {
    // A line with a broken quote is one cell, but keeps its columns, unless the quoted value has separators.
    const split = isBroken ? cells.flatMap((cell) => cell.split(separator)) : cells;
    const whole = isBroken && split.length > usual && [...Array<string>(noIdColumn ?? 0).fill(''), ...cells];
    return { line, cells: split, whole };
  });
  const head = rows.find((row) => isHeader(table, row))?.cells ?? [];
  const results = countResultColumns(head);
  return rows.map(({ line, cells, whole }) => {
    if (whole || results === 0) return { line, cells: whole || cells };
    return { line, cells: cells.slice(0, head.length - results).map(removeGuards) };
  });
};

/**
 * Each line of the input in its order, in the shape of the file that it was read from, followed by its results. For a
 * retry or undo, only its own lines.
 */
export const toResultRows = async (
  { lines }: Pick<RunView, 'lines'>,
  { leftOut, table, isInherited }: RunSource,
): Promise<{ rows: CsvCell[][]; separator: Separator | undefined }> => {
  const originals = table ? await readOriginalRows(table) : [];
  const byLine = new Map(originals.map((row) => [row.line, row.cells]));
  const columns = table?.columns ?? PLAIN_COLUMNS;
  const header = table?.hasHeader ? originals.find((row) => isHeader(table, row)) : undefined;
  const headerLine = header?.line;
  type Exported = {
    line: number | undefined;
    cells: readonly string[];
    operation?: CsvCell;
    results: CsvCell[];
  };
  const exported: Exported[] = [];

  for (const line of lines) {
    const cells = fillIn(byLine.get(line.sourceLine ?? 0) ?? [], columns, line);
    exported.push({ line: line.sourceLine, cells, operation: line.operation, results: listResults(line) });
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

  const head = header?.cells ?? fillIn([], columns, { campaignId: 'campaignId', webhookId: 'webhookId' });
  const longest = exported.reduce((width, { cells }) => Math.max(width, cells.length), head.length);
  const width = Math.min(longest, MAX_COLUMNS);
  const isMixed = lines.some(({ operation }) => operation);
  const widen = (cells: readonly string[]): CsvCell[] => {
    const last = cells.slice(width - 1).join(table?.separator ?? ' ');
    return Array.from({ length: width }, (_, at) => (at === width - 1 ? last : (cells[at] ?? '')));
  };
  return {
    rows: omitEmptyColumn(
      omitEmptyColumn(
        [
          [...widen(head), ...(isMixed ? ['Operation'] : []), ...RESULT_COLUMNS],
          ...exported.map(({ line, cells, operation, results }): CsvCell[] =>
            widen(cells).concat(isMixed ? [operation] : [], line, results),
          ),
        ],
        'Line',
      ),
      'Request ID',
    ),
    separator: table?.separator,
  };
};
