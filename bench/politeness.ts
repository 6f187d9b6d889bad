import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { button, choose } from '../e2e/bulk-kit.ts';
import { arriveSignedIn } from '../e2e/fixtures.ts';
import { DESK, tellErrors, type Lab } from './lab.ts';
import { pasteCalls } from './paste-calls.ts';
import { progress, type BenchOptions, type Line } from './report.ts';
import { openStage } from './stage.ts';

/** Times are epoch milliseconds at the service. */
type Arrival = { id: string; at: number; answered: number; status: number };

/** Records every request to the service but preflights, by its call or webhook. */
const recordArrivals =
  (arrivals: Arrival[]) =>
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const at = Date.now();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    const id = searchParams.get('callId') ?? searchParams.get('webhookId') ?? '';
    if (request.method !== 'OPTIONS' && pathname.startsWith('/api/')) {
      response.once('finish', () => {
        arrivals.push({ id, at, answered: Date.now(), status: response.statusCode });
      });
    }
    listener(request, response);
  };

/** A signed-in console and its own service, which records the requests. */
type Scene = { page: Page; arrivals: readonly Arrival[] };

type Scenario = {
  name: string;
  path: '/calls' | '/webhooks/bulk';
  /** Requests a second that the service takes. The others get 429 without `Retry-After`. */
  cap?: number;
  /** The console's limits, if not the default ones. */
  api?: { maxRequestsPerSecond: number; maxConcurrentReads: number; maxConcurrentWrites: number };
  /** Starts the work. Returns when it was confirmed. */
  begin: (page: Page) => Promise<number>;
  measure: (scene: Scene, begun: number) => Promise<Line[]>;
};

const DEFAULT_LIMIT = 20;
const GIVE_UP_MS = 240_000;

const running = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `sim-1s-running-${String(at).padStart(6, '0')}`);

const watch =
  (ids: readonly string[]) =>
  (page: Page): Promise<number> =>
    pasteCalls(page, ids);

const attachPairs =
  (count: number) =>
  async (page: Page): Promise<number> => {
    const lines = Array.from({ length: count }, (_, at) => `cmp-polite,hook-${String(at).padStart(6, '0')}`);
    await choose(page, 'pairs.csv', ['campaign,webhook', ...lines].join('\n'));
    const attach = button(page, `Attach ${count.toLocaleString('en')} pairs`);
    await attach.waitFor();
    const begun = Date.now();
    await attach.click();
    return begun;
  };

/** Waits until so many IDs were answered with 200. Returns when, or NaN after {@link GIVE_UP_MS}. */
const untilAnswered = async ({ arrivals }: Scene, count: number, begun: number): Promise<number> => {
  const answered = new Set<string>();
  for (let read = 0; Date.now() - begun < GIVE_UP_MS;) {
    for (; read < arrivals.length; read += 1) {
      const arrival = arrivals[read];
      if (arrival?.status === 200) answered.add(arrival.id);
      if (arrival && answered.size === count) return arrival.answered;
    }
    await wait(50);
  }
  return Number.NaN;
};

const between = (arrivals: readonly Arrival[], from: number, to: number): Arrival[] =>
  arrivals.filter(({ at }) => at >= from && at < to);
const refusedOf = (arrivals: readonly Arrival[]): number =>
  arrivals.filter(({ status }) => status === 429).length;
const percent = (part: number, whole: number): number => Math.round((1000 * part) / whole) / 10;

const CALLS = 1000;

const firstAnswers: Scenario = {
  name: `${CALLS.toLocaleString('en')} calls at ${DEFAULT_LIMIT} a second:`,
  path: '/calls',
  begin: watch(running(CALLS)),
  measure: async (scene, begun) => {
    const end = await untilAnswered(scene, CALLS, begun);
    const until = between(scene.arrivals, begun, Number.isNaN(end) ? Infinity : end);
    const twice = until.length - new Set(until.map(({ id }) => id)).size;
    const { name } = firstAnswers;
    return [
      { what: `${name} all have a first answer after`, value: (end - begun) / 1000, unit: 's', atMost: 55 },
      { what: `${name} asked again before`, value: twice, atMost: 0 },
    ];
  },
};

const PAIRS = 120;
const SLOW_CAP = 5;

const slowService: Scenario = {
  name: `${PAIRS} pairs at a service that takes ${SLOW_CAP} a second:`,
  path: '/webhooks/bulk',
  cap: SLOW_CAP,
  begin: attachPairs(PAIRS),
  measure: async (scene, begun) => {
    const end = await untilAnswered(scene, PAIRS, begun);
    const refused = refusedOf(scene.arrivals);
    return [
      { what: `${slowService.name} accepted after`, value: (end - begun) / 1000, unit: 's', atMost: 40 },
      {
        what: `${slowService.name} answered 429`,
        value: percent(refused, scene.arrivals.length),
        unit: '%',
        atMost: 10,
        note: `${refused} of ${scene.arrivals.length}`,
      },
    ];
  },
};

