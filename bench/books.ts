import { setTimeout as wait } from 'node:timers/promises';
import Papa from 'papaparse';
import type { Page } from 'playwright';
import { button, choose, dialog, keys } from '../e2e/bulk-kit.ts';
import { download } from '../e2e/files-kit.ts';
import { storage } from '../e2e/fixtures.ts';
import { openVictim, type Victim } from './books-browser.ts';
import {
  disagreements,
  findSentTwice,
  needlesslyUnknown,
  readServiceLog,
  type BookLine,
} from './books-check.ts';
import { drawPlan, type Plan } from './books-plan.ts';
import type { Lab } from './lab.ts';
import { progress, type Line } from './report.ts';
import { failStorage } from './storage-faults.ts';

const AT_ONCE = 4;
const api = { maxConcurrentWrites: AT_ONCE, maxRequestsPerSecond: 200, writeTimeoutSeconds: 3 };
/** A run without progress for this long has failed. */
const PATIENCE_MS = 240_000;

const resumeButton = (page: Page) => button(page, 'Resume attaching');
const attachButton = (page: Page, count: number) =>
  button(page, `Attach ${count.toLocaleString('en')} pairs`);

/** The stored lines of the only run, read without the console. */
const readStored = async (page: Page): Promise<BookLine[]> => {
  type Row = {
    lines?: { webhookId: string }[];
    line?: number;
    outcome?: BookLine['state'];
    problem?: string;
  };
  const rows = (await storage(page)).split('\n').map((row) => JSON.parse(row) as Row);
  const byLine = new Map(rows.filter(({ outcome }) => outcome).map((row) => [row.line, row]));
  const list = rows.find(({ lines }) => lines)?.lines ?? [];
  return list.map(({ webhookId }, at) => {
    const { outcome: state = 'queued', problem } = byLine.get(at) ?? {};
    return { webhookId, state, problem };
  });
};

/** The file of "Export results". */
const exportResults = async (page: Page): Promise<BookLine[]> => {
  const { text } = await download(page, () => button(page, 'Export results').click());
  const rows = Papa.parse<Record<string, string>>(text.trimEnd(), { header: true }).data;
  return rows.map(({ webhook = '', Outcome = '', Answer }) => ({
    webhookId: webhook,
    // With or without a message.
    state: Outcome.split(',')[0]?.replace(' ', '-') as BookLine['state'],
    problem: Answer === 'Tab closed or reloaded' ? 'lost' : Answer,
  }));
};

const countOf = (lines: readonly BookLine[], state: BookLine['state']): number =>
  lines.filter((line) => line.state === state).length;

/** How far the counts on the screen are from the exported lines. */
const miscounted = async (page: Page, lines: readonly BookLine[]): Promise<number> => {
  const shown = (await keys(page).allTextContents()).map(
    (text) => /^(.*?),? ?([\d,]+)$/.exec(text.trim()) ?? [],
  );
  const apart = (label: RegExp, count: number): number => {
    const counts = shown.filter(([, of = '']) => label.test(of));
    const sum = counts.reduce((total, [, , each = '']) => total + Number(each.replaceAll(',', '')), 0);
    return Math.abs(sum - count);
  };
  return (
    apart(/^All/, lines.length) +
    apart(/^Accepted/, countOf(lines, 'accepted')) +
    apart(/^Refused/, countOf(lines, 'refused')) +
    apart(/^Unknown/, countOf(lines, 'unknown')) +
    apart(/^Not sent/, countOf(lines, 'not-sent'))
  );
};

const quote = (list: readonly string[]): string =>
  list.length === 0 ? '' : `${list.slice(0, 3).join('; ')}${list.length > 3 ? ' …' : ''}`;

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

/** A run has its own address, the check of one has not. */
const RUN = /\/webhooks\/bulk\/(?!new$)[^/]+$/;

