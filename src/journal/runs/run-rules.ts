import type { Attempt, Counts, Line, LineEvent, LineState, Mark, Run, RunPatch } from './run.ts';

/** Enough of the service's words to see why; never a whole body. */
const MOST_WORDS = 200;

/** What a line begins with. */
export const QUEUED: Mark = { state: 'queued', sent: 0 };

const kept = ({ sent, sentAt, before }: Mark): Omit<Mark, 'state'> => ({
  sent,
  ...(sentAt === undefined ? {} : { sentAt }),
  ...(before === undefined ? {} : { before }),
});

const attemptOf = (state: Attempt['state'], { sentAt, status, durationMs }: Mark): Attempt => ({
  state,
  ...(sentAt === undefined ? {} : { sentAt }),
  ...(status === undefined ? {} : { status }),
  ...(durationMs === undefined ? {} : { durationMs }),
});

/** Cut without half a character at the end, which could not be written out. */
const cut = (words: string): string => words.slice(0, MOST_WORDS).replace(/[\uD800-\uDBFF]$/u, '');

const answered = (
  mark: Mark,
  { outcome, status, durationMs, problem, words }: LineEvent & { kind: 'answer' },
): Mark => ({
  state: outcome,
  ...kept(mark),
  ...(status === undefined ? {} : { status }),
  ...(durationMs === undefined ? {} : { durationMs }),
  ...(problem === undefined ? {} : { problem }),
  ...(words === undefined ? {} : { words: cut(words) }),
});

const statusOf = ({ status }: { status?: number }): { status?: number } =>
  status === undefined ? {} : { status };

const released = (mark: Mark, event: LineEvent & { kind: 'release' }): Mark => {
  const sent = event.left ? mark.sent : mark.sent - 1;
  const { sentAt, ...rest } = kept(mark);
  const sentBefore = sent === 0 || sentAt === undefined ? {} : { sentAt };
  return { state: 'queued', ...rest, sent, ...sentBefore, ...statusOf(event) };
};

const reopened = (mark: Mark): Mark | undefined => {
  switch (mark.state) {
    case 'refused':
    case 'unknown':
      return {
        state: 'queued',
        ...kept(mark),
        before: [...(mark.before ?? []), attemptOf(mark.state, mark)],
      };
    case 'not-sent':
      return { state: 'queued', ...kept(mark) };
    case 'queued':
    case 'sending':
    case 'accepted':
      return undefined;
  }
};

const next = (mark: Mark, event: LineEvent): Mark | undefined => {
  const isSending = mark.state === 'sending';
  switch (event.kind) {
    case 'send':
      return mark.state === 'queued'
        ? { state: 'sending', ...kept(mark), sent: mark.sent + 1, sentAt: event.at }
        : undefined;
    case 'answer':
      return isSending ? answered(mark, event) : undefined;
    case 'release':
      return isSending ? released(mark, event) : undefined;
    case 'lose':
      return isSending ? { state: 'unknown', ...kept(mark), problem: 'lost' } : undefined;
    case 'cancel':
      return mark.state === 'queued' ? { state: 'not-sent', ...kept(mark), ...statusOf(mark) } : undefined;
    case 'reopen':
      return reopened(mark);
  }
};

/** What a line becomes by an event. Throws where the event does not fit its state. */
export const step = (mark: Mark, event: LineEvent): Mark => {
  const after = next(mark, event);
  if (!after) throw new Error(`A line that is ${mark.state} has no ${event.kind}`);
  return after;
};

/** What lines become by some events after each other. Throws where one does not fit. */
export const stepped = (
  lineAt: (index: number) => Mark,
  changes: readonly (readonly [index: number, event: LineEvent])[],
): { marks: Map<number, Mark>; moves: [from: LineState, to: LineState][]; sent: number[] } => {
  const marks = new Map<number, Mark>();
  const moves: [LineState, LineState][] = [];
  const sent: number[] = [];
  for (const [index, event] of changes) {
    const before = marks.get(index) ?? lineAt(index);
    const after = step(before, event);
    marks.set(index, after);
    moves.push([before.state, after.state]);
    if (event.kind === 'send') sent.push(index);
  }
  return { marks, moves, sent };
};

type Tally = Record<LineState, number>;

const none = (): Tally => ({ queued: 0, sending: 0, accepted: 0, refused: 0, unknown: 0, 'not-sent': 0 });

/** How many lines stand where. */
export const countsOf = (marks: Iterable<Mark>): Counts => {
  const counts = none();
  for (const { state } of marks) counts[state] += 1;
  return counts;
};

/** Counts after lines have gone from one state to another. */
export const recounted = (
  counts: Counts,
  moves: Iterable<readonly [from: LineState, to: LineState]>,
): Counts => {
  const after: Tally = { ...counts };
  for (const [from, to] of moves) {
    after[from] -= 1;
    after[to] += 1;
  }
  return after;
};

/** The run with some fields changed. */
export const patched = (run: Run, patch: RunPatch): Run => {
  const { pause = run.pause, activeSince = run.activeSince } = patch;
  const { finishedAt = run.finishedAt, cancelledAt = run.cancelledAt } = patch;
  const { status = run.status, activeMs = run.activeMs } = patch;
  const { pause: _p, activeSince: _a, finishedAt: _f, cancelledAt: _c, ...rest } = run;
  return {
    ...rest,
    status,
    activeMs,
    ...(pause ? { pause } : {}),
    ...(activeSince !== undefined && activeSince !== null && { activeSince }),
    ...(finishedAt !== undefined && finishedAt !== null && { finishedAt }),
    ...(cancelledAt !== undefined && cancelledAt !== null && { cancelledAt }),
  };
};

/**
 * What becomes of a run whose tab is gone: what was being sent is unknown, and the rest waits for a person. `now` in epoch
 * milliseconds. When the tab went is not known: it is taken to have sent until its last line.
 */
export const settled = (
  run: Run,
  lines: readonly Line[],
  now: number,
): { changes: [index: number, event: LineEvent][]; patch: RunPatch } => {
  const changes: [number, LineEvent][] = [];
  const since = run.activeSince ?? 0;
  let until = since;
  let queued = 0;
  for (const [index, line] of lines.entries()) {
    const { state, sentAt = 0, durationMs = 0 } = line;
    until = Math.max(until, Math.min(sentAt + durationMs, now));
    if (state === 'sending') changes.push([index, { kind: 'lose' }]);
    else if (state === 'queued') queued += 1;
  }
  const active: RunPatch =
    run.activeSince === undefined ? {} : { activeMs: run.activeMs + (until - since), activeSince: null };
  // Its tab went while it was opened again.
  const unfinished: RunPatch = run.finishedAt === undefined ? {} : { finishedAt: null };
  const patch: RunPatch =
    queued > 0
      ? { ...active, status: 'paused', pause: { why: 'interrupted', at: now }, ...unfinished }
      : { ...active, status: 'finished', pause: null, finishedAt: now };
  return { changes, patch };
};
