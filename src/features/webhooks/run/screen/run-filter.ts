import type { Line, RunView } from '#src/log/run.ts';

export type RunFilter = 'all' | 'accepted' | 'with-message' | 'refused' | 'unknown' | 'waiting' | 'not-sent';

const getLineFilter = ({ state, withMessage }: Line): RunFilter => {
  if (withMessage) return 'with-message';
  return state === 'queued' || state === 'sending' ? 'waiting' : state;
};

/** Indexes of the lines that a filter shows. After the run, refused and unknown ones come first. */
export const filterLines = ({ run, lines }: RunView, filter: RunFilter): number[] => {
  const first: number[] = [];
  const rest: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (filter !== 'all' && getLineFilter(line) !== filter) continue;
    const isTrouble = line.state === 'refused' || line.state === 'unknown';
    (run.status === 'finished' && isTrouble ? first : rest).push(index);
  }
  return first.concat(rest);
};
