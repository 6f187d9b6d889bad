import type { Page } from 'playwright';
import { threadMs } from './gauges.ts';
import type { Lab } from './lab.ts';
import { BLANK } from './stage.ts';
import { openVisit, type SessionState, type Side, type Visit } from './visit.ts';

/** A call that has ended: one answer says all of it. */
const ENDED_CALL = '/calls/sim-0s-completed-shown';

const field = (label: string | RegExp) => (page: Page) => page.getByLabel(label).first();
const CALLS = field(/^(?:Call IDs to watch|Find or watch calls)$/);
const PROVIDER = field('Account SID');
const WEBHOOKS = field('Campaign ID');

type PageLoad = { path: string; state: SessionState; ready: (page: Page) => ReturnType<Page['locator']> };

/** Whose largest paint is measured, on a phone. */
export const LOADS = {
  'sign-in': {
    path: '/',
    state: 'signed-out',
    ready: (page) => page.getByRole('button', { name: 'Sign in' }),
  },
  provider: { path: '/provider', state: 'tokens', ready: PROVIDER },
  webhooks: { path: '/webhooks', state: 'tokens', ready: WEBHOOKS },
  calls: { path: '/calls', state: 'tokens', ready: CALLS },
  'calls, silent': { path: '/calls', state: 'silent', ready: CALLS },
} satisfies { [name: string]: PageLoad };

export type LoadName = keyof typeof LOADS;

export const WARM = ['provider', 'webhooks', 'calls'] as const satisfies LoadName[];

/** On a phone with nothing in its caches: the largest paint, and how long the main thread works until the page is idle. In milliseconds. */
export const loadOnPhone = async (
  lab: Lab,
  side: Side,
  name: LoadName,
): Promise<{ largestMs: number; workMs: number }> => {
  const { path, state, ready }: PageLoad = LOADS[name];
  const visit = await openVisit(lab, side, { state, mobile: true, slower: 4 });
  const { page, cdp } = visit;
  try {
    const workedBefore = await threadMs(cdp);
    await visit.go(path);
    await ready(page).waitFor();
    await visit.untilQuiet();
    const workMs = (await threadMs(cdp)) - workedBefore;
    return { largestMs: await page.evaluate(() => window.paints.largest), workMs };
  } finally {
    await visit.close();
  }
};

/**
 * With cached files, as on most days: from the navigation to the paint of the first field, in milliseconds. By the page itself:
 * Playwright looks 20, 70 and 170 ms after it begins to wait.
 */
export const loadWarm = async (
  lab: Lab,
  side: Side,
  slower: number,
): Promise<Record<(typeof WARM)[number], number[]>> => {
  const visit = await openVisit(lab, side, { state: 'tokens', slower });
  const { page } = visit;
  const times = { provider: [], webhooks: [], calls: [] } as Record<(typeof WARM)[number], number[]>;
  try {
    // The browser keeps what it compiled of files that it read twice.
    for (let time = 0; time < 4; time += 1) {
      for (const name of WARM) {
        // From an empty page: what the page before does when it is left is no part of a start.
        await page.goto(`${side.stage.origin}${BLANK}`);
        await visit.go(LOADS[name].path);
        await page.waitForFunction(() => !Number.isNaN(window.paints.field));
        if (time >= 2) times[name].push(await page.evaluate(() => window.paints.field));
        await visit.untilQuiet();
      }
    }
    return times;
  } finally {
    await visit.close();
  }
};

const untilStatus = async ({ page }: Visit): Promise<void> => {
  await page.waitForFunction(() => !Number.isNaN(window.paints.status));
};

/** From a call's address to its painted status, at a desk; milliseconds. */
export const deepLink = async (lab: Lab, side: Side): Promise<number> => {
  const visit = await openVisit(lab, side, { state: 'tokens', looksForStatus: true });
  try {
    await visit.go(ENDED_CALL);
    await untilStatus(visit);
    return await visit.page.evaluate(() => window.paints.status);
  } finally {
    await visit.close();
  }
};

/** From the press on "Watch" to the painted status, at a desk; milliseconds. */
export const pressWatch = async (lab: Lab, side: Side): Promise<number> => {
  const visit = await openVisit(lab, side, { state: 'tokens', looksForStatus: true });
  const { page } = visit;
  try {
    await visit.go('/calls');
    await CALLS(page).fill('sim-0s-completed-pressed');
    await visit.untilQuiet();
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await untilStatus(visit);
    return await page.evaluate(() => window.paints.status - window.paints.pressed);
  } finally {
    await visit.close();
  }
};

/** Long enough for a slow page to respond and for the browser to report it. */
const TELL_MS = 700;

const AREAS = ['Webhooks', 'Provider', 'Calls'] as const;

/** The second comes to a board that isn't empty. */
const LOOKED_UP = ['asks-9-a', 'asks-9-b'];
/** Between two keys. */
const TYPE_MS = 100;

export const INTERACTIONS = ['change area', 'empty save', 'look-up', 'typing', 'dialog'] as const;
type Interaction = (typeof INTERACTIONS)[number];

/** The longest time from an interaction's events to the next paint, of each interaction in `work`; milliseconds. */
const interactions = async (page: Page, work: () => Promise<void>): Promise<number[]> => {
  await page.evaluate(() => window.paints.interactions.clear());
  await work();
  await page.waitForTimeout(TELL_MS);
  return page.evaluate(() => [...window.paints.interactions.values()]);
};

const longest = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : Math.max(...values);

/** What a user does in the three areas, at a desk with a processor four times slower. */
export const interact = async (lab: Lab, side: Side): Promise<Record<Interaction, number[]>> => {
  const visit = await openVisit(lab, side, { state: 'tokens', slower: 4 });
  const { page } = visit;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  try {
    await visit.go('/calls');
    await CALLS(page).waitFor();
    await visit.untilQuiet();
    const changes: number[] = [];
    for (const area of AREAS) {
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: area });
      changes.push(longest(await interactions(page, () => link.click())));
      await visit.untilQuiet();
    }
    const typing: number[] = [];
    const lookUps: number[] = [];
    for (const id of LOOKED_UP) {
      const box = CALLS(page);
      typing.push(...(await interactions(page, () => box.pressSequentially(id, { delay: TYPE_MS }))));
      lookUps.push(longest(await interactions(page, () => press('Watch'))));
      await visit.untilQuiet();
    }
    await page.getByRole('link', { name: 'Provider' }).first().click();
    await PROVIDER(page).waitFor();
    await visit.untilQuiet();
    const emptySave = await interactions(page, () => press('Save configuration'));
    const dialog = await interactions(page, () => press('Delete configuration…'));
    return {
      'change area': changes,
      'empty save': [longest(emptySave)],
      'look-up': lookUps,
      typing,
      dialog: [longest(dialog)],
    };
  } finally {
    await visit.close();
  }
};
