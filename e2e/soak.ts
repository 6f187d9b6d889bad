import { actOnce, FIRST_ACTS, chanceOf, clearBoard, faultsOf, entriesOf, type Books } from './soak-kit.ts';
import { expect, test } from './fixtures.ts';

// Minutes of random use against a service that fails in every way it can: npm run soak -- 30. Time is not faked here.

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 1);
const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 1_000_000_007);

test.use({ preloads: true });

test('minutes of random use: no error, nothing refused by the policy, a flat heap, and books as the service has them', async ({
  page,
  context,
  baseURL,
  signIn,
  configure,
  strict,
  serviceLog,
  person,
}) => {
  console.log(`seed ${SEED}, ${MINUTES} minutes`);
  test.setTimeout(MINUTES * 60_000 + 300_000);
  // The browser's own words on an answer that it hides from the page, and on what it fetches for itself without a network.
  const expected = /blocked by CORS policy|ERR_INTERNET_DISCONNECTED/;
  strict.allow(expected);
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(`unhandled: ${error.error().message}`));
  context.on('console', (message) => {
    const isOwn = message.location().url.startsWith(baseURL ?? '');
    const isFault = isOwn && ['error', 'warning'].includes(message.type());
    if (isFault && !expected.test(message.text())) faults.push(message.text());
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`refused by the policy: ${effectiveDirective} ${blockedURI}`);
    });
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await configure({ calls: { checkSeconds: 2 } });
  await signIn('/calls', { name: `${person} ${SEED} +60s` });

  const devtools = await context.newCDPSession(page);
  const heap: number[] = [];
  const nodes: number[] = [];
  const measure = async () => {
    await clearBoard(page);
    for (let turn = 0; turn < 2; turn += 1) await devtools.send('HeapProfiler.collectGarbage');
    heap.push((await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6);
    nodes.push((await devtools.send('Memory.getDOMCounters')).nodes);
  };

  const chance = chanceOf(SEED);
  const books: Books = { lines: [] };
  for (const act of FIRST_ACTS) await actOnce(context, { chance, books }, act);
  await measure();
  const until = performance.now() + MINUTES * 60_000;
  let acts = 0;
  while (performance.now() < until) {
    await actOnce(context, { chance, books });
    acts += 1;
    if (acts % 5 === 0) await measure();
    expect(faults).toEqual([]);
  }
  await measure();

  const entries = await entriesOf(page);
  const log = await serviceLog();
  const single = entries.filter(({ webhookId }) => webhookId !== '');
  expect(faultsOf([...books.lines, ...single], log)).toEqual([]);
  const count = (outcome: string) =>
    entries.filter((entry) => entry.operation === 'save' && entry.outcome === outcome).length;
  const saved = log.filter(({ did }) => did === 'saved').length;
  expect(saved).toBeGreaterThanOrEqual(count('accepted'));
  expect(saved).toBeLessThanOrEqual(count('accepted') + 2 * count('unknown'));

  const meansOfThirds = (sizes: readonly number[]): [first: number, last: number] => {
    const third = Math.max(1, Math.floor(sizes.length / 3));
    const mean = (part: readonly number[]) => part.reduce((sum, size) => sum + size, 0) / part.length;
    return [mean(sizes.slice(0, third)), mean(sizes.slice(-third))];
  };
  const [firstHeap, lastHeap] = meansOfThirds(heap);
  const [firstNodes, lastNodes] = meansOfThirds(nodes);
  console.log(
    `${acts} acts, ${log.length} requests, ${books.lines.length} lines of runs, ${entries.length} entries; ` +
      `heap ${firstHeap.toFixed(2)} MB in the first third, ${lastHeap.toFixed(2)} MB in the last: ${heap.map((size) => size.toFixed(1)).join(' ')}; ` +
      `${firstNodes.toFixed(0)} nodes in the first third, ${lastNodes.toFixed(0)} in the last`,
  );
  // The answers of ten minutes and the last ten steps that can be undone stay: a tenth of a megabyte. The log is in IndexedDB.
  expect(lastHeap).toBeLessThan(firstHeap + 0.5);
  expect(lastNodes).toBeLessThan(firstNodes * 1.2);
});
