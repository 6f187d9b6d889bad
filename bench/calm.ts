import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from 'playwright';
import { costOfAnswers, heapBytes, longestTask } from './gauges.ts';
import { addPageScript, type Lab } from './lab.ts';
import { pasteCalls } from './paste-calls.ts';
import { progress, type BenchOptions, type Report } from './report.ts';
import { addTo, inRounds, type Aim, type Measured } from './sides.ts';
import { BLANK } from './stage.ts';
import { openVisit, type Side, type Visit } from './visit.ts';

const CALLS = 10_000;
/** As long as a UUID. */
const IDS = Array.from(
  { length: CALLS },
  (_, at) => `0b7d2c1e-51d4-4b0e-9a7d-${String(at).padStart(12, '0')}`,
);
/** The console's default rate. */
const ANSWERS_A_SECOND = 20;

/** Until all calls have their first answer, and it is stored. */
const SETTLE_MS = 7000;
const LOOK_MS = 12_000;
const HIDDEN_MS = 2000;
const SLOWER = 4;

const many = `${CALLS.toLocaleString('en')} watched calls`;
const HEAP = `${many}: heap`;
const ELEMENTS = `${many}: elements`;
const THREAD = `main thread at ${ANSWERS_A_SECOND} answers a second`;
const ADDING = `${CALLS.toLocaleString('en')} added: longest task`;
const PAINTS = ['sort', 'filter', 'page'].map((what) => `${what} to next paint, ${SLOWER} × slower`);

const AIMS: Aim[] = [
  { what: HEAP, unit: 'MB', atMost: 6, by: 'itself' },
  { what: ELEMENTS, unit: '', atMost: 1500, by: 'itself' },
  { what: THREAD, unit: '%', atMost: 10, by: 'itself' },
  { what: ADDING, unit: 'ms', atMost: 50, by: 'itself' },
  ...PAINTS.map((what): Aim => ({ what, unit: 'ms', atMost: 200, by: 'itself' })),
];

/** A common small laptop. */
const VIEWPORT = { width: 1366, height: 768 };

/** An empty board; the service answers in the page (`page/service.ts`). */
const openBoard = async (lab: Lab, side: Side): Promise<Visit> => {
  const visit = await openVisit(lab, side, { state: 'tokens', viewport: VIEWPORT });
  const { page } = visit;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await addPageScript(lab, page, { origin: side.stage.origin });
  await page.route('**/config.json', async (route) => {
    const shipped = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...shipped, api: { baseUrl: '' } } });
  });
  return visit;
};

/** Heap of the bench's and Playwright's scripts, in bytes. */
const ownBytes = async (lab: Lab, side: Side): Promise<number> => {
  const bare = await openVisit(lab, side, { state: 'signed-out' });
  const without = await heapBytes(bare.cdp);
  await bare.close();
  const { page, cdp, go, close } = await openBoard(lab, side);
  await go(BLANK);
  // Also makes Playwright install its script for the page's world, as adding does.
  await page.waitForFunction(() => true);
  const bytes = (await heapBytes(cdp)) - without;
  await close();
  return bytes;
};

/** From the press to the next paint. */
const pressToPaint = async ({ page, cdp }: Visit, button: Locator): Promise<number> => {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.evaluate(() => window.paints.interactions.clear());
  await button.click();
  await wait(1500);
  const paints = await page.evaluate(() => [...window.paints.interactions.values()]);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return Math.max(0, ...paints);
};

const measure = async (lab: Lab, side: Side, measured: Measured): Promise<void> => {
  const own = await ownBytes(lab, side);
  const visit = await openBoard(lab, side);
  const { page, cdp } = visit;
  const note = (what = '', value = 0): void => addTo(measured, what, side.name, value);
  try {
    await visit.go('/calls');
    await page.getByRole('textbox').first().waitFor();
    await page.evaluate((text) => navigator.clipboard.writeText(text), IDS.join('\n'));
    const adding = await longestTask(lab, page, async () => {
      await pasteCalls(page);
      await page.waitForFunction((count) => window.bench.readCounts()['All'] === count, CALLS);
      await wait(500);
    });
    note(ADDING, adding);
    // Not over the rows, where the pointer holds their order.
    await page.mouse.move(0, 0);
    await wait(SETTLE_MS);
    const { answers, perAnswerMs } = await costOfAnswers(page, cdp, LOOK_MS);
    progress(`${side.name}: ${((answers / LOOK_MS) * 1000).toFixed(1)} answers a second`);
    // On a busy machine fewer answers come, so the share is scaled to the full number.
    note(THREAD, (perAnswerMs * ANSWERS_A_SECOND) / 10);
    note(ELEMENTS, await page.evaluate(() => document.querySelectorAll('*').length));
    // Hidden, so that no request is pending.
    await page.evaluate(() => window.bench.setVisible(false));
    await wait(HIDDEN_MS);
    note(HEAP, ((await heapBytes(cdp)) - own) / 1e6);
    await page.evaluate(() => window.bench.setVisible(true));
    await wait(HIDDEN_MS);
    const [sort, filter, turn] = PAINTS;
    const press = (name: string | RegExp) => pressToPaint(visit, page.getByRole('button', { name }).first());
    note(sort, await press('Call ID'));
    note(filter, await press(/^In progress/));
    note(filter, await press(/^All/));
    note(turn, await press('Next page'));
    note(turn, await press('Last page'));
  } finally {
    await visit.close();
  }
};

export const calm = (lab: Lab, options: BenchOptions, report: Report): Promise<void> =>
  inRounds(lab, { options, report, aims: AIMS }, async (sides, measured) => {
    for (const side of sides) {
      progress(side.name);
      await measure(lab, side, measured);
    }
  });
