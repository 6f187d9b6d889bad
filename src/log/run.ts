import * as z from 'zod/mini';
import { isRecord } from '#src/lib/is-record.ts';
import { omitUndefined } from '#src/lib/omit-undefined.ts';
import { storedObject } from '#src/storage/format.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import {
  shortenMessage,
  withIndexFields,
  type AnswerFields,
  type PairOperation,
  type PairRow,
} from './entry.ts';
import { MAX_COLUMNS, SEPARATORS } from '#src/lib/csv.ts';

const newLineSchema = z.object({
  campaignId: z.string(),
  webhookId: z.string(),
  /** Line number in a list, from 1. */
  sourceLine: z.optional(z.number()),
  /** Only in a run of release 1.0 with both operations, of which nothing is sent any more. */
  operation: z.optional(z.enum(['attach', 'detach'])),
});

export type NewLine = z.infer<typeof newLineSchema>;

/** Why a line of the input is not part of the run. `continued`: it belongs to a quoted value of the line before. */
const leftOutReason = z.enum(['duplicate', 'invalid', 'removed', 'repeated', 'header', 'empty', 'continued']);

export type LeftOutReason = z.infer<typeof leftOutReason>;

const leftOutSchema = z.extend(newLineSchema, { reason: leftOutReason, text: z.string() });

export type LeftOutLine = z.infer<typeof leftOutSchema>;

const column = z.number().check(z.int(), z.gte(0), z.lt(MAX_COLUMNS));

/** The file or paste that a run's lines were read from, for exports in its shape. */
const tableSchema = z.object({
  text: z.string(),
  /** Absent if white space separates the values. */
  separator: z.optional(z.enum(SEPARATORS)),
  hasHeader: z.boolean(),
  headerLine: z.optional(z.number()),
  columns: z.object({ campaign: column, webhook: column }),
});

export type RunTable = z.infer<typeof tableSchema>;

/** A pair that is detached in a later run. `replacedBy`, `alsoBy`: only once these webhooks are attached. */
const detachNextSchema = z.object({
  campaignId: z.string(),
  webhookId: z.string(),
  replacedBy: z.optional(z.string()),
  alsoBy: z.optional(z.array(z.string())),
});

export type DetachNext = z.infer<typeof detachNextSchema>;

const inputSchema = z.object({
  /** Without empty and continued lines. */
  leftOut: z.array(leftOutSchema),
  table: z.optional(tableSchema),
  detachNext: z.optional(z.array(detachNextSchema)),
});

export type RunInput = z.infer<typeof inputSchema>;

export const listSchema = z.object({
  run: z.string(),
  lines: z.array(newLineSchema),
  input: z.optional(inputSchema),
});

export type RunList = z.infer<typeof listSchema>;

/** `sending` is stored first, so the request may have been sent. The last four are final. */
type LineState = PairRow['outcome'];

const count = z.number().check(z.int(), z.gte(0));
const countsSchema = z.object({
  queued: count,
  sending: count,
  accepted: count,
  refused: count,
  unknown: count,
  'not-sent': count,
});

const runSchema = storedObject({
  /** Sorts by `at`. */
  id: z.string(),
  /** Start, in epoch milliseconds. */
  at: z.number().check(z.gte(0), z.lte(8_640_000_000_000_000)),
  operation: z.enum(['attach', 'detach']),
  /** Of release 1.0: each line has its own operation. */
  isMixed: z.optional(z.literal(true)),
  /** A file name, or "" if the pairs were pasted or entered. */
  source: z.string(),
  /** The user's own words for it. */
  title: z.optional(z.string()),
  /** How many lines of the input are not part of the run. With `total`, they add up to its lines. */
  leftOut: z.optional(z.partialRecord(leftOutReason, count)),
  /** The user chose to pause it once so many lines have their outcome. */
  pauseAfter: z.optional(count),
  total: count,
  /** Add up to `total`. */
  counts: countsSchema,
  /** Lines that were accepted with a message. */
  messages: count,
  /** `finished`: every line has its final outcome. */
  status: z.enum(['running', 'paused', 'finished']),
  pause: z.optional(
    z.object({
      /** `failures`: ten alike in a row. `interrupted`: the tab was closed. */
      why: z.enum(['person', 'session', 'failures', 'interrupted']),
      at: z.number(),
      failures: z.optional(
        z.object({ count, status: z.optional(z.number()), problem: z.optional(z.string()) }),
      ),
      /** It paused by itself after so many lines. */
      afterFirst: z.optional(count),
    }),
  ),
  /** Time spent sending before `activeSince`, in milliseconds. */
  activeMs: z.number(),
  /** Epoch milliseconds; undefined while nothing is sent. */
  activeSince: z.optional(z.number()),
  finishedAt: z.optional(z.number()),
  /** When the user stopped the run. Queued lines are not sent any more. */
  cancelledAt: z.optional(z.number()),
  /** The run that its lines came from. */
  earlier: z.optional(z.object({ run: z.string(), isUndo: z.boolean() })),
  /** The tab that sent it last. */
  tab: z.string(),
});