const FAILING = 10;
const OTHERS = 290;
const FAILING_WINDOW_MS = 40_000;

const someFail: Scenario = {
  name: `${FAILING} of ${FAILING + OTHERS} calls answer 503:`,
  path: '/calls',
  begin: watch(
    running(OTHERS).flatMap((id, at) => (at % (OTHERS / FAILING) === 0 ? [`fail-503-${at}`, id] : [id])),
  ),
  measure: async ({ arrivals }, begun) => {
    await wait(begun + FAILING_WINDOW_MS - Date.now());
    const asked = new Set(between(arrivals, begun, begun + FAILING_WINDOW_MS).map(({ id }) => id));
    const value = running(OTHERS).filter((id) => asked.has(id)).length;
    return [{ what: `${someFail.name} others asked within 40 s`, value, atLeast: OTHERS }];
  },
};

const REFUSED_WINDOW_MS = 9000;

const oneRefused: Scenario = {
  name: 'one call of four always answers 401:',
  path: '/calls',
  begin: watch(['fail-401-always', ...running(3)]),
  measure: async ({ arrivals }, begun) => {
    const from = begun + 5000;
    await wait(from + REFUSED_WINDOW_MS - Date.now());
    const others = between(arrivals, from, from + REFUSED_WINDOW_MS).filter(
      ({ id }) => !id.startsWith('fail-'),
    );
    return [{ what: `${oneRefused.name} checks of the others in 9 s`, value: others.length, atLeast: 3 }];
  },
};

/** Until the console has found the service's rate. */
const SETTLE_MS = 40_000;
const MINUTE_MS = 60_000;

/** More than a minute of work at a service that is slower than the console's limit. */
const capped = (cap: number, kind: 'reads' | 'run'): Scenario => {
  const name = `${kind}, capped at ${cap} a second:`;
  return {
    name,
    cap,
    ...(cap > DEFAULT_LIMIT && {
      api: { maxRequestsPerSecond: 2 * cap, maxConcurrentReads: 12, maxConcurrentWrites: 12 },
    }),
    ...(kind === 'reads'
      ? { path: '/calls', begin: watch(running(20 * cap)) }
      : { path: '/webhooks/bulk', begin: attachPairs(120 * cap) }),
    measure: async ({ arrivals }, begun) => {
      const from = begun + SETTLE_MS;
      await wait(from + MINUTE_MS + 1000 - Date.now());
      const minute = between(arrivals, from, from + MINUTE_MS);
      const refused = refusedOf(minute);
      return [
        {
          what: `${name} answered 429`,
          value: percent(refused, minute.length),
          unit: '%',
          atMost: 3,
          note: `${refused} of ${minute.length}`,
        },
        {
          what: `${name} of the cap used`,
          value: percent(minute.length - refused, cap * 60),
          unit: '%',
          atLeast: 70,
        },
      ];
    },
  };
};

/** The scenarios of a group run at once: together they need little of the machine. */
const GROUPS: readonly (readonly Scenario[])[] = [
  [firstAnswers],
  [slowService, someFail, oneRefused],
  [capped(2, 'reads'), capped(2, 'run'), capped(10, 'reads'), capped(10, 'run')],
  [capped(50, 'reads')],
  [capped(50, 'run')],
];

const open = async (lab: Lab, { path, cap, api }: Scenario) => {
  const arrivals: Arrival[] = [];
  const stage = await openStage(lab.dist, { ...(api && { api }), around: recordArrivals(arrivals) });
  const context = await lab.browser.newContext({ ...DESK, baseURL: stage.origin });
  const page = await context.newPage();
  tellErrors(page);
  // The sandbox's service reads a rate limit from the person's name.
  const name = cap === undefined ? 'Polite' : `Polite ${cap} a second`;
  await arriveSignedIn(page, stage.origin, name, path);
  await page.getByRole('button', { name: /^Account:/ }).waitFor();
  return {
    scene: { page, arrivals },
    close: async () => {
      await context.close();
      await stage.close();
    },
  };
};

const measureGroup = async (lab: Lab, group: readonly Scenario[]): Promise<Line[]> => {
  const opened = [];
  try {
    for (const scenario of group) {
      progress(scenario.name);
      const one = await open(lab, scenario);
      opened.push({ ...one, scenario, begun: await scenario.begin(one.scene.page) });
    }
    const measured = opened.map(({ scene, scenario, begun }) => scenario.measure(scene, begun));
    return (await Promise.all(measured)).flat();
  } finally {
    for (const { close } of opened) await close();
  }
};

/** How the console treats a service on another origin, measured at the service in real time. */
export const politeness = async (lab: Lab, { only }: BenchOptions): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const group of GROUPS) {
    const chosen = group.filter(({ name }) => name.includes(only));
    lines.push(...(await measureGroup(lab, chosen)));
  }
  return lines;
};
