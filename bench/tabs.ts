import { setTimeout as wait } from 'node:timers/promises';
import type { Lab } from './lab.ts';
import { seeded } from './page/random.ts';
import { progress, type Line } from './table.ts';
import { arrivalsInASecond, falseFailures, openTabs, type Tab, type Tabs } from './tabs-browser.ts';

const ENDS = ['close', 'navigate', 'crash'] as const;
type End = (typeof ENDS)[number];

/** With two tabs and with three. */
const TAKEOVERS = 15;
const SHOWINGS = 10;
const RELOADS = 10;
const INTERVAL_MS = 2000;
/** After this a tab that should ask never will. */
const STUCK_MS = 8000;
const RATE = 10;
/** More than can be asked as often as they should be: an answer comes all the time. */
const CALLS = 24;

/** Every end as often as the others, in an order that is drawn. */
const drawEnds = (random: () => number): End[] =>
  Array.from({ length: TAKEOVERS }, (_, at) => ({ end: ENDS[at % ENDS.length] ?? 'close', key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ end }) => end);

/** How long after `from` (epoch milliseconds) the first read left one of these tabs; Infinity where none did. */
const firstRead = async (tabs: readonly Tab[], from: number): Promise<number> => {
  while (Date.now() < from + STUCK_MS) {
    const times = tabs.flatMap((tab) => tab.reads.filter((at) => at > from));
    if (times.length > 0) return Math.min(...times) - from;
    await wait(5);
  }
  return Infinity;
};

const asker = (tabs: readonly Tab[]): Tab | undefined =>
  tabs.toSorted((a, b) => (b.reads.at(-1) ?? 0) - (a.reads.at(-1) ?? 0))[0];

/** The tab that asks comes to its end, again and again; a new one comes behind the others. */
const takeOver = async (board: Tabs, count: number, random: () => number) => {
  const lags: number[] = [];
  for (const end of drawEnds(random)) {
    while (board.open().length < count) await board.add();
    // At any moment between two answers.
    await wait(200 + 300 * random());
    const dying = asker(board.open());
    if (!dying) throw new Error('No tab asks');
    const at = Date.now();
    await dying.end(end);
    const lag = await firstRead(board.open(), Math.max(at, dying.reads.at(-1) ?? 0));
    lags.push(lag);
    progress(`${count} tabs, ${end}: ${Math.round(lag)} ms`);
  }
  return lags;
};

/** Two tabs of one window, of which one is looked at. */
const showInTurn = async (board: Tabs, random: () => number) => {
  const [first, second] = [await board.add(), await board.add()];
  await second.setVisible(false);
  const lags: number[] = [];
  const rounds: number[] = [];
  for (let turn = 0; turn < SHOWINGS; turn += 1) {
    const [from, to] = turn % 2 === 0 ? [first, second] : [second, first];
    // At any moment between two answers; the other tab has heard of all calls.
    await wait(500 * random());
    await from.setVisible(false);
    const at = Date.now();
    await to.setVisible(true);
    lags.push(await firstRead([to], at));
    while (to.askedSince(at) < CALLS && Date.now() < at + STUCK_MS) await wait(20);
    rounds.push(to.askedSince(at) < CALLS ? Infinity : Date.now() - at);
    progress(`shown: ${Math.round(lags.at(-1) ?? 0)} ms, all asked: ${rounds.at(-1) ?? 0} ms`);
  }
  await first.setVisible(true);
  return { lags, rounds };
};

/** A tab is loaded anew while reads are on their way, beside one that only looks. */
const reload = async (board: Tabs, random: () => number): Promise<number> => {
  let wrong = 0;
  for (let turn = 0; turn < RELOADS; turn += 1) {
    await wait(400 + 400 * random());
    const asking = asker(board.open());
    await asking?.page.reload();
    await asking?.isUp();
    for (const { page } of board.open()) wrong += await falseFailures(page);
    progress(`loaded anew: ${wrong} wrong so far`);
  }
  return wrong;
};

const isOver = (lag: number): boolean => lag > INTERVAL_MS + 1000;

/** Tabs that end, hide, show and reload on a busy board: does one always ask, and is nothing made of it that is not so? */
export const tabs = async (lab: Lab): Promise<Line[]> => {
  const random = seeded(8);
  const setup = { calls: CALLS, checkSeconds: INTERVAL_MS / 1000, rate: RATE };
  const boards: Tabs[] = [];
  const openBoard = async (): Promise<Tabs> => {
    const board = await openTabs(lab, setup);
    boards.push(board);
    return board;
  };
  try {
    const [two, three, shown] = [await openBoard(), await openBoard(), await openBoard()];
    // Each in a browser profile of its own, with a service of its own.
    const [ofTwo, ofThree, { lags, rounds, wrong }] = await Promise.all([
      takeOver(two, 2, random),
      takeOver(three, 3, random),
      showInTurn(shown, random).then(async (times) => ({ ...times, wrong: await reload(shown, random) })),
    ]);
    const arrivals = await Promise.all(boards.map((board) => arrivalsInASecond(board)));
    const takeovers = [...ofTwo, ...ofThree];
    const stuck = (all: readonly number[]) => all.filter((lag) => lag === Infinity).length;
    const seconds = (all: readonly number[]) => Math.max(...all) / 1000;
    const aim = INTERVAL_MS / 1000 + 1;
    return [
      { what: 'takeovers', value: takeovers.length, atLeast: 2 * TAKEOVERS, note: ENDS.join(', ') },
      { what: 'two tabs: takeovers after which nobody asks', value: stuck(ofTwo), atMost: 0 },
      { what: 'three tabs: takeovers after which nobody asks', value: stuck(ofThree), atMost: 0 },
      { what: 'first request after a takeover', value: seconds(takeovers), unit: 's', atMost: aim },
      {
        what: 'first request after a tab is shown',
        value: seconds(lags),
        unit: 's',
        atMost: aim,
        note: `${lags.length} times, ${lags.filter(isOver).length} too late`,
      },
      {
        what: 'all calls asked after a tab is shown',
        value: seconds(rounds),
        unit: 's',
        atMost: aim + 2 * (CALLS / RATE),
        note: 'an interval, a second, and two rounds at the limit',
      },
      {
        what: '“No answer” after a reload, in either tab',
        value: wrong,
        atMost: 0,
        note: `${RELOADS} reloads, ${CALLS} calls`,
      },
      {
        what: 'reads that came to the service in any second',
        value: Math.max(...arrivals),
        atMost: RATE,
        note: `${arrivals.join(', ')} on the three boards, reloads and takeovers included`,
      },
    ];
  } finally {
    for (const board of boards) await board.close();
  }
};
