import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Run } from '../src/log/run.ts';
import type { LogEntry } from '../sandbox/state.ts';
import { openVictim, type Victim } from './books-browser.ts';
import {
  countSends,
  disagreements,
  needlesslyUnknown,
  readAttached,
  readServiceLog,
  type BookLine,
} from './books-check.ts';
import { drawPlan, KINDS, type Plan } from './books-plan.ts';
import { failStorage } from './books-storage.ts';
import {
  exportResults,
  miscounted,
  readKeys,
  countOutcomes,
  unknownInWords,
  words,
  type Exported,
} from './books-screen.ts';
import { begin, check, readLines, readRun } from './bulk-screen.ts';
import type { Lab } from './lab.ts';
import { progress, type Line } from './table.ts';

const AT_ONCE = 4;
const api = { maxConcurrentWrites: AT_ONCE, maxRequestsPerSecond: 200, writeTimeoutSeconds: 1.5 };
/** A run without progress for this long has failed. */
const PATIENCE_MS = 240_000;

const resumeButton = (page: Page) => page.getByRole('button', { name: 'Resume attaching' });
const reloadButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Reload' });

/** The stored lines of the last run, read without the console. */
const readStored = async (page: Page): Promise<{ run: Run; lines: BookLine[] }> => {
  const run = await readRun(page);
  if (!run) throw new Error('No run is stored');
  return { run, lines: await readLines(page, run) };
};

/** Presses Resume whenever the run asks, until `isThere`. */
const watchOver = async (page: Page, isThere: () => boolean | Promise<boolean>): Promise<void> => {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isThere())) {
    if (Date.now() > end) throw new Error('The run does not go on');
    if (await resumeButton(page).isVisible()) {
      // The button may be gone: a run goes on by itself when the service recovers.
      await resumeButton(page)
        .click({ timeout: 1000 })
        .catch(() => undefined);
      await resumeButton(page)
        .waitFor({ state: 'hidden', timeout: 3000 })
        .catch(() => undefined);
    }
    await wait(10);
  }
};

const isFinished = (page: Page) => (): Promise<boolean> =>
  page.getByRole('button', { name: 'New bulk run' }).isVisible();

type Diary = {
  /** All disagreements. */
  faults: string[];
  /** Lines newly lost with each tab. */
  lost: number[];
  /** Requests that left while storage took nothing. */
  unwritten: number;
};

const lostOf = (lines: readonly BookLine[]): number =>
  lines.filter(({ state, problem }) => state === 'unknown' && problem === 'lost').length;

/** Requests sent after storage has failed, other than those recorded before. */
const UNDER_WAY_MS = 100;

/** Sends the run while storage fails and tabs end, and compares the books with the service's log each time. */
const liveAndDie = async (victim: Victim, { pairs, moments }: Plan, diary: Diary): Promise<string> => {
  const { page } = await victim.open('/webhooks/bulk');
  await check(page, pairs);
  await begin(page, pairs.length);
  await page.waitForURL(/\/webhooks\/bulk\/(?!new$)[^/]+$/);
  const path = new URL(page.url()).pathname;
  let lostBefore = 0;
  for (const { answers, laterMs, fault, end } of moments) {
    const tab = victim.screen().page;
    await watchOver(tab, () => victim.answers() >= answers);
    if (fault !== undefined) await failStorage(tab, fault);
    await wait(Math.min(laterMs, UNDER_WAY_MS));
    const sent = victim.sends.length;
    await wait(Math.max(0, laterMs - UNDER_WAY_MS));
    if (fault !== undefined && fault !== 'lost for a moment') diary.unwritten += victim.sends.length - sent;
    progress(`${victim.answers()} answers: ${fault ?? 'storage is fine'}, ${end}`);
    if (end === 'storage comes back') {
      await failStorage(tab, undefined);
      if (!(await reloadButton(tab).isVisible())) continue;
    }
    // A run stopped by storage asks for a reload.
    await victim.end(end === 'storage comes back' ? 'close' : end);
    const screen = await victim.open(path);
    await resumeButton(screen.page).waitFor();
    const { lines } = await readStored(screen.page);
    const lost = lostOf(lines);
    diary.lost.push(lost - lostBefore);
    lostBefore = lost;
    diary.faults.push(...disagreements(lines, await readServiceLog(screen)));
  }
  return path;
};

/** Sends lines of the run on the screen in a new run, and exports that. */
const sendInNewRun = async (page: Page, name: RegExp): Promise<Exported> => {
  const before = page.url();
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: /^Attach [\d,]+ pairs?$/ }).click();
  await page.waitForURL((url) => /\/bulk\/(?!new$)[^/]+$/.test(url.pathname) && url.href !== before);
  await watchOver(page, isFinished(page));
  return exportResults(page);
};

type Finished = { exported: Exported; keys: Record<string, number>; path: string };

const readFinished = async (page: Page): Promise<Finished> => ({
  exported: await exportResults(page),
  keys: await readKeys(page),
  path: new URL(page.url()).pathname,
});

/** Stops the run, looks at the books, and sends the rest in a second run. */
const cancelAndSend = async (victim: Victim, cancelAt: number, diary: Diary): Promise<Finished[]> => {
  const screen = victim.screen();
  const { page } = screen;
  await watchOver(page, () => victim.answers() >= cancelAt);
  await page.getByRole('button', { name: 'Stop run…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop run' }).click();
  await watchOver(page, isFinished(page));
  const { lines } = await readStored(page);
  diary.faults.push(...disagreements(lines, await readServiceLog(screen)));
  const first = await readFinished(page);
  await sendInNewRun(page, /^Send [\d,]+ not sent$/);
  return [first, await readFinished(page)];
};

