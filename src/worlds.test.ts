import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { countLines } from '#src/log/run.ts';
import { runOf, sentOf } from '#src/log/testing/log-kit.ts';
import { openWorld } from '#src/testing/world.ts';
import type { Asked } from '#src/testing/world-service.ts';
import { COMMANDS, PEOPLE, type Real } from '#src/testing/world-steps.ts';

// Worlds of tabs, people, faults, storage, clocks and network, made up by chance: whatever happens in them, what this browser
// has written down is what the service saw, and the service is asked no more than was agreed. `WORLDS_MINUTES` looks for longer.

const MINUTES = Number(process.env['WORLDS_MINUTES'] ?? 0);
/** About three seconds of a quiet machine. */
const WORLDS = 15;

const isSending = ({ world }: Real): boolean =>
  world.tabs.some(({ runner }) => runner.current()?.hasFailed() === false);

/** All is well again, each person goes on with what stands still, and looks at what is written down. */
const comeToRest = async (real: Real): Promise<void> => {
  const { world } = real;
  world.service.calm();
  world.setStorage(true);
  world.setOnline(true);
  world.setSignedIn(true);
  const rest = async () => {
    for (let round = 0; round < 100; round += 1) {
      await world.pass(4000);
      if (!isSending(real)) return;
    }
    throw new Error('It never comes to rest');
  };
  await rest();
  await Promise.all(real.asked.filter(({ at }) => world.tabs.includes(at)).map(({ done }) => done));
  await rest();
  while (world.tabs.length > 0) await world.close(0);
  for (const person of PEOPLE) await world.open(person);
  for (const { id, person } of real.runs) {
    await world.tabs.find((each) => each.person === person)?.runner.resume(id);
    await rest();
  }
};

type Written = { state: string; webhookId: string; left: number };

/** What a person's books say of each pair. */
const readBooks = async (real: Real, person: string): Promise<Written[]> => {
  const own = real.world.tabs.find((each) => each.person === person);
  const written: Written[] = [];
  if (!own) throw new Error('The person has no tab');
  for (const each of real.runs.filter((one) => one.person === person)) {
    const open = () => runOf(own.log, each.id);
    await expect.poll(async () => (await open())?.run.counts.sending, { intervals: [10, 50] }).toBe(0);
    const { run, lines = [] } = (await open()) ?? {};
    expect(run?.counts).toEqual(countLines(lines));
    for (const { state, webhookId, requests } of lines) written.push({ state, webhookId, left: requests });
  }
  for (const { outcome, webhookId } of await sentOf(own.log)) {
    if (webhookId !== undefined) written.push({ state: outcome, webhookId, left: Infinity });
  }
  return written;
};

/** One pair as it is written down, against what the service saw of it. */
const faultOf = ({ state, left }: Written, asked: readonly Asked[]): string | undefined => {
  const did = asked.filter((each) => each.did).length;
  const carried = asked.filter((each) => !each.isTurnedAway);
  if (carried.length > 1) return `sent ${carried.length} times`;
  const leaving = asked.filter((each) => !each.isTokenRefused).length;
  if (leaving > left) return `${leaving} requests, of which ${left} are written down`;
  if (state === 'accepted' && did === 0) return 'accepted, and never done';
  if (state === 'sending') return 'still being sent';
  if (did > 0 && state !== 'accepted' && state !== 'unknown') return `done, and written down as ${state}`;
};

test('whatever happens, what is written down is what the service saw, and it is asked no more than was agreed', async () => {
  test.setTimeout(MINUTES * 60_000 + 60_000);
  let worlds = 0;
  const property = fc.asyncProperty(
    fc.commands(COMMANDS, { maxCommands: 40, size: 'max' }),
    async (commands) => {
      const real: Real = { world: openWorld(), runs: [], written: 0, unstored: new Set(), asked: [] };
      await real.world.open('maya');
      try {
        await fc.asyncModelRun(() => ({ model: { tabs: 1 }, real }), commands);
        await comeToRest(real);
        expect(real.world.service.breaches).toEqual([]);
        const { log } = real.world.service;
        for (const person of PEOPLE) {
          const books = await readBooks(real, person);
          const writes = log.filter((asked) => asked.person === person && asked.kind !== 'read');
          const faults = books.flatMap((line) => {
            const fault = faultOf(
              line,
              writes.filter(({ id }) => id === line.webhookId),
            );
            return fault === undefined ? [] : [`${line.webhookId}: ${fault}`];
          });
          const known = new Set(books.map(({ webhookId }) => webhookId));
          const unwritten = writes.filter(({ id }) => !known.has(id) && !real.unstored.has(id));
          expect([faults, unwritten]).toEqual([[], []]);
        }
        worlds += 1;
      } finally {
        real.world.end();
      }
    },
  );
  const howLong =
    MINUTES > 0 ? { numRuns: 1_000_000, interruptAfterTimeLimit: MINUTES * 60_000 } : { numRuns: WORLDS };
  await fc.assert(property, howLong);
  expect(worlds).toBeGreaterThan(0);
  if (MINUTES > 0) console.log(`${worlds} worlds`);
});
