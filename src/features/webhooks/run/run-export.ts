import type { RunRecord } from '#src/log/runs/run-log.ts';
import type { Line, LineState, Run } from '#src/log/runs/run.ts';
import { toCsv, type CsvCell } from '#src/lib/csv.ts';
import { createPause, type Slicing } from '#src/lib/slicing.ts';

// Written within a few milliseconds.
const LINES_A_PART = 200;
const BYTE_ORDER_MARK = '\uFEFF';

const outcomeOf = (state: LineState): string => state.replace('-', ' ');

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
  outcome: ({ state }) => outcomeOf(state),
  status: ({ status }) => status,
  durationMs: ({ durationMs }) => durationMs && Math.round(durationMs),
  sentAt: ({ sentAt }) => timeOf(sentAt),
  attempts: ({ sent }) => sent,
  problem: ({ problem }) => problem,
  reason: ({ words }) => words,
};

/** A text in parts, written in slices so that the page keeps answering. */
const inParts = async (
  record: RunRecord,
  write: (lines: readonly Line[], from: number) => string,
  slicing: Slicing,
): Promise<string[]> => {
  const { total } = record.run();
  const pause = createPause(slicing);
  const parts: string[] = [];
  for (let from = 0; from < total; from += LINES_A_PART) {
    const length = Math.min(LINES_A_PART, total - from);
    const lines = Array.from({ length }, (_, at) => record.line(from + at));
    parts.push(write(lines, from));
    const wait = pause(from / total);
    if (wait) await wait;
  }
  return parts;
};

/**
 * The lines of a run as CSV (RFC 4180, formula-safe, with a byte order mark for spreadsheets), times in ISO 8601 and
 * UTC; the parts of a Blob. Rejects on abort alone.
 */
export const runAsCsv = async (record: RunRecord, slicing: Slicing): Promise<string[]> => {
  const run = record.run();
  const cells = Object.values(COLUMNS);
  const write = (lines: readonly Line[], from: number) =>
    toCsv(lines.map((line, at) => cells.map((cell) => cell(line, from + at, run))));
  const head = `${BYTE_ORDER_MARK}${toCsv([Object.keys(COLUMNS)])}`;
  return [head, ...(await inParts(record, write, slicing))];
};

const asJson = (value: unknown, indent: string): string =>
  JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`);

/** A run with all that the run log holds of it as JSON, times in ISO 8601 and UTC; the parts of a Blob. Rejects on abort alone. */
export const runAsJson = async (record: RunRecord, slicing: Slicing): Promise<string[]> => {
  const { at, finishedAt, cancelledAt, activeSince, pause, tab: _tab, ...run } = record.run();
  const head = {
    ...run,
    at: timeOf(at),
    finishedAt: timeOf(finishedAt),
    cancelledAt: timeOf(cancelledAt),
    activeSince: timeOf(activeSince),
    pause: pause && { ...pause, at: timeOf(pause.at) },
  };
  const write = (lines: readonly Line[], from: number) =>
    lines
      .map(({ state, sentAt, before, ...line }, index) => {
        const written = {
          line: from + index + 1,
          ...line,
          outcome: outcomeOf(state),
          sentAt: timeOf(sentAt),
          before: before?.map((attempt) => ({ ...attempt, sentAt: timeOf(attempt.sentAt) })),
        };
        return `${from + index === 0 ? '' : ','}\n    ${asJson(written, '    ')}`;
      })
      .join('');
  const parts = await inParts(record, write, slicing);
  return [`{\n  "run": ${asJson(head, '  ')},\n  "lines": [`, ...parts, '\n  ]\n}\n'];
};
