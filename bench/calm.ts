import { setTimeout as wait } from 'node:timers/promises';
import { addTo, type Aim, type Measured } from './compare.ts';
import { costOfAnswers, heapBytes, longestTask } from './gauges.ts';
import { addPageScript, type Lab } from './lab.ts';
import { pasteCalls } from './paste-calls.ts';
import { inRounds } from './sides.ts';
import { BLANK } from './stage.ts';
import { progress, type BenchOptions, type Result } from './table.ts';
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
const SCROLL_PX = 400;
const SCROLL_MS = 2000;
const SCROLLS = 2;

const many = `${CALLS.toLocaleString('en')} watched calls`;
const HEAP = `${many}: heap`;
const ELEMENTS = `${many}: elements`;
const DROPPED = `frames dropped, scrolling ${SCROLL_PX} px a frame for ${SCROLL_MS / 1000} s`;
const THREAD = `main thread at ${ANSWERS_A_SECOND} answers a second`;
const PER_ANSWER = 'main thread per answer';
const ADDING = `${CALLS.toLocaleString('en')} added: longest task`;

const AIMS: Aim[] = [
  { what: HEAP, unit: 'MB', atMost: 6, by: 'itself' },
  { what: ELEMENTS, unit: '', atMost: 520, by: 'itself' },
  { what: DROPPED, unit: '%', atMost: 5, by: 'itself' },
  { what: THREAD, unit: '%', atMost: 10, by: 'itself' },
  { what: PER_ANSWER, unit: 'ms', by: 'itself' },
  { what: ADDING, unit: 'ms', atMost: 50, by: 'itself' },
];

/** A common small laptop. */
const VIEWPORT = { width: 1366, height: 768 };

/** An empty board; the service answers in the page (`page/service.ts`). */
const openBoard = async (lab: Lab, side: Side): Promise<Visit> => {
  const visit = await openVisit(lab, side, { state: 'tokens', viewport: VIEWPORT });
  const { page } = visit;
  const { origin, service } = side.stage;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await addPageScript(lab, page, { origin: side.name === 'floor' ? service : origin });
  await page.route('**/config.json', async (route) => {
    const shipped = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...shipped, api: { baseUrl: '' } } });
  });
  return visit;
};

/** The floor checks only the rows it renders, so often that it gets as many answers a second. */
const FLOOR_ROWS = 21;
const ROUND_TRIP_MS = 60;
const FLOOR_PATH = `/calls?every=${(FLOOR_ROWS / ANSWERS_A_SECOND) * 1000 - ROUND_TRIP_MS}`;

/** The longest task while the calls are added. NaN for the floor, which can't add so many. */
const add = async (lab: Lab, side: Side, { page }: Visit): Promise<number> => {
  const ids = IDS.join('\n');
  const field = page.getByLabel('Call IDs to watch');
  if (side.name === 'floor') {
    // Typing so long a text would take minutes.
    await field.evaluate((box, text) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, text);
      box.dispatchEvent(new Event('input', { bubbles: true }));
    }, ids);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.locator(`[data-count="${CALLS}"]`).waitFor();
    return Number.NaN;
  }
  await page.evaluate((text) => navigator.clipboard.writeText(text), ids);
  const adding = await longestTask(lab, page, async () => {
    await pasteCalls(page);
    await page.waitForFunction((count) => window.bench.readCounts()['All'] === count, CALLS);
    await wait(500);
  });
  return adding.ms;
};

/** Heap of the bench's and Playwright's scripts, in bytes. */
const ownBytes = async (lab: Lab, side: Side): Promise<number> => {
  const bare = await openVisit(lab, side, { state: 'signed-out' });
  const without = await heapBytes(bare.cdp);
  await bare.close();
  const { page, cdp, go, close } = await openBoard(lab, side);
  await go(BLANK);
  await page.getByLabel('Call IDs to watch').count();
  // Also makes Playwright install its script for the page's world, as `add` does.
  await page.waitForFunction(() => true);
  const bytes = (await heapBytes(cdp)) - without;
  await close();
  return bytes;
};

const measure = async (lab: Lab, side: Side, measured: Measured): Promise<void> => {
  const own = await ownBytes(lab, side);
  const visit = await openBoard(lab, side);
  const { page, cdp } = visit;
  const note = (what: string, value: number): void => {
    if (!Number.isNaN(value)) addTo(measured, what, side.name, [value]);
  };
  try {
    await visit.go(side.name === 'floor' ? FLOOR_PATH : '/calls');
    await page.getByLabel('Call IDs to watch').waitFor();
    note(ADDING, await add(lab, side, visit));
    await wait(SETTLE_MS);
    const { answers, perAnswerMs } = await costOfAnswers(page, cdp, LOOK_MS);
    progress(`${side.name}: ${((answers / LOOK_MS) * 1000).toFixed(1)} answers a second`);
    note(PER_ANSWER, perAnswerMs);
    // On a busy machine fewer answers come, so the share is scaled to the full number.
    note(THREAD, (perAnswerMs * ANSWERS_A_SECOND) / 10);
    note(ELEMENTS, await page.evaluate(() => document.querySelectorAll('*').length));
    // Hidden, so that no request is pending.
    await page.evaluate(() => window.bench.setVisible(false));
    await wait(HIDDEN_MS);
    note(HEAP, ((await heapBytes(cdp)) - own) / 1e6);
    await page.evaluate(() => window.bench.setVisible(true));
    await wait(HIDDEN_MS);
    for (let time = 0; time < SCROLLS; time += 1) {
      const frames = await page.evaluate(
        ([pixels, ms]) => window.bench.scrollSteadily('Watched calls', pixels, ms),
        [SCROLL_PX, SCROLL_MS] as const,
      );
      note(DROPPED, (frames.dropped / (frames.drawn + frames.dropped)) * 100);
    }
  } finally {
    await visit.close();
  }
};

export const calm = (lab: Lab, options: BenchOptions): Promise<Result> =>
  inRounds(lab, options, AIMS, async (sides, measured) => {
    for (const side of sides) {
      progress(side.name);
      await measure(lab, side, measured);
    }
  });
