import type { Line } from '#src/journal/runs/run.ts';
import { formatTook, formatWait } from '#src/lib/duration.ts';
import type { StatusLook } from '#src/ui/Status.tsx';

/** How a line's state is shown. */
export const resultOf = ({ state }: Pick<Line, 'state'>, done: string): StatusLook & { spin?: boolean } => {
  switch (state) {
    case 'accepted':
      return { tone: 'ok', word: done };
    case 'refused':
      return { tone: 'bad', word: 'Failed' };
    case 'unknown':
      return { tone: 'warn', word: 'Unknown' };
    case 'sending':
      return { tone: 'live', icon: 'wait', word: 'Sending', spin: true };
    case 'queued':
      return { tone: 'wait', icon: 'rest', word: 'Waiting' };
    case 'not-sent':
      return { tone: 'wait', icon: 'rest', word: 'Not sent' };
  }
};

const answered = ({ status, durationMs }: Pick<Line, 'status' | 'durationMs'>): string =>
  durationMs === undefined ? String(status ?? '') : `${status} in ${formatTook(durationMs)}`;

const unanswered = ({ status, durationMs, problem }: Line): string => {
  if (problem === 'lost') return 'Its tab was closed';
  if (status !== undefined) return answered({ status, ...(durationMs !== undefined && { durationMs }) });
  // Whatever else kept the answer away did not wait for it.
  return problem === 'timeout' && durationMs !== undefined
    ? `No answer in ${formatWait(durationMs)}`
    : 'No answer';
};

/** The answer to a line in a few words, "" where there is nothing to say yet. */
export const answerOf = (line: Line): string => {
  switch (line.state) {
    case 'accepted':
    case 'refused':
      return answered(line);
    case 'unknown':
      return unanswered(line);
    case 'queued':
      if (line.before) return 'Will be sent again';
      return line.sent > 0 ? 'Turned away, will be sent again' : '';
    case 'not-sent':
      return line.status === undefined ? '' : `Answered ${line.status}, not done`;
    case 'sending':
      return '';
  }
};
