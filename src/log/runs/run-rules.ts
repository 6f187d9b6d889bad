import { cutWords } from '#src/log/entry.ts';
import { present } from '#src/lib/present.ts';
import type { Counts, LineEvent, LineState, Mark, NewLine, Run, RunPair, RunPatch } from './run.ts';

/** What never changes of a line. */
export const asBegun = ({
  campaignId,
  webhookId,
  again,
  sourceLine,
}: RunPair & { again?: true | undefined; sourceLine?: number | undefined }): NewLine => ({
  campaignId,
  webhookId,
  ...(again && { again }),
  ...(sourceLine !== undefined && { sourceLine }),
});

/** What a line begins with. */
export const QUEUED: Mark = { state: 'queued', sent: 0 };

/** What stays with a line whatever happens to it. */
const kept = ({ sent, sentAt, before }: Mark): Omit<Mark, 'state'> => present({ sent, sentAt, before });

const released = (mark: Mark, { left, status }: LineEvent & { kind: 'release' }): Mark => {
  const sent = left ? mark.sent : mark.sent - 1;
  const sentAt = sent === 0 ? undefined : mark.sentAt;
  return present<Mark>({ ...kept(mark), state: 'queued', sent, sentAt, status });
};

const reopened = (mark: Mark): Mark | undefined => {
  const { state, sentAt, status, durationMs, before = [] } = mark;
  switch (state) {
    case 'refused':
    case 'unknown':
      return {
        ...kept(mark),
        state: 'queued',
        before: [...before, present({ state, sentAt, status, durationMs })],
      };
    case 'not-sent':
      return { ...kept(mark), state: 'queued' };
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
        ? { ...kept(mark), state: 'sending', sent: mark.sent + 1, sentAt: event.at }
        : undefined;
    case 'answer': {
      const { kind: _kind, outcome: state, words, ...answer } = event;
      return isSending
        ? present<Mark>({ ...kept(mark), ...answer, state, words: words && cutWords(words) })
        : undefined;
    }
    case 'release':
      return isSending ? released(mark, event) : undefined;
    case 'lose':
      return isSending ? { ...kept(mark), state: 'unknown', problem: 'lost' } : undefined;
    case 'cancel':
      return mark.state === 'queued'
        ? present<Mark>({ ...kept(mark), state: 'not-sent', status: mark.status })
        : undefined;
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

/** What happens to a line, by its index. */
export type Change = readonly [index: number, event: LineEvent];

/** What lines and their counts become by some events after each other. Throws where one does not fit. */
export const stepped = (
  lineAt: (index: number) => Mark,
  before: Counts,
  changes: readonly Change[],
): { marks: Map<number, Mark>; counts: Counts } => {
  const marks = new Map<number, Mark>();
  const counts = { ...before };
  for (const [index, event] of changes) {
    const mark = marks.get(index) ?? lineAt(index);
    const after = step(mark, event);
    marks.set(index, after);
    counts[mark.state] -= 1;
    counts[after.state] += 1;
  }
  return { marks, counts };
};

/** How many lines stand where. */
export const countsOf = (marks: Iterable<Mark>): Counts => {
  const counts: Record<LineState, number> = {
    queued: 0,
    sending: 0,
    accepted: 0,
    refused: 0,
    unknown: 0,
    'not-sent': 0,
  };
  for (const { state } of marks) counts[state] += 1;
  return counts;
};

/** The run with some fields changed. */
export const patched = (run: Run, patch: RunPatch): Run => present<Run>({ ...run, ...patch });
