import type { Run } from '#src/journal/runs/run.ts';
import { progressWords, runWords, settledOf, type Moment } from '#src/features/webhooks/run/run-words.ts';

const QUARTERS = ['', 'A quarter done', 'Half done', 'Three quarters done'];

const quarterOf = ({ counts, total }: Run): number =>
  total === 0 ? 0 : Math.floor((settledOf(counts) / total) * 4);

/** What is spoken when a run goes from one stand to another; undefined where nothing is. Never for single lines. */
export const spokenWords = (before: Run | undefined, run: Run, moment: Moment): string | undefined => {
  const { title, text } = runWords(run, moment);
  const hasTurned = before !== undefined && before.status !== run.status;
  switch (run.status) {
    case 'running': {
      if (before === undefined || hasTurned) return `${title}.`;
      const quarter = quarterOf(run);
      return quarter > quarterOf(before) && quarter < 4
        ? `${QUARTERS[quarter]}: ${progressWords(run)}.`
        : undefined;
    }
    case 'paused':
      // Once nothing is on its way any more, so that what is said stays true.
      return run.counts.sending === 0 && (hasTurned || (before?.counts.sending ?? 0) > 0)
        ? `${title}. ${text.replace(/^[.,] ./, (start) => start.slice(-1).toUpperCase())}`
        : undefined;
    case 'finished':
      return hasTurned ? `${title}. ${text}` : undefined;
  }
};
