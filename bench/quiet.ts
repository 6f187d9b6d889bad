import { setTimeout as wait } from 'node:timers/promises';
import type { Lab } from './lab.ts';
import { endlessIds } from './lives.ts';
import { openBoard, type Screen } from './screen.ts';
import { progress, type Line } from './table.ts';

const CALLS = 100;
const MINUTE_MS = 60_000;
/** What was sent before still comes back. */
const SETTLE_MS = 1000;

/** The reads that left the page while `ms` of faked time went by. */
const sentIn = async (screen: Screen, ms: number): Promise<number> => {
  const begun = () => screen.page.evaluate(() => window.bench.service.begun());
  const before = await begun();
  await screen.runFor(ms);
  return (await begun()) - before;
};

/** Hidden and offline: ten faked minutes each, with calls that are due all the while. */
const pauses = async (lab: Lab): Promise<Line[]> => {
  progress('hidden and offline');
  const screen = await openBoard(lab, {
    checkSeconds: 5,
    page: { faked: true },
  });
  const { page, context } = screen;
  await screen.add(endlessIds(CALLS));
  await screen.runFor(MINUTE_MS);

  await page.evaluate(() => window.bench.setVisible(false));
  await screen.runFor(SETTLE_MS);
  const hidden = await sentIn(screen, 10 * MINUTE_MS);
  await page.evaluate(() => window.bench.setVisible(true));
  const shownAgain = await sentIn(screen, 10_000);

  await context.setOffline(true);
  await screen.runFor(SETTLE_MS);
  const offline = await sentIn(screen, 10 * MINUTE_MS);
  await context.setOffline(false);
  const onlineAgain = await sentIn(screen, 10_000);
  await screen.close();
  return [
    { what: 'requests in 10 min hidden', value: hidden, atMost: 0 },
    { what: 'requests in the 10 s after being shown again', value: shownAgain, atLeast: CALLS },
    { what: 'requests in 10 min offline', value: offline, atMost: 0 },
    { what: 'requests in the 10 s after being online again', value: onlineAgain, atLeast: CALLS },
  ];
};

/** Two tabs of one browser with the same calls, in real time: who asks, and how soon the other takes over. */
const tabs = async (lab: Lab): Promise<Line[]> => {
  progress('two tabs');
  const setup = { checkSeconds: 2, page: { logs: true } };
  const first = await openBoard(lab, setup);
  await first.add(endlessIds(30));
  await wait(2000);
  const second = await openBoard(lab, { ...setup, context: first.context });
  await wait(3000);
  await Promise.all([first.takeReads(), second.takeReads()]);
  await wait(12_000);
  const [ofFirst, ofSecond] = await Promise.all([first.takeReads(), second.takeReads()]);
  const inFirst = new Set(ofFirst.map(({ id }) => id));
  const asked = new Set([...ofFirst, ...ofSecond].map(({ id }) => id));
  const both = new Set(ofSecond.filter(({ id }) => inFirst.has(id)).map(({ id }) => id));
  const watched = (await second.tally())['All'] ?? 0;

  const [asker, other] = ofFirst.length >= ofSecond.length ? [first, second] : [second, first];
  const before = await other.page.evaluate(() => window.bench.service.begun());
  const closedAt = Date.now();
  await asker.page.close();
  const overMs = await other.page.evaluate(
    ([since, closed]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (window.bench.service.begun() > since) resolve(Date.now() - closed);
          else if (Date.now() - closed > 10_000) resolve(Infinity);
          else setTimeout(look, 10);
        };
        look();
      }),
    [before, closedAt] as const,
  );
  await first.context.close();
  return [
    {
      what: 'two tabs: calls asked by both',
      value: both.size,
      atMost: 0,
      note: `${asked.size} calls asked in 12 s`,
    },
    { what: 'two tabs: calls asked by one', value: asked.size, atLeast: 30 },
    { what: 'two tabs: calls that the other shows', value: watched, atLeast: 30 },
    {
      what: 'two tabs: the other asks after the first is closed',
      value: overMs / 1000,
      unit: 's',
      atMost: 2,
    },
  ];
};

/** When nothing may be sent, or not twice. */
export const quiet = async (lab: Lab): Promise<Line[]> => [...(await pauses(lab)), ...(await tabs(lab))];
