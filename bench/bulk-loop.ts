import type { Page } from 'playwright';
import { ATTACH_PATH, type BulkScreen, type Pair } from './bulk-screen.ts';

/**
 * The least code that sends pairs: workers that each send one request after the other, with the console's headers and options. It
 * runs in the console's page and records nothing. Milliseconds of the page's clock.
 */
export const sendInALoop = (
  { page, service, token }: BulkScreen,
  pairs: readonly Pair[],
  atOnce: number,
): Promise<number> =>
  page.evaluate(
    async ([address, bearer, all, workers]) => {
      let next = 0;
      const begun = performance.now();
      const work = async (): Promise<void> => {
        for (;;) {
          const pair = all[next];
          if (!pair) return;
          next += 1;
          const query = `webhookId=${encodeURIComponent(pair.webhookId)}&campaignId=${encodeURIComponent(pair.campaignId)}`;
          const response = await fetch(`${address}?${query}`, {
            method: 'POST',
            headers: { Accept: 'application/json', Authorization: `Bearer ${bearer}` },
            redirect: 'manual',
            credentials: 'omit',
            cache: 'no-store',
            referrerPolicy: 'no-referrer',
          });
          await response.text();
          if (response.status !== 200) throw new Error(`The loop was answered with ${response.status}`);
        }
      };
      await Promise.all(Array.from({ length: workers }, work));
      return performance.now() - begun;
    },
    [`${service}${ATTACH_PATH}`, token, pairs, atOnce] as const,
  );

/** The browser keeps only 250 resource timings by default. */
export const keepTimings = (page: Page): Promise<void> =>
  page.addInitScript(() => performance.setResourceTimingBufferSize(50_000)).then(() => undefined);

/** Epoch milliseconds, from the browser's resource timings. */
export type Departure = { webhookId: string; campaignId: string; left: number; answered: number };

export const readDepartures = ({ page, service }: BulkScreen): Promise<Departure[]> =>
  page.evaluate(
    (address) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => name.startsWith(address))
        .map(({ name, startTime, responseEnd }) => {
          const query = new URL(name).searchParams;
          return {
            webhookId: query.get('webhookId') ?? '',
            campaignId: query.get('campaignId') ?? '',
            left: performance.timeOrigin + startTime,
            answered: performance.timeOrigin + responseEnd,
          };
        })
        .toSorted((a, b) => a.left - b.left),
    `${service}${ATTACH_PATH}`,
  );

/** Milliseconds from the first request to the last answer. */
export const spanOf = (departures: readonly Departure[]): number =>
  departures.reduce((last, { answered }) => Math.max(last, answered), -Infinity) -
  (departures[0]?.left ?? Number.NaN);
