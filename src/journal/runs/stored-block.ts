import type { ProblemKind } from '#src/api/outcome.ts';
import type { Attempt, Line, LineState } from './run.ts';

/** So many lines are written together: few enough for each change, enough for a long run to have few rows. */
export const BLOCK_LINES = 64;

/** Blocks that are read or written before the page gets a turn. */
export const SOME_BLOCKS = 40;

/** By their places, which are what is kept: only ever add to the end. */
const STATES: readonly LineState[] = ['queued', 'sending', 'accepted', 'refused', 'unknown', 'not-sent'];

const PROBLEMS: Readonly<Record<ProblemKind | 'lost', true>> = {
  offline: true,
  timeout: true,
  network: true,
  redirect: true,
  'web-page': true,
  unauthorized: true,
  forbidden: true,
  'not-found': true,
  conflict: true,
  gone: true,
  invalid: true,
  'rate-limited': true,
  server: true,
  'client-error': true,
  'session-ended': true,
  aborted: true,
  lost: true,
};

const isProblem = (value: unknown): value is ProblemKind | 'lost' =>
  typeof value === 'string' && Object.hasOwn(PROBLEMS, value);

type Cell = string | number | null | undefined;

const trimmed = (row: unknown[]): unknown[] => {
  while (row.length > 0 && (row.at(-1) === null || row.at(-1) === undefined)) row.pop();
  return row;
};

const writeAttempt = ({ state, sentAt, status, durationMs }: Attempt): unknown[] => {
  const cells: Cell[] = [STATES.indexOf(state), sentAt, status, durationMs];
  return trimmed(cells);
};

const writeLine = (line: Line): unknown[] => {
  const { campaignId, webhookId, state, sent, sentAt, status, durationMs, problem, words } = line;
  const { before, again } = line;
  const cells: Cell[] = [campaignId, webhookId, STATES.indexOf(state), sent];
  if (sent === 0 && before === undefined && again === undefined) return cells;
  const attempts = before?.map(writeAttempt);
  return trimmed([...cells, sentAt, status, durationMs, problem, words, attempts, again && 1]);
};

/** Lines as the text that is kept of them. */
export const writeBlock = (lines: readonly Line[]): string => JSON.stringify(lines.map(writeLine));

const isNumber = (value: unknown): value is number => typeof value === 'number';

const readAttempt = (row: unknown): Attempt | undefined => {
  if (!Array.isArray(row)) return undefined;
  const [code, sentAt, status, durationMs]: unknown[] = row;
  const state = isNumber(code) ? STATES[code] : undefined;
  if (state !== 'refused' && state !== 'unknown') return undefined;
  const attempt: Attempt = { state };
  if (isNumber(sentAt)) attempt.sentAt = sentAt;
  if (isNumber(status)) attempt.status = status;
  if (isNumber(durationMs)) attempt.durationMs = durationMs;
  return attempt;
};

const readLine = (row: unknown): Line | undefined => {
  if (!Array.isArray(row)) return undefined;
  const cells: unknown[] = row;
  const [campaignId, webhookId, code, sent] = cells;
  const state = isNumber(code) ? STATES[code] : undefined;
  if (typeof campaignId !== 'string' || typeof webhookId !== 'string') return undefined;
  if (state === undefined || !isNumber(sent)) return undefined;
  const line: Line = { campaignId, webhookId, state, sent };
  if (cells.length <= 4) return line;
  const [, , , , sentAt, status, durationMs, problem, words, before, again] = cells;
  if (isNumber(sentAt)) line.sentAt = sentAt;
  if (isNumber(status)) line.status = status;
  if (isNumber(durationMs)) line.durationMs = durationMs;
  if (isProblem(problem)) line.problem = problem;
  if (typeof words === 'string') line.words = words;
  if (Array.isArray(before)) line.before = before.flatMap((one) => readAttempt(one) ?? []);
  if (again === 1) line.again = true;
  return line;
};

/** The lines of a kept text; undefined where it is damaged. */
export const readBlock = (text: string): Line[] | undefined => {
  try {
    const rows: unknown = JSON.parse(text);
    if (!Array.isArray(rows)) return undefined;
    const lines: Line[] = [];
    for (const row of rows) {
      const line = readLine(row);
      if (!line) return undefined;
      lines.push(line);
    }
    return lines;
  } catch {
    return undefined;
  }
};
