import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Page } from 'playwright';
import type { Run } from '../src/log/run.ts';
import type { BookLine } from './books-check.ts';
import { readRun } from './bulk-screen.ts';
import { countsOf } from './page/probe.ts';

export type Exported = { run: Run; lines: BookLine[] };

/** The file of "Export results": the pairs as they were pasted, then their results. */
export const exportResults = async (page: Page): Promise<Exported> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export results' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const run = await readRun(page);
  if (!run) throw new Error('No run is stored');
  const [heads = [], ...rows] = Papa.parse<string[]>(text.trimEnd()).data;
  const lines = rows.map((cells): BookLine => {
    // With or without a message.
    const outcome = cells[heads.indexOf('Outcome')]?.split(',')[0]?.replace(' ', '-') as BookLine['state'];
    const answer = cells[heads.indexOf('Answer')];
    const problem = answer === 'Tab closed or reloaded' ? 'lost' : answer;
    return { campaignId: cells[0] ?? '', webhookId: cells[1] ?? '', state: outcome, problem };
  });
  return { run, lines };
};

export const readKeys = async (page: Page): Promise<Record<string, number>> =>
  countsOf(await page.getByRole('group', { name: 'Show only' }).getByRole('button').allTextContents());

export const countOutcomes = (lines: readonly BookLine[]) => {
  const of = (state: BookLine['state']) => lines.filter((line) => line.state === state).length;
  return {
    accepted: of('accepted'),
    refused: of('refused'),
    unknown: of('unknown'),
    notSent: of('not-sent'),
  };
};

/** How far the keys of the screen, the counts of the run and the exported lines are apart. */
export const miscounted = (keys: Record<string, number>, { run, lines }: Exported): number => {
  const { accepted, refused, unknown, notSent } = countOutcomes(lines);
  const pairs: [number, number][] = [
    [lines.length, run.total],
    [accepted + refused + unknown + notSent, run.total],
    [keys['All'] ?? 0, run.total],
    [run.counts.accepted, accepted],
    [run.counts.refused, refused],
    [run.counts.unknown, unknown],
    [run.counts['not-sent'], notSent],
    [(keys['Accepted'] ?? 0) + (keys['Accepted, with a message'] ?? 0), accepted],
    [keys['Refused'] ?? 0, refused],
    [keys['Unknown'] ?? 0, unknown],
    [keys['Not sent'] ?? 0, notSent],
  ];
  return pairs.reduce((apart, [one, other]) => apart + Math.abs(one - other), 0);
};

export const words = (list: readonly string[]): string =>
  list.length === 0 ? '' : `${list.slice(0, 3).join('; ')}${list.length > 3 ? ' …' : ''}`;

export const unknownInWords = (lines: readonly BookLine[]): string[] =>
  lines
    .filter(({ state }) => state === 'unknown')
    .map(({ webhookId, problem }) => `${webhookId} ${problem ?? ''}`);
