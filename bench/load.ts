import type { Page } from 'playwright';
import type { Lab } from './lab.ts';
import type { BenchOptions, Line } from './report.ts';
import { inRounds, type Add, type Aim } from './sides.ts';
import { BLANK } from './stage.ts';
import { callsField, visit, type SessionState, type Side, type Visit } from './visit.ts';

const field = (label: string) => (page: Page) => page.getByLabel(label).first();

/** `atMost`: how many times the floor's time the first control and the largest paint may take. */
type PageLoad = { path: string; state: SessionState; atMost: number };

/** On a phone, with empty caches. */
const COLD: Record<string, PageLoad> = {
  'sign-in': { path: '/', state: 'signed-out', atMost: 1 },
  provider: { path: '/provider', state: 'tokens', atMost: 1.25 },
  webhooks: { path: '/webhooks', state: 'tokens', atMost: 1.25 },
  calls: { path: '/calls', state: 'tokens', atMost: 1.25 },
  'calls, silent': { path: '/calls', state: 'silent', atMost: 1.5 },
};
const WARM = ['provider', 'webhooks', 'calls'];
const INTERACTIONS = ['change area', 'empty save', 'look-up', 'typing', 'dialog'] as const;
type Interaction = (typeof INTERACTIONS)[number];

/** Times slower than this processor: a desk, and a slow computer. */
const PROCESSORS = [1, 4];

const STATUS = 'deep link to a painted status';
const PRESS = 'press "Watch" to painted status';
const ofWarm = (name: string, slower: number): string =>
  `warm to the first field, ${name}${slower > 1 ? `, processor ${slower} times slower` : ''}`;
const ofFirst = (name: string): string => `first control, ${name}`;
const ofLargest = (name: string): string => `largest paint, ${name}`;
const ofWork = (name: string): string => `main thread until idle, ${name}`;
const ofInteraction = (name: Interaction): string => `interaction to next paint, ${name}`;

const timesFloor = (what: string, atMost: number): Aim => ({ what, unit: 'ms', atMost, by: 'floor' });

const AIMS: Aim[] = [
  ...PROCESSORS.flatMap((slower) => WARM.map((name) => timesFloor(ofWarm(name, slower), 1.3))),
  ...[ofFirst, ofLargest].flatMap((of) =>
    Object.entries(COLD).map(([name, { atMost }]) => timesFloor(of(name), atMost)),
  ),
  ...Object.keys(COLD).map((name) => timesFloor(ofWork(name), 2)),
  timesFloor(STATUS, 1.4),
  timesFloor(PRESS, 1.2),
  ...INTERACTIONS.map((name): Aim => ({ what: ofInteraction(name), unit: 'ms', atMost: 100, by: 'itself' })),
];

/** Asks the page only once it is idle: Playwright's script in it costs about 10 ms. */
const untilStarted = async ({ page, untilQuiet }: Visit): Promise<void> => {
  await untilQuiet();
  await page.waitForFunction(() => !Number.isNaN(window.paints.control));
};

/** The paints, and how long the main thread works until the page is idle. */
const loadCold = (lab: Lab, side: Side, name: string, { path, state }: PageLoad, add: Add) =>
  visit(lab, side, { state, mobile: true, slower: 4 }, async (opened) => {
    const { page, go, threadMs } = opened;
    const workedBefore = await threadMs();
    await go(path);
    await untilStarted(opened);
    add(ofWork(name), (await threadMs()) - workedBefore);
    const { control, largest } = await page.evaluate(() => window.paints);
    add(ofFirst(name), control);
    add(ofLargest(name), largest);
  });

/** With cached files, as on most days: from the navigation to the paint of the first field. */
const loadWarm = (lab: Lab, side: Side, slower: number, add: Add) =>
  visit(lab, side, { state: 'tokens', slower }, async (opened) => {
    const { page, go } = opened;
    // The browser keeps what it compiled of files that it read twice.
    for (let time = 0; time < 4; time += 1) {
      for (const name of WARM) {
        // From an empty page: what the page before does when it is left is no part of a start.
        await page.goto(BLANK);
        await go(`/${name}`);
        await untilStarted(opened);
        if (time >= 2) add(ofWarm(name, slower), await page.evaluate(() => window.paints.control));
      }
    }
  });

const untilStatus = async ({ page }: Visit): Promise<void> => {
  await page.waitForFunction(() => !Number.isNaN(window.paints.status));
};

/** At a desk, a call that has ended: one answer says all of it. */
const deepLink = (lab: Lab, side: Side, add: Add) =>
  visit(lab, side, { state: 'tokens', looksForStatus: true }, async (opened) => {
    await opened.go('/calls/sim-0s-completed-shown');
    await untilStatus(opened);
    add(STATUS, await opened.page.evaluate(() => window.paints.status));
  });

const pressWatch = (lab: Lab, side: Side, add: Add) =>
  visit(lab, side, { state: 'tokens', looksForStatus: true }, async (opened) => {
    const { page } = opened;
    await opened.go('/calls');
    await callsField(page).fill('sim-0s-completed-pressed');
    await opened.untilQuiet();
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await untilStatus(opened);
    add(PRESS, await page.evaluate(() => window.paints.status - window.paints.pressed));
  });

/** What a user does in the three areas, at a desk with a processor four times slower. */
const interact = (lab: Lab, side: Side, add: Add) =>
  visit(lab, side, { state: 'tokens', slower: 4 }, async ({ page, go, untilQuiet, untilPaint }) => {
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const areas = page.getByRole('navigation', { name: 'Main' });
    const measure = async (name: Interaction, work: () => Promise<void>): Promise<void> => {
      add(ofInteraction(name), await untilPaint(work));
      await untilQuiet();
    };
    await go('/calls');
    await callsField(page).waitFor();
    await untilQuiet();
    for (const area of ['Webhooks', 'Provider', 'Calls']) {
      await measure('change area', () => areas.getByRole('link', { name: area }).click());
    }
    // The second comes to a board that isn't empty.
    for (const id of ['asks-9-a', 'asks-9-b']) {
      await measure('typing', () => callsField(page).pressSequentially(id, { delay: 100 }));
      await measure('look-up', () => press('Watch'));
    }
    await areas.getByRole('link', { name: 'Provider' }).click();
    await field('Account SID')(page).waitFor();
    await untilQuiet();
    await measure('empty save', () => press('Save configuration'));
    await measure('dialog', () => press('Delete configuration…'));
  });

export const load = (lab: Lab, options: BenchOptions): Promise<Line[]> =>
  inRounds(lab, options, AIMS, {
    ...Object.fromEntries(
      Object.entries(COLD).map(([name, page]) => [
        `cold, ${name}`,
        (side: Side, add: Add) => loadCold(lab, side, name, page, add),
      ]),
    ),
    ...Object.fromEntries(
      PROCESSORS.map((slower) => [
        `warm, processor ${slower} times slower`,
        (side: Side, add: Add) => loadWarm(lab, side, slower, add),
      ]),
    ),
    [STATUS]: (side, add) => deepLink(lab, side, add),
    [PRESS]: (side, add) => pressWatch(lab, side, add),
    interactions: async (side, add) => {
      if (side.name !== 'floor') await interact(lab, side, add);
    },
  });
