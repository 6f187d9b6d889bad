import type { Line, Run, RunView } from '#src/log/run.ts';
import { toCsv, type CsvCell } from '#src/lib/csv.ts';
import { WITH_MESSAGE_WORDS } from '#src/outcomes/with-message.ts';

const BYTE_ORDER_MARK = '\uFEFF';

const outcomeOf = ({ state, withMessage }: Line): string =>
  withMessage ? WITH_MESSAGE_WORDS : state.replace('-', ' ');

const timeOf = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();

type Cell = (line: Line, index: number, run: Run) => CsvCell;

/** By their heads. Read again as the pairs of a new list: `campaignId` and `webhookId` are known there by these names. */
const COLUMNS: Readonly<Record<string, Cell>> = {
  no: (_line, index) => index + 1,
  sourceLine: ({ sourceLine }) => sourceLine,
  operation: (_line, _index, { operation }) => operation,
  campaignId: ({ campaignId }) => campaignId,
  webhookId: ({ webhookId }) => webhookId,
  outcome: outcomeOf,
  status: ({ status }) => status,
  durationMs: ({ durationMs }) => durationMs && Math.round(durationMs),
  sentAt: ({ sentAt }) => timeOf(sentAt),
  attempts: ({ requests }) => requests,
  problem: ({ problem }) => problem,
  reason: ({ message }) => message,
};

/**
 * The lines of a run as CSV (RFC 4180, formula-safe, with a byte order mark for spreadsheets), times in ISO 8601 and UTC.
 */
export const runAsCsv = ({ run, lines }: RunView): string => {
  const cells = Object.values(COLUMNS);
  const rows = lines.map((line, index) => cells.map((cell) => cell(line, index, run)));
  return `${BYTE_ORDER_MARK}${toCsv([Object.keys(COLUMNS), ...rows])}`;
};