export type Run = z.infer<typeof runSchema>;

/** A run with both operations is history, whatever it had left to send. */
const endMixed = (value: unknown): unknown => {
  if (!isRecord(value) || value['operation'] !== 'change') return value;
  const operation = 'attach';
  const run = runSchema.safeParse({ ...value, operation }).data;
  if (!run) return undefined;
  const { counts, cancelledAt = run.at } = run;
  return {
    ...run,
    isMixed: true,
    status: 'finished',
    pause: undefined,
    cancelledAt,
    counts: { ...counts, queued: 0, 'not-sent': counts['not-sent'] + counts.queued },
  };
};

/** Undefined if the run cannot be read. */
export const parseRun = (value: unknown): Run | undefined => runSchema.safeParse(endMixed(value)).data;

type Counts = Run['counts'];
export type Pause = NonNullable<Run['pause']>;

export type NewRun = Pick<Run, 'operation' | 'source' | 'earlier' | 'title' | 'leftOut' | 'pauseAfter'>;

/** `null` removes a field. */
export type RunPatch = {
  [Field in 'title' | 'status' | 'pause' | 'activeMs' | 'activeSince' | 'finishedAt' | 'cancelledAt']?:
    | Run[Field]
    | null;
};

export type Line = NewLine &
  AnswerFields & {
    state: LineState;
    /** Includes refused requests that were sent again. */
    requests: number;
    /** When the last request was stored, in epoch milliseconds. */
    sentAt?: number | undefined;
    /** The ID of its row in the log. */
    row?: string | undefined;
    /** An unknown pair that the user has found attached or detached since. Computed, never stored. */
    checked?: PairOperation | undefined;
  };

export type LineEvent =
  /** The request is stored and may be sent. `at` is in epoch milliseconds. */
  | { kind: 'send'; at: number; row: string }
  | ({ kind: 'answer'; outcome: 'accepted' | 'refused' | 'unknown' } & AnswerFields)
  /** Certainly not carried out: queued again. `wasSent`: refused with `status` (401, 429, 503). */
  | { kind: 'release'; wasSent: boolean; status?: number | undefined }
  | { kind: 'cancel' };

const NO_ANSWER = {
  sentAt: undefined,
  status: undefined,
  durationMs: undefined,
  problem: undefined,
  message: undefined,
  withMessage: undefined,
  requestId: undefined,
};

const STATE_BEFORE = {
  send: 'queued',
  answer: 'sending',
  release: 'sending',
  cancel: 'queued',
} as const satisfies Record<LineEvent['kind'], LineState>;

/** Throws if the event doesn't fit the state of the line. */
export const applyEvent = (line: Line, event: LineEvent): Line => {
  const { campaignId, webhookId, sourceLine, state, requests, sentAt, status, row } = line;
  if (state !== STATE_BEFORE[event.kind]) throw new Error(`A line that is ${state} has no ${event.kind}`);
  // All lines have the same fields, so that 10,000 of them take little memory.
  const base = { ...NO_ANSWER, campaignId, webhookId, sourceLine, row };
  switch (event.kind) {
    case 'send':
      return { ...base, state: 'sending', requests: requests + 1, sentAt: event.at, row: event.row };
    case 'answer': {
      const { kind: _kind, outcome, message, ...answer } = event;
      const shortMessage = message && shortenMessage(message);
      return { ...base, requests, sentAt, ...answer, state: outcome, message: shortMessage };
    }
    case 'release': {
      const sentRequests = event.wasSent ? requests : requests - 1;
      const lastSentAt = sentRequests === 0 ? undefined : sentAt;
      return { ...base, state: 'queued', requests: sentRequests, sentAt: lastSentAt, status: event.status };
    }
    case 'cancel':
      return { ...base, state: 'not-sent', requests, sentAt, status };
  }
};

export const countLines = (lines: Iterable<Pick<Line, 'state'>>): Counts => {
  const counts: Counts = { queued: 0, sending: 0, accepted: 0, refused: 0, unknown: 0, 'not-sent': 0 };
  for (const { state } of lines) counts[state] += 1;
  return counts;
};

/** Also while it pauses: answers are to come. */
export const isUnderWay = ({ status, counts }: Run): boolean => status === 'running' || counts.sending > 0;