/** Sends the run while storage fails and tabs end, and compares the books with the service's log each time. */
const liveAndDie = async (victim: Victim, { pairs, moments }: Plan, diary: Diary): Promise<void> => {
  const page = await victim.open('/webhooks/bulk');
  await choose(page, 'pairs.csv', ['campaign,webhook', ...pairs].join('\n'));
  await attachButton(page, pairs.length).click();
  await page.waitForURL(RUN);
  const path = new URL(page.url()).pathname;
  let lostBefore = 0;
  for (const { answers, laterMs, fault, end } of moments) {
    const tab = victim.page();
    await watchOver(tab, () => victim.answers() >= answers);
    if (fault !== undefined) await failStorage(tab, fault);
    await wait(Math.min(laterMs, UNDER_WAY_MS));
    const sent = victim.sends.length;
    await wait(Math.max(0, laterMs - UNDER_WAY_MS));
    if (fault !== undefined && fault !== 'lost for a moment') diary.unwritten += victim.sends.length - sent;
    progress(`${victim.answers()} answers: ${fault ?? 'storage is fine'}, ${end}`);
    if (end === 'storage comes back') {
      await failStorage(tab, undefined);
      // A run stopped by storage asks for a reload.
      if (!(await button(tab, 'Reload').isVisible())) continue;
    }
    await victim.end(end === 'storage comes back' ? 'close' : end);
    const opened = await victim.open(path);
    await resumeButton(opened).waitFor();
    const lines = await readStored(opened);
    const lost = lostOf(lines);
    diary.lost.push(lost - lostBefore);
    lostBefore = lost;
    diary.faults.push(...disagreements(lines, await readServiceLog(victim)));
  }
};

type Finished = { lines: BookLine[]; apart: number };

const readFinished = async (page: Page): Promise<Finished> => {
  await watchOver(page, () => button(page, 'New bulk run').isVisible());
  const lines = await exportResults(page);
  return { lines, apart: await miscounted(page, lines) };
};

/** Stops the run, and sends the rest in a second one. */
const stopAndSendRest = async (victim: Victim, stopAt: number): Promise<[Finished, Finished]> => {
  const page = victim.page();
  await watchOver(page, () => victim.answers() >= stopAt);
  await button(page, 'Stop run…').click();
  await dialog(page, 'Stop this run?').getByRole('button', { name: 'Stop run' }).click();
  const stopped = await readFinished(page);
  const before = page.url();
  await button(page, /^Send [\d,]+ not sent$/).click();
  await button(page, /^Attach [\d,]+ pairs?$/).click();
  await page.waitForURL((url) => RUN.test(url.pathname) && url.href !== before);
  return [stopped, await readFinished(page)];
};

/** Must be 0. */
const none = (what: string, value: number, note: string): Line => ({ what, value, atMost: 0, note });

/** A thousand pairs at a service that fails in every way, in tabs that die: do the books say what happened? */
export const books = async (lab: Lab): Promise<Line[]> => {
  const plan = drawPlan();
  const { pairs, kindOf, moments, stopAt } = plan;
  const victim = await openVictim(lab, api);
  const diary: Diary = { faults: [], lost: [], unwritten: 0 };
  try {
    await liveAndDie(victim, plan, diary);
    const [stopped, rest] = await stopAndSendRest(victim, stopAt);
    const lines = [...stopped.lines.filter(({ state }) => state !== 'not-sent'), ...rest.lines];
    const log = await readServiceLog(victim);
    diary.faults.push(...disagreements(lines, log));
    const twice = findSentTwice(victim, log);
    const needless = needlesslyUnknown(lines, kindOf).map(
      ({ webhookId, problem }) => `${webhookId} ${problem}`,
    );
    const [accepted, refused, unknown, notSent] = (
      ['accepted', 'refused', 'unknown', 'not-sent'] as const
    ).map((state) => countOf(lines, state));
    return [
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
        `${quote(diary.faults)} looked at after each end and at the end`,
      ),
      none('pairs sent twice', twice.length, quote(twice)),
      none('lines unknown although their answer came', needless.length, quote(needless)),
      none(
        'counts apart, screen and lines',
        stopped.apart + rest.apart + Math.abs(lines.length - pairs.length) + (notSent ?? 0),
        `${accepted} accepted, ${refused} refused, ${unknown} unknown; ${rest.lines.length} were stopped and sent later`,
      ),
    ];
  } finally {
    await victim.close();
  }
};
