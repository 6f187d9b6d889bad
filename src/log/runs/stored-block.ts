import { present } from '#src/lib/present.ts';
import type { Attempt, Line, LineState } from './run.ts';

/** So many lines are written together: few enough for each change, enough for a long run to have few rows. */
export const BLOCK_LINES = 64;

/** Blocks that are read or written before the page gets a turn. */
export const SOME_BLOCKS = 40;

/** By their places, which are what is kept: only ever add to the end. */
const STATES: readonly LineState[] = ['queued', 'sending', 'accepted', 'refused', 'unknown', 'not-sent'];

type Cell<Value> = Value | null | undefined;

/** Of an attempt: the state's place and its other fields; cells at the end are left out where they are empty. */
type AttemptRow = [state: number, sentAt?: Cell<number>, status?: Cell<number>, durationMs?: Cell<number>];

/** The same of a line. */
type Row = [
  campaignId: string,
  webhookId: string,
  state: number,
  sent: number,
  sentAt?: Cell<number>,
  status?: Cell<number>,
  durationMs?: Cell<number>,
  problem?: Cell<NonNullable<Line['problem']>>,
  words?: Cell<string>,
  before?: Cell<AttemptRow[]>,
  again?: Cell<1>,
];

const trimmed = <Cells extends unknown[]>(row: Cells): Cells => {
  while (row.at(-1) === undefined) row.pop();
  return row;
};

const writeLine = (line: Line): Row => {
  const { campaignId, webhookId, state, sent, sentAt, status, durationMs, problem, words } = line;
  const before = line.before?.map((one) =>
    trimmed<AttemptRow>([STATES.indexOf(one.state), one.sentAt, one.status, one.durationMs]),
  );
  const again = line.again && 1;
  const place = STATES.indexOf(state);
  return trimmed<Row>([
    campaignId,
    webhookId,
    place,
    sent,
    sentAt,
    status,
    durationMs,
    problem,
    words,
    before,
    again,
  ]);
};

/** Behind the rows, where lines have numbers in a list of their own. */
type Numbers = { sourceLines: Cell<number>[] };

/** Lines as the text that is kept of them. */
export const writeBlock = (lines: readonly Line[]): string => {
  const rows = lines.map(writeLine);
  const sourceLines = lines.map(({ sourceLine }) => sourceLine);
  const hasNumbers = sourceLines.some((number) => number !== undefined);
  return JSON.stringify(hasNumbers ? [...rows, { sourceLines } satisfies Numbers] : rows);
};

const stateAt = (place: number): LineState => {
  const state = STATES[place];
  if (!state) throw new Error(`No state ${place}`);
  return state;
};

const readAttempt = ([place, sentAt, status, durationMs]: AttemptRow): Attempt =>
  present<Attempt>({
    state: stateAt(place) === 'refused' ? 'refused' : 'unknown',
    sentAt,
    status,
    durationMs,
  });

const readLine = (row: Row, sourceLine: number | undefined): Line => {
  const [campaignId, webhookId, place, sent] = row;
  const state = stateAt(place);
  // Most of a long run, which is read at once.
  if (row.length === 4) {
    return sourceLine === undefined
      ? { campaignId, webhookId, state, sent }
      : { campaignId, webhookId, state, sent, sourceLine };
  }
  const [, , , , sentAt, status, durationMs, problem, words, attempts, isAgain] = row;
  const before = attempts?.map(readAttempt);
  const again = isAgain === 1 || undefined;
  return present<Line>({
    campaignId,
    webhookId,
    state,
    sent,
    sentAt,
    status,
    durationMs,
    problem,
    words,
    before,
    again,
    sourceLine,
  });
};

/** The lines of a kept text; undefined where it is damaged. */
export const readBlock = (text: string): Line[] | undefined => {
  try {
    const rows: (Row | Numbers)[] = JSON.parse(text);
    const last = rows.at(-1);
    const numbers = last && 'sourceLines' in last ? last.sourceLines : [];
    return rows
      .filter((row): row is Row => row !== last || numbers.length === 0)
      .map((row, at) => readLine(row, numbers[at] ?? undefined));
  } catch {
    return undefined;
  }
};
