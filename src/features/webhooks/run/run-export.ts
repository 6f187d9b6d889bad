import { getLineOperation, type Line, type Run, type RunView } from '#src/log/run.ts';
import { omitEmptyColumn, type CsvCell } from '#src/lib/csv.ts';
import { formatCsvOutcome } from '#src/outcomes/with-message.ts';

type Cell = (line: Line, index: number, run: Run) => CsvCell;

/** A list reads `campaignId` and `webhookId` back by these names. */
const COLUMNS: Readonly<Record<string, Cell>> = {
  no: (_line, index) => index + 1,
  sourceLine: ({ sourceLine }) => sourceLine,
  operation: (line, _index, run) => getLineOperation(run, line),
  campaignId: ({ campaignId }) => campaignId,
  webhookId: ({ webhookId }) => webhookId,
  outcome: ({ state: outcome, withMessage }) => formatCsvOutcome({ outcome, withMessage }),
  status: ({ status }) => status,
  durationMs: ({ durationMs }) => durationMs && Math.round(durationMs),
  sentAt: ({ sentAt }) => (sentAt === undefined ? undefined : new Date(sentAt).toISOString()),
  attempts: ({ requests }) => requests,
  problem: ({ problem }) => problem,
  reason: ({ message }) => message,
  requestId: ({ requestId }) => requestId,
};

export const toResultRows = ({ run, lines }: RunView): CsvCell[][] => {
  const rows = lines.map((line, index) => Object.values(COLUMNS).map((cell) => cell(line, index, run)));
  return omitEmptyColumn([Object.keys(COLUMNS), ...rows], 'requestId');
};