/** Lines that were sent and have their outcome. */
export const countSettled = ({ accepted, refused, unknown }: Counts): number => accepted + refused + unknown;

export const applyPatch = (run: Run, patch: RunPatch): Run => omitUndefined<Run>({ ...run, ...patch });

export const lineToRow = (
  run: Pick<Run, 'id' | 'operation' | 'at'>,
  {
    row: id = '',
    state: outcome,
    sentAt: at = run.at,
    sourceLine: _source,
    checked: _checked,
    ...line
  }: Line,
  index: number,
  tab: string,
): PairRow =>
  withIndexFields(
    omitUndefined<PairRow>({
      ...line,
      id,
      at,
      tab,
      outcome,
      operation: run.operation,
      run: run.id,
      line: index,
    }),
  );

export const rowToLine = (
  line: NewLine,
  row: (Pick<PairRow, 'id' | 'at' | 'outcome' | 'requests'> & AnswerFields) | undefined,
  { cancelledAt }: Pick<Run, 'cancelledAt'>,
): Line => {
  const stored = row?.outcome ?? 'queued';
  const state = stored === 'queued' && cancelledAt !== undefined ? 'not-sent' : stored;
  // Lines without a row were never sent.
  if (!row) return { ...line, state, requests: 0 };
  const { id, at, requests = 1, status, durationMs, problem, message, withMessage, requestId } = row;
  const sentAt = requests === 0 ? undefined : at;
  const answer = { status, durationMs, problem, message, withMessage, requestId };
  return { ...line, state, requests, sentAt, ...answer, row: id };
};

export type RunView = { run: Run; lines: readonly Line[] };

/** For a run whose tab was closed. Lines that it was sending are unknown already. */
export const interruptRun = ({ run, lines }: RunView, now: number): Run => {
  const counts = countLines(lines);
  const messages = lines.filter(({ withMessage }) => withMessage).length;
  const since = run.activeSince;
  const last = Math.max(
    since ?? 0,
    ...lines.map(({ sentAt = 0, durationMs = 0 }) => Math.min(sentAt + durationMs, now)),
  );
  const activeMs = since === undefined ? run.activeMs : run.activeMs + (last - since);
  const end: RunPatch =
    counts.queued > 0
      ? {
          status: 'paused',
          pause: run.status === 'paused' && run.pause ? run.pause : { why: 'interrupted', at: now },
        }
      : { status: 'finished', pause: null, finishedAt: now };
  return { ...applyPatch(run, { ...end, activeMs, activeSince: null }), counts, messages };
};

export type LineChange = readonly [index: number, event: LineEvent];

/** Queued lines are never sent. */
export const cancelQueued = (lines: readonly Line[]): LineChange[] =>
  lines.flatMap(({ state }, index): LineChange[] =>
    state === 'queued' ? [[index, { kind: 'cancel' }]] : [],
  );

export const openRunRecord = (
  log: { tab: string; putRun: (run: Run, rows: readonly PairRow[], replaced: string[]) => Promise<void> },
  view: RunView,
) => {
  const lines = [...view.lines];
  const { subscribe, emit } = createEmitter();
  let run = view.run;
  let hasFailed = false;

  const lineAt = (index: number): Line => {
    const line = lines[index];
    if (!line) throw new RangeError(`No line ${index}`);
    return line;
  };

  return {
    /** A new object after each change. */
    run: () => run,
    /** A line is a new object after each of its changes. */
    lines: lines as readonly Line[],
    subscribe,
    /** Storage refused a change, so only this page has it. */
    hasFailed: () => hasFailed,
    /** False if storage has failed: nothing more may be sent. Throws if an event doesn't fit the state of its line. */
    append: async (changes: readonly LineChange[], patch: RunPatch = {}): Promise<boolean> => {
      const counts = { ...run.counts };
      let { messages } = run;
      const changed = new Set<number>();
      const replaced: string[] = [];
      for (const [index, event] of changes) {
        const before = lineAt(index);
        const after = applyEvent(before, event);
        lines[index] = after;
        counts[before.state] -= 1;
        counts[after.state] += 1;
        if (after.withMessage) messages += 1;
        // A line that was never sent has no row.
        if (after.row !== undefined) changed.add(index);
        if (before.row !== undefined && before.row !== after.row) replaced.push(before.row);
      }
      run = { ...applyPatch(run, patch), counts, messages, tab: log.tab };
      emit();
      if (hasFailed) return false;
      const rows = [...changed].map((index) => lineToRow(run, lineAt(index), index, log.tab));
      try {
        await log.putRun(run, rows, replaced);
      } catch {
        hasFailed = true;
        emit();
      }
      return !hasFailed;
    },
  };
};
