import { heapBytes, metric } from './gauges.ts';
import type { Lab } from './lab.ts';
import { drawLives, type Life } from './lives.ts';
import type { LoggedRead } from './page/service.ts';
import { openBoard, type Screen } from './screen.ts';
import { progress, type Line } from './table.ts';

const MINUTE_MS = 60_000;
const HOURS = 8;
const WATCHED = 500;
/** Every so often the person clears what has ended and pastes as many new calls. */
const ROUND_MS = 10 * MINUTE_MS;
/** Half an hour. */
const ROUNDS_A_SAMPLE = 3;
const CHECK_SECONDS = 60;
const CHECK_MS = CHECK_SECONDS * 1000;
const RATE = 20;
/** Jitter, a turn for each of the others where many are due at once, and the round trip. A later check is a lost one. */
const LATEST_CHECK_MS = CHECK_MS * 1.05 + (WATCHED / RATE) * 1000 + 500;

type Sample = { heap: number; timers: number; listeners: number };

const sample = async ({ page, cdp }: Screen): Promise<Sample> => ({
  heap: await heapBytes(cdp),
  timers: await page.evaluate(() => window.bench.clock?.waiting() ?? Number.NaN),
  listeners: await metric(cdp, 'JSEventListeners'),
});

/** What each watched call owes: to be asked in time while it runs, its end to be shown, and then never again. */
const createAccount = (zero: number) => {
  const lives = new Map<string, Life & { lastAnswer: number; told: boolean }>();
  const account = { requests: 0, unanswered: 0, late: 0, afterEnd: 0, latestMs: 0, calls: 0 };
  const check = (from: number, to: number): void => {
    const gap = to - from;
    account.latestMs = Math.max(account.latestMs, gap);
    if (gap > LATEST_CHECK_MS) account.late += 1;
  };
  return {
    account,
    watch: (fresh: readonly Life[], now: number): void => {
      account.calls += fresh.length;
      for (const life of fresh) lives.set(life.id, { ...life, lastAnswer: now, told: false });
    },
    enter: (reads: readonly LoggedRead[]): void => {
      for (const { id, sent, answered, ended } of reads) {
        account.requests += 1;
        const life = lives.get(id);
        if (!life || (life.told && sent - zero > life.lastAnswer)) {
          account.afterEnd += 1;
          continue;
        }
        check(life.lastAnswer, answered - zero);
        life.lastAnswer = answered - zero;
        life.told ||= ended;
      }
    },
    /** Checks that should have been answered by now and were not. */
    overdue: (now: number): void => {
      for (const life of lives.values())
        if (!life.told && now - life.lastAnswer > LATEST_CHECK_MS) account.late += 1;
    },
    /** Calls whose end the page was told of; they are off the board from now on. */
    takeEnded: (): number => {
      const before = lives.size;
      for (const [id, { told }] of lives) if (told) lives.delete(id);
      return before - lives.size;
    },
    ended: (): number => [...lives.values()].filter(({ told }) => told).length,
    watched: (): number => lives.size,
  };
};

const clearEnded = async ({ page }: Screen): Promise<void> => {
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Stop watching ended calls' }).click();
};

/** Percent by which the largest is above the smallest. */
const spread = (values: readonly number[]): number => (Math.max(...values) / Math.min(...values) - 1) * 100;

/** Eight faked hours with 500 calls coming and going. */
export const day = async (lab: Lab): Promise<Line[]> => {
  const screen = await openBoard(lab, {
    checkSeconds: CHECK_SECONDS,
    api: { maxRequestsPerSecond: RATE },
    page: { faked: true, logs: true },
  });
  const { page, zero } = screen;
  const draw = drawLives(3);
  const pageNow = async () => (await page.evaluate(() => performance.timeOrigin + performance.now())) - zero;
  const { account, ...book } = createAccount(zero);
  const samples: Sample[] = [];
  let shownWrong = 0;

  for (let round = 0; round * ROUND_MS < HOURS * 60 * MINUTE_MS; round += 1) {
    const now = await pageNow();
    const fresh = draw.ending(WATCHED - book.watched(), Math.ceil(now), [5 * MINUTE_MS, 40 * MINUTE_MS]);
    book.watch(fresh, now);
    await screen.add(fresh.map(({ id }) => id));
    for (let ran = 0; ran < ROUND_MS; ran += MINUTE_MS) {
      await screen.runFor(MINUTE_MS);
      book.enter(await screen.takeReads());
      book.overdue(await pageNow());
    }
    const tally = await screen.tally();
    const shown = (tally['Completed'] ?? 0) + (tally['Failed'] ?? 0);
    shownWrong += Math.abs(shown - book.ended()) + Math.abs((tally['All'] ?? 0) - book.watched());
    // Time stands still meanwhile, so that the account and the board clear the same calls.
    await clearEnded(screen);
    book.takeEnded();
    // Until the toast with its way back is gone.
    await screen.runFor(MINUTE_MS / 2);
    book.enter(await screen.takeReads());
    if ((round + 1) % ROUNDS_A_SAMPLE !== 0) continue;
    samples.push(await sample(screen));
    progress(`${samples.length / 2} h of ${HOURS}`);
  }
  const pending = await page.evaluate(() => window.bench.service.inFlight());
  const begun = await page.evaluate(() => window.bench.service.begun());
  await screen.close();

  // The first hour fills caches and compiles code.
  const settled = samples.slice(1);
  const first = settled[0];
  const last = settled.at(-1);
  const heaps = settled.map(({ heap }) => heap);
  return [
    { what: 'calls watched in all', value: account.calls, note: `${WATCHED} at a time, ${HOURS} h` },
    { what: 'requests', value: account.requests },
    {
      what: 'heap, largest over smallest after the first hour',
      value: spread(heaps),
      unit: '%',
      atMost: 10,
      note: `${heaps.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ')} MB`,
    },
    {
      what: 'timers more at the end',
      value: (last?.timers ?? Number.NaN) - (first?.timers ?? 0),
      atMost: 3,
      note: settled.map(({ timers }) => timers).join(' '),
    },
    {
      what: 'listeners more at the end',
      value: (last?.listeners ?? Number.NaN) - (first?.listeners ?? 0),
      atMost: 5,
      note: settled.map(({ listeners }) => listeners).join(' '),
    },
    { what: 'requests without an answer', value: begun - account.requests - pending, atMost: 0 },
    {
      what: 'checks that came too late or never',
      value: account.late,
      atMost: 0,
      note: `longest wait ${(account.latestMs / 1000).toFixed(1)} s`,
    },
    { what: 'calls that the board miscounts, over all rounds', value: shownWrong, atMost: 0 },
    { what: "requests after a call's end", value: account.afterEnd, atMost: 0 },
  ];
};
