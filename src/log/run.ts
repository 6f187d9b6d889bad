import * as z from 'zod/mini';
import { present } from '#src/lib/present.ts';
import { cutWords, indexed, type LogRow } from './entry.ts';

export type { PairOperation as RunOperation } from './entry.ts';

/** A webhook and a campaign, by their IDs (interface 2.3). */
export type RunPair = { campaignId: string; webhookId: string };

/**
 * `queued`: no request for it is under way. `sending`: written ahead, its request may have left. The four others are final.
 */
export type LineState = LogRow['outcome'];

const count = z.number().check(z.int(), z.gte(0));
const countsSchema = z.object({
  queued: count,
  sending: count,
  accepted: count,
  refused: count,
  unknown: count,
  'not-sent': count,
});

const newLineSchema = z.object({
  campaignId: z.string(),
  webhookId: z.string(),
  /** Its number in the list it came from, from 1; absent if there was no list. */
  sourceLine: z.optional(z.number()),
});

/** A line as it begins. */
export type NewLine = z.infer<typeof newLineSchema>;

/** The lines of a run as they began; what was sent of them is in the rows. */
export const listSchema = z.object({ run: z.string(), lines: z.array(newLineSchema) });

/** The header of a run. Counts always sum to `total`. */
export const runSchema = z.object({
  /** Sorts by the time it was begun. */
  id: z.string(),
  /** When it was begun, epoch milliseconds. */
  at: z.number().check(z.gte(0), z.lte(8_640_000_000_000_000)),
  operation: z.enum(['attach', 'detach']),
  /** A file's name, or "" if the pairs were pasted or put together. */
  source: z.string(),
  total: count,
  counts: countsSchema,
  /** Accepted lines whose answer mentions an error. */
  messages: count,
  /** `finished`: every line is closed. */
  status: z.enum(['running', 'paused', 'finished']),
  pause: z.optional(
    z.object({
      /** `failures`: ten failures in a row alike. `interrupted`: the tab that sent it was gone. */
      why: z.enum(['person', 'session', 'failures', 'interrupted']),
      at: z.number(),
      failures: z.optional(z.object({ count, status: z.optional(z.number()) })),
    }),
  ),
  /** Time spent sending up to `activeSince`, in milliseconds. */
  activeMs: z.number(),
  /** Since when it sends, epoch milliseconds; absent while it does not. */
  activeSince: z.optional(z.number()),
  finishedAt: z.optional(z.number()),
  /** The user stopped the run: what was not sent stays so. */
  cancelledAt: z.optional(z.number()),
  /** The run that its lines came from, and whether it takes that one back. */
  earlier: z.optional(z.object({ run: z.string(), isUndo: z.boolean() })),
  /** The tab that sends it, or sent it last. */
  tab: z.string(),
});

export type Run = z.infer<typeof runSchema>;
export type Counts = Run['counts'];
export type Pause = NonNullable<Run['pause']>;

/** What begins a run. */
export type NewRun = Pick<Run, 'operation' | 'source' | 'earlier'>;

/** The fields of a run that change while it goes on; `null` takes one away. */
export type RunPatch = {
  [Field in 'status' | 'pause' | 'activeMs' | 'activeSince' | 'finishedAt' | 'cancelledAt']?:
    | Run[Field]
    | null;
};

/** A line, and what came of it. */
export type Line = NewLine & {
  state: LineState;
  /** Requests that left, or may have left; those that were turned away and repeated as well. */
  requests: number;
  /** When the last of them was written ahead, epoch milliseconds. */
  sentAt?: number | undefined;
  status?: number | undefined;
  durationMs?: number | undefined;
  problem?: string | undefined;
  words?: string | undefined;
  withMessage?: true | undefined;
  /** Of its row in the log. */
  row?: string | undefined;
};

/** What happens to a line. */
export type LineEvent =
  /** Its request may leave now. `at` in epoch milliseconds. */
  | { kind: 'send'; at: number; row: string }
  | ({ kind: 'answer'; outcome: 'accepted' | 'refused' | 'unknown' } & Pick<
      Line,
      'status' | 'durationMs' | 'problem' | 'words' | 'withMessage'
    >)
  /** Certainly not carried out. `left`: a request had left and was turned away with `status` (401, 429, 503). */
  | { kind: 'release'; left: boolean; status?: number | undefined }
  /** The user stopped the run. */
  | { kind: 'cancel' };