/** Must be 0. */
const none = (what: string, value: number, note: string): Line => ({ what, value, atMost: 0, note });

/** A thousand pairs at a service that fails in every way, in tabs that die: do the books say what happened? */
export const books = async (lab: Lab): Promise<Line[]> => {
  const plan = drawPlan();
  const { pairs, kindOf, moments, cancelAt } = plan;
  const victim = await openVictim(lab, { name: 'Books', api });
  const diary: Diary = { faults: [], lost: [], unwritten: 0 };
  try {
    await liveAndDie(victim, plan, diary);
    const runs = await cancelAndSend(victim, cancelAt, diary);
    const screen = victim.screen();
    const { page } = screen;
    progress('the runs are over');
    const [stopped, rest] = runs.map(({ exported }) => exported.lines);
    const notSent = countOutcomes(stopped ?? []).notSent;
    const first = [...(stopped ?? []).filter(({ state }) => state !== 'not-sent'), ...(rest ?? [])];
    const log = await readServiceLog(screen);
    diary.faults.push(...disagreements(first, log));
    const lastLife = diary.lost.length + 1;
    let againAt = Infinity;
    // Each tab has its own access token, and the last tab has two lives.
    const lifeOf = ({ tokenId, at }: LogEntry): number => (at < againAt ? victim.lifeOf(tokenId) : lastLife);
    const twice = [...countSends(victim.sends, log, { lives: () => true, lifeOf })]
      .filter(([, count]) => count > 1)
      .map(([id, count]) => `${id}: ${count}, ${log.get(id)?.length ?? 0} arrived`);

    progress('unknown ones are sent again');
    againAt = Date.now();
    victim.nextLife();
    const again = new Map<string, BookLine>();
    const goTo = async (path: string): Promise<void> => {
      const id = path.split('/').at(-1);
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await page.waitForURL(`**/${id}`);
    };
    for (const { path, exported } of runs) {
      if (countOutcomes(exported.lines).unknown === 0) continue;
      await goTo(path);
      const sent = await sendInNewRun(page, /^Send again: [\d,]+ unknown$/);
      for (const line of sent.lines) again.set(line.webhookId, line);
    }
    const last = first.map((line) => again.get(line.webhookId) ?? line);
    const lastLog = await readServiceLog(screen);
    const attached = await readAttached(screen);
    const faultsAgain = disagreements(last, lastLog);
    const sentAgain = countSends(victim.sends, lastLog, { lives: (life) => life >= lastLife, lifeOf });
    const wanted = new Set(
      first.filter(({ state }) => state === 'unknown').map(({ webhookId }) => webhookId),
    );
    const wrong = pairs.filter(
      ({ webhookId }) => (sentAgain.get(webhookId) ?? 0) !== (wanted.has(webhookId) ? 1 : 0),
    );
    const accepted = last.filter(({ state }) => state === 'accepted');
    const notAttached = accepted.filter(({ webhookId }) => !attached.has(webhookId));
    const needless = needlesslyUnknown(first, kindOf);
    const { done, failed, unknown } = countOutcomes(first);
    const after = countOutcomes(last);
    const apart = runs.map(({ keys, exported }) => miscounted(keys, exported, exported.run.total));
    return [
      {
        what: 'pairs',
        value: pairs.length,
        note: `${Object.keys(KINDS).length - 1} kinds of fault, a tenth each`,
      },
      {
        what: 'tabs that were ended',
        value: diary.lost.length,
        atLeast: moments.filter(({ end }) => end !== 'storage comes back').length,
        note: moments.map(({ end }) => end).join(', '),
      },
      {
        what: 'times that storage failed',
        value: moments.filter(({ fault }) => fault !== undefined).length,
        note: moments.map(({ fault }) => fault ?? '–').join(', '),
      },
      none(
        'requests that left while storage took nothing',
        diary.unwritten,
        `later than ${UNDER_WAY_MS} ms after it failed`,
      ),
      {
        what: 'lines unknown by the end of one tab, at most',
        value: Math.max(...diary.lost),
        atMost: AT_ONCE,
        note: diary.lost.join(' '),
      },
      none(
        'lines on which books and service don’t agree, over all looks',
        diary.faults.length,
        `${words(diary.faults)}looked at after each end, when stopped and at the end`,
      ),
      none('pairs sent twice without a person’s word', twice.length, words(twice)),
      none('lines unknown although their answer came', needless.length, words(unknownInWords(needless))),
      none(
        'counts apart, screen, run and lines',
        apart.reduce((total, one) => total + one, Math.abs(first.length - pairs.length)),
        `${done} accepted, ${failed} refused, ${unknown} unknown; ${notSent} were stopped and sent later`,
      ),
      none('unknown sent again: pairs not sent exactly once more', wrong.length, `${wanted.size} were to be`),
      none(
        'after that: lines on which books and service don’t agree',
        faultsAgain.length + notAttached.length,
        words(faultsAgain),
      ),
      {
        what: 'after that: accepted',
        value: after.done,
        note: `${after.failed} refused, ${after.unknown} unknown ${words(unknownInWords(last))}; no aim`,
      },
    ];
  } finally {
    await victim.close();
  }
};
