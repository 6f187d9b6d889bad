import { lineOf, WHAT } from './bulk-hands.ts';
import type { JournalLog } from './bulk-journal.ts';
import type { Departure } from './bulk-loop.ts';
import { percentile, sum } from './figures.ts';
import type { Line } from './table.ts';

/** How far the journal lagged behind a run whose requests left at these times. */
export const journalLines = (
  { writes, strictMs, asked, kept }: JournalLog,
  departures: readonly Departure[],
): Line[] => {
  const early = departures.filter(({ webhookId, left }) => {
    const at = kept[lineOf(webhookId)] ?? 0;
    return at === 0 || left < at;
  });
  const lags = kept.flatMap((at, line) => (at === 0 ? [] : [at - (asked[line] ?? Number.NaN)]));
  const tenth = Math.floor(lags.length / 10);
  const medianOf = (some: readonly number[]): number => percentile(some, 0.5);
  const [first, last] = [medianOf(lags.slice(0, tenth)), medianOf(lags.slice(-tenth))];
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  return [
    {
      what: `${WHAT} lines written ahead`,
      value: lags.length,
      atLeast: kept.length,
      note: `${departures.length} requests`,
    },
    { what: `${WHAT} requests that left before their line was kept`, value: early.length, atMost: 0 },
    {
      what: `${WHAT} journal's lag, from a line's sending to its being kept, median`,
      value: medianOf(lags),
      unit: 'ms',
      note: `mean ${ms(sum(lags) / lags.length)}, 95 of 100: ${ms(percentile(lags, 0.95))}; of this one transaction ${ms(medianOf(strictMs))}, 95 of 100 ${ms(percentile(strictMs, 0.95))}`,
    },
    {
      what: `${WHAT} that lag in the last tenth of the run by the first`,
      value: last / first,
      atMost: 1.5,
      note: `${ms(last)} by ${ms(first)}`,
    },
    {
      what: `${WHAT} transactions per 100 lines`,
      value: (writes / kept.length) * 100,
      note: `${writes} in all, ${strictMs.length} that lines were written ahead with`,
    },
  ];
};