const NO_ANSWER = {
  sentAt: undefined,
  status: undefined,
  durationMs: undefined,
  problem: undefined,
  words: undefined,
  withMessage: undefined,
};

const next = (line: Line, event: LineEvent): Line | undefined => {
  const { campaignId, webhookId, sourceLine, state, requests, sentAt, status, row } = line;
  // All lines have the same fields, so that 10,000 of them are small.
  const base = { ...NO_ANSWER, campaignId, webhookId, sourceLine, row };
  switch (event.kind) {
    case 'send': {
      const sent = { state: 'sending', requests: requests + 1, sentAt: event.at } as const;
      return state === 'queued' ? { ...base, ...sent, row: row ?? event.row } : undefined;
    }
    case 'answer': {
      const { kind: _kind, outcome, words, ...answer } = event;
      return state === 'sending'
        ? { ...base, requests, sentAt, ...answer, state: outcome, words: words && cutWords(words) }
        : undefined;
    }
    case 'release': {
      const left = event.left ? requests : requests - 1;
      return state === 'sending'
        ? {
            ...base,
            state: 'queued',
            requests: left,
            sentAt: left === 0 ? undefined : sentAt,
            status: event.status,
          }
        : undefined;
    }
    case 'cancel':
      return state === 'queued' ? { ...base, state: 'not-sent', requests, sentAt, status } : undefined;
  }
};

/** What a line becomes by an event. Throws if the event does not fit its state. */
export const step = (line: Line, event: LineEvent): Line => {
  const after = next(line, event);
  if (!after) throw new Error(`A line that is ${line.state} has no ${event.kind}`);
  return after;
};

/** How many lines are in each state. */
export const countLines = (lines: Iterable<Pick<Line, 'state'>>): Counts => {
  const counts: Counts = { queued: 0, sending: 0, accepted: 0, refused: 0, unknown: 0, 'not-sent': 0 };
  for (const { state } of lines) counts[state] += 1;
  return counts;
};

/** The run with some fields changed. */
export const patched = (run: Run, patch: RunPatch): Run => present<Run>({ ...run, ...patch });

/** The row of a line that was sent. */
export const rowOfLine = (
  run: Pick<Run, 'id' | 'operation' | 'at'>,
  line: Line,
  index: number,
  tab: string,
): LogRow => {
  const {
    campaignId,
    webhookId,
    state,
    requests,
    sentAt = run.at,
    status,
    durationMs,
    problem,
    words,
  } = line;
  return indexed(
    present<LogRow>({
      id: line.row ?? '',
      at: sentAt,
      tab,
      operation: run.operation,
      outcome: state,
      campaignId,
      webhookId,
      status,
      durationMs,
      problem,
      words,
      withMessage: line.withMessage,
      run: run.id,
      line: index,
      requests,
    }),
  );
};

/** A line of a run as its row says; without a row nothing was sent of it. */
export const lineOfRow = (
  line: NewLine,
  row: LogRow | undefined,
  { cancelledAt }: Pick<Run, 'cancelledAt'>,
): Line => {
  const kept = row?.outcome ?? 'queued';
  const state = kept === 'queued' && cancelledAt !== undefined ? 'not-sent' : kept;
  if (!row) return { ...line, state, requests: 0 };
  const { id, at, requests = 1, status, durationMs, problem, words, withMessage } = row;
  const sentAt = requests === 0 ? undefined : at;
  return {
    ...line,
    state,
    requests,
    sentAt,
    status,
    durationMs,
    problem,
    words,
    withMessage,
    row: id,
  };
};

/** A run with its lines. */
export type RunView = { run: Run; lines: readonly Line[] };

/** What becomes of a run whose tab is gone. What was being sent is unknown already; the rest waits for the user. */
export const interrupted = ({ run, lines }: RunView, now: number): Run => {
  const counts = countLines(lines);
  const messages = lines.filter(({ withMessage }) => withMessage).length;
  const since = run.activeSince;
  const last = Math.max(
    since ?? 0,
    ...lines.map(({ sentAt = 0, durationMs = 0 }) => Math.min(sentAt + durationMs, now)),
  );
  const activeMs = since === undefined ? run.activeMs : run.activeMs + (last - since);
  const over: RunPatch =
    counts.queued > 0
      ? {
          status: 'paused',
          pause: run.status === 'paused' && run.pause ? run.pause : { why: 'interrupted', at: now },
        }
      : { status: 'finished', pause: null, finishedAt: now };
  return { ...patched(run, { ...over, activeMs, activeSince: null }), counts, messages };
};
