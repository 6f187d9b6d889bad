import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Run } from '../src/log/run.ts';
import { openVictim, type Victim } from './books-browser.ts';
import {
  disagreements,
  findSentTwice,
  needlesslyUnknown,
  readServiceLog,
  type BookLine,
} from './books-check.ts';
import { drawPlan, type Plan } from './books-plan.ts';
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
import { attachButton, check, readLines, readRun } from './bulk-screen.ts';
import type { Lab } from './lab.ts';
import { progress, type BenchOptions, type Line, type Report } from './report.ts';

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
const liveAndDie = async (victim: Victim, { pairs, moments }: Plan, diary: Diary): Promise<void> => {
  const { page } = await victim.open('/webhooks/bulk');
  await check(page, pairs);
  await attachButton(page, pairs.length).click();
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
    const { page: opened } = await victim.open(path);
    await resumeButton(opened).waitFor();
    const { lines } = await readStored(opened);
    const lost = lostOf(lines);
    diary.lost.push(lost - lostBefore);
    lostBefore = lost;
    diary.faults.push(...disagreements(lines, await readServiceLog(victim)));
  }
};

type Finished = { exported: Exported; keys: Record<string, number> };

const readFinished = async (page: Page): Promise<Finished> => {
  await watchOver(page, isFinished(page));
  return { exported: await exportResults(page), keys: await readKeys(page) };
};

/** Stops the run, and sends the rest in a second one. */
const stopAndSendRest = async (victim: Victim, stopAt: number): Promise<[Finished, Finished]> => {
  const { page } = victim.screen();
  await watchOver(page, () => victim.answers() >= stopAt);
  await page.getByRole('button', { name: 'Stop run…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop run' }).click();
  const stopped = await readFinished(page);
  const before = page.url();
  await page.getByRole('button', { name: /^Send [\d,]+ not sent$/ }).click();
  await page.getByRole('button', { name: /^Attach [\d,]+ pairs?$/ }).click();
  await page.waitForURL((url) => /\/bulk\/(?!new$)[^/]+$/.test(url.pathname) && url.href !== before);
  return [stopped, await readFinished(page)];
};

/** Must be 0. */
const none = (what: string, value: number, note: string): Line => ({ what, value, atMost: 0, note });

/** A thousand pairs at a service that fails in every way, in tabs that die: do the books say what happened? */
export const books = async (lab: Lab, _options: BenchOptions, report: Report): Promise<void> => {
  const plan = drawPlan();
  const { pairs, kindOf, moments, stopAt } = plan;
  const victim = await openVictim(lab, api);
  const diary: Diary = { faults: [], lost: [], unwritten: 0 };
  try {
    await liveAndDie(victim, plan, diary);
    const runs = await stopAndSendRest(victim, stopAt);
    const [stopped, rest] = runs.map(({ exported }) => exported.lines);
    const lines = [...(stopped ?? []).filter(({ state }) => state !== 'not-sent'), ...(rest ?? [])];
    const log = await readServiceLog(victim);
    diary.faults.push(...disagreements(lines, log));
    const twice = findSentTwice(victim, log);
    const needless = needlesslyUnknown(lines, kindOf);
    const { accepted, refused, unknown, notSent } = countOutcomes(lines);
    const apart = runs.map(({ keys, exported }) => miscounted(keys, exported));
    const found: Line[] = [
      {
        what: 'tabs that were ended',
        value: diary.lost.length,
        atLeast: moments.filter(({ end }) => end !== 'storage comes back').length,
        note: moments.map(({ fault, end }) => (fault ? `${fault}: ${end}` : end)).join(', '),
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
        'lines on which log and service don’t agree, over all looks',
        diary.faults.length,
        `${words(diary.faults)}looked at after each end and at the end`,
      ),
      none('pairs sent twice', twice.length, words(twice)),
      none('lines unknown although their answer came', needless.length, words(unknownInWords(needless))),
      none(
        'counts apart, screen, run and lines',
        apart.reduce((total, one) => total + one, Math.abs(lines.length - pairs.length) + notSent),
        `${accepted} accepted, ${refused} refused, ${unknown} unknown; ${rest?.length} were stopped and sent later`,
      ),
    ];
    report.lines = () => found;
  } finally {
    await victim.close();
  }
};
