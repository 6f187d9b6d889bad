import { expect } from 'playwright/test';
import { createTestService, type SentRequest } from '#src/api/testing/service-kit.ts';
import type { NewRun, Run, NewLine } from '#src/log/run.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { createTestBrowser, readRunView } from '#src/log/testing/log-kit.ts';
import { createRunner } from '#src/features/webhooks/run/runner.ts';

/** `count` pairs that differ only by their number. */
export const pairsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ campaignId: `cmp-${at}`, webhookId: `wh-${at}` }));

export const webhookOf = ({ url }: SentRequest): string => new URL(url).searchParams.get('webhookId') ?? '';

export const sentTo = (calls: readonly SentRequest[]): string[] => calls.map(webhookOf);

export const OK = () => Response.json({ ok: true });
export const fail = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ message: 'not today' }, { status, headers });

/** An answer that waits until it is let go. */
const gate = () => {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  return {
    waiting: () => waiting.length,
    pass: () => (isOpen ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    letGo: (count = 1) => {
      for (const go of waiting.splice(0, count)) go();
    },
    open: () => {
      isOpen = true;
      for (const go of waiting.splice(0)) go();
    },
  };
};

const browsers = new Set<ReturnType<typeof createTestBrowser>>();

/** Call it after each test: background work of these tabs would affect the next one. */
export const endBrowsers = (): void => {
  for (const browser of browsers) browser.end();
  browsers.clear();
};

type Answer = Parameters<typeof createTestService>[0];

/** One browser whose tabs can send runs to a service with these answers. */
export const sendingBrowser = (answer: Answer, given: Parameters<typeof createTestService>[1] = {}) => {
  const browser = createTestBrowser();
  browsers.add(browser);
  const connection = createEmitter();
  const renewed = createEmitter();
  let isOnline = true;
  let isLeaving = false;
  let held = 0;
  const { service, calls } = createTestService(answer, {
    ...given,
    platform: { isOnline: () => isOnline, ...given.platform },
  });
  const openTab = (setup: Parameters<typeof browser.openTab>[0] = {}) => {
    const log = browser.openTab(setup);
    let isGone = false;
    const runner = createRunner({
      log,
      send: async ({ operation, ...pair }, options) => {
        // A closed tab sends nothing and gets no answer.
        const never = new Promise<never>(() => undefined);
        if (isGone) return never;
        const sending =
          operation === 'attach' ? service.addWebhook(pair, options) : service.removeWebhook(pair, options);
        const outcome = await sending;
        return isGone ? never : outcome;
      },
      platform: {
        queue: service.queue,
        maxConcurrent: 4,
        connection: {
          isOnline: () => isOnline,
          isLeaving: () => isLeaving,
          subscribe: connection.subscribe,
        },
        onRenewed: renewed.subscribe,
        now: () => performance.now(),
        epochNow: browser.now,
      },
      holdTab: () => {
        held += 1;
        return () => {
          held -= 1;
        };
      },
    });
    return {
      log,
      runner,
      /** As when the browser closes the tab: requests stay on their way, and its lock is released. */
      kill: async () => {
        isGone = true;
        await browser.closeTab(log);
      },
    };
  };
  return {
    browser,
    service,
    calls,
    openTab,
    /** Tabs that ask before they are closed. */
    held: () => held,
    /** The page is being left, or stays after all. */
    setLeaving: (next: boolean) => {
      isLeaving = next;
      if (!next) connection.emit();
    },
    /** There is a new token. */
    renew: renewed.emit,
    setOnline: (next: boolean) => {
      isOnline = next;
      if (next) connection.emit();
    },
  };
};

/** A sending browser whose answers wait until they are let go. */
export const gatedBrowser = () => {
  const answers = gate();
  const browser = sendingBrowser(async () => {
    await answers.pass();
    return OK();
  });
  return { answers, ...browser };
};

type Tab = ReturnType<ReturnType<typeof sendingBrowser>['openTab']>;

export const runOf = async ({ log }: Pick<Tab, 'log'>, id: string): Promise<Run | undefined> =>
  (await readRunView(log, id))?.run;

export const statusOf = async (tab: Pick<Tab, 'log'>, id: string) => (await runOf(tab, id))?.status;

export const statesOf = async ({ log }: Pick<Tab, 'log'>, id: string): Promise<string[]> =>
  (await readRunView(log, id))?.lines.map(({ state }) => state) ?? [];

const ATTACH: NewRun = { operation: 'attach', source: 'pairs.csv' };

export const begin = async (
  { runner }: { runner: ReturnType<typeof createRunner> },
  pairs: readonly NewLine[],
  run = ATTACH,
): Promise<string> => {
  const begun = await runner.begin(run, pairs);
  if (typeof begun === 'string') throw new Error(begun);
  return begun.id;
};

/** Waits until the tab sends nothing more. */
export const ended = ({ runner }: Pick<Tab, 'runner'>) =>
  expect.poll(() => runner.state.getState().phase).toBe('idle');

export const finished = (tab: Pick<Tab, 'log'>, id: string) =>
  expect.poll(() => statusOf(tab, id)).toBe('finished');

/** A run of `count` pairs of which the first four are on their way, behind a gate. */
export const underWay = async (count: number) => {
  const lab = gatedBrowser();
  const tab = lab.openTab();
  const id = await begin(tab, pairsOf(count));
  await expect.poll(() => lab.answers.waiting()).toBe(4);
  return { ...lab, tab, id };
};
