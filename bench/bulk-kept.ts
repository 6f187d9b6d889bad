import { MANY, openMany, pairsOf, WHAT } from './bulk-hands.ts';
import { readJournalLog, watchJournal } from './bulk-journal.ts';
import { keepTimings, readDepartures } from './bulk-loop.ts';
import { begin, check, untilFinished } from './bulk-screen.ts';
import { percentile } from './figures.ts';
import type { Lab } from './lab.ts';
import { progress, type Line } from './table.ts';

/** What the journal keeps and when, in a run of its own: it is watched from within the page. */
export const journalLines = async (lab: Lab): Promise<Line[]> => {
  progress(`${MANY} pairs: the journal`);
  const screen = await openMany(lab, 'Many kept', async (page) => {
    await keepTimings(page);
    await watchJournal(page);
  });
  const { page } = screen;
  await check(page, pairsOf());
  await begin(page, MANY);
  await untilFinished(page);
  const [{ writes, ahead }, departures] = [await readJournalLog(page), await readDepartures(screen)];
  await screen.context.close();

  const keptAt = new Map(ahead.map(({ key, kept }) => [key, kept]));
  const early = departures.filter(
    ({ campaignId, webhookId, left }) => left < (keptAt.get(`${campaignId} ${webhookId}`) ?? Infinity),
  );
  const lags = ahead.map(({ asked, kept }) => kept - asked);
  const [median, high] = [percentile(lags, 0.5), percentile(lags, 0.95)];
  const tenth = Math.floor(lags.length / 10);
  const [firstLag, lastLag] = [percentile(lags.slice(0, tenth), 0.5), percentile(lags.slice(-tenth), 0.5)];
  const transactions = writes.filter(({ isStrict }) => isStrict).map(({ begun, kept }) => kept - begun);
  return [
    {
      what: `${WHAT} lines written ahead`,
      value: ahead.length,
      atLeast: MANY,
      note: `${departures.length} requests`,
    },
    { what: `${WHAT} requests that left before their line was kept`, value: early.length, atMost: 0 },
    {
      what: `${WHAT} from a line's sending to its being kept, median`,
      value: median,
      unit: 'ms',
      note: `95 of 100: ${high.toFixed(1)} ms; one transaction: median ${percentile(transactions, 0.5).toFixed(1)} ms, 95 of 100 ${percentile(transactions, 0.95).toFixed(1)} ms`,
    },
    {
      what: `${WHAT} that lag in the last tenth by the first`,
      value: lastLag / firstLag,
      atMost: 1.5,
      note: `${lastLag.toFixed(1)} ms by ${firstLag.toFixed(1)} ms`,
    },
    {
      what: `${WHAT} transactions per 100 lines`,
      value: (writes.length / MANY) * 100,
      note: `${writes.length} in all, ${transactions.length} that lines were written ahead with`,
    },
  ];
};
