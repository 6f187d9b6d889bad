import { setTimeout as wait } from 'node:timers/promises';
import { setHidden } from '../e2e/calls-kit.ts';
import type { Lab } from './lab.ts';
import { pasteCalls } from './paste-calls.ts';
import { progress, type BenchOptions, type Line } from './report.ts';
import { inRounds, type Add, type Aim } from './sides.ts';
import { callsField, visit, type Side, type Visit } from './visit.ts';

const CALLS = 10_000;
/** They never end, and are as long as a UUID. */
const IDS = Array.from({ length: CALLS }, (_, at) => `sim-0s-running-${String(at).padStart(21, '0')}`);
/** A page of the table: as many rows are drawn of 10,000 calls. */
const DRAWN = 100;
/** The console's default rate. */
const ANSWERS_A_SECOND = 20;
/** Until all calls have an answer. */
const FAST = { maxRequestsPerSecond: 400, maxConcurrentReads: 40 };

const LOOK_MS = 12_000;
const HIDDEN_MS = 2000;
const SETTLE_MS = 5000;
const SLOWER = 4;

const CALL = 'heap of a watched call';
const ELEMENTS = 'elements of the page';
const THREAD = `main thread at ${ANSWERS_A_SECOND} answers a second`;
const ADDING = `${CALLS.toLocaleString('en')} added: longest task`;
const SORT = `sort to next paint, ${SLOWER} × slower`;
const FILTER = `filter to next paint, ${SLOWER} × slower`;
const TURN = `page to next paint, ${SLOWER} × slower`;

const AIMS: Aim[] = [
  { what: CALL, unit: 'bytes', atMost: 1500, by: 'itself' },
  { what: ELEMENTS, unit: '', atMost: 1500, by: 'itself' },
  { what: THREAD, unit: '%', atMost: 10, by: 'itself' },
  { what: ADDING, unit: 'ms', atMost: 50, by: 'itself' },
  ...[SORT, FILTER, TURN].map((what): Aim => ({ what, unit: 'ms', atMost: 200, by: 'itself' })),
];

const openBoard = async ({ page, go }: Visit, api: object): Promise<void> => {
  await page.route('**/config.json', async (route) => {
    const shipped = (await (await route.fetch()).json()) as { api: object };
    await route.fulfill({ json: { ...shipped, api: { ...shipped.api, ...api } } });
  });
  await go('/calls');
  await callsField(page).waitFor();
  // Intercepting costs the page time.
  await page.unroute('**/config.json');
};

const untilAnswered = async ({ page }: Visit, count: number): Promise<void> => {
  const all = new RegExp(`^In progress ${count.toLocaleString('en')}`);
  await page.getByRole('button', { name: all }).waitFor({ timeout: 900_000 });
};

const measure = (lab: Lab, side: Side, add: Add) =>
  visit(lab, side, { state: 'tokens' }, async (opened) => {
    const { page, threadMs, dataBytes, untilPaint } = opened;
    const addCalls = async (ids: readonly string[]) => {
      await page.evaluate(() => {
        window.paints.longestTask = 0;
      });
      await pasteCalls(page, ids);
      await page.getByRole('button', { name: `All ${ids.length.toLocaleString('en')}` }).waitFor();
      const longestTask = await page.evaluate(() => window.paints.longestTask);
      await untilAnswered(opened, ids.length);
      // Hidden, so that no request is pending.
      await setHidden(page, true);
      await wait(HIDDEN_MS);
      const bytes = await dataBytes();
      await setHidden(page, false);
      return { bytes, longestTask };
    };
    let answers = 0;
    page.on('requestfinished', () => (answers += 1));
    await openBoard(opened, FAST);
    const few = await addCalls(IDS.slice(0, DRAWN));
    const all = await addCalls(IDS);
    add(ADDING, all.longestTask);
    add(CALL, (all.bytes - few.bytes) / (CALLS - DRAWN));
    progress(
      `${side.name}: ${(few.bytes / 1e6).toFixed(1)} MB with ${DRAWN} calls, ${(all.bytes / 1e6).toFixed(1)} with all`,
    );
    // As on the next morning, at the usual rate.
    await openBoard(opened, {});
    await untilAnswered(opened, CALLS);
    await wait(SETTLE_MS);
    const [from, workedFrom] = [answers, await threadMs()];
    await wait(LOOK_MS);
    const [count, worked] = [answers - from, (await threadMs()) - workedFrom];
    // On a busy machine fewer answers come, so the share is scaled to the full number.
    add(THREAD, (worked / count) * (ANSWERS_A_SECOND / 10));
    add(ELEMENTS, await page.evaluate(() => document.querySelectorAll('*').length));
    await opened.setSlower(SLOWER);
    const press = (name: string | RegExp) =>
      untilPaint(() => page.getByRole('button', { name }).first().click());
    add(SORT, await press('Call ID'));
    add(FILTER, await press(/^In progress/), await press(/^All/));
    add(TURN, await press('Next page'), await press('Last page'));
  });

export const calm = (lab: Lab, options: BenchOptions): Promise<Line[]> =>
  inRounds(lab, options, AIMS, { calls: (side, add) => measure(lab, side, add) });
