import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { openWorld } from '#src/testing/world.ts';
import type { Asked } from '#src/testing/world-service.ts';
import { COMMANDS, PEOPLE, type Real } from '#src/testing/world-steps.ts';

// Worlds of tabs, people, faults, storage, clocks and network, made up by chance: whatever happens in them, what this browser
// has written down is what the service saw, and the service is asked no more than was agreed. `WORLDS_MINUTES` looks for longer.

const MINUTES = Number(process.env['WORLDS_MINUTES'] ?? 0);
/** About three seconds of a quiet machine. */
const WORLDS = 15;

const isSending = ({ world }: Real): boolean => world.tabs.some(({ runner }) => runner.current()?.isHere);

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

type Written = { state: string; webhookId: string; left: number; attempts: readonly string[] };

/** What a person's books say of each pair. */
const readBooks = async (real: Real, person: string): Promise<Written[]> => {
  const own = real.world.tabs.find((each) => each.person === person);
  const written: Written[] = [];
  for (const each of real.runs.filter((one) => one.person === person)) {
    const open = async () => own?.runLog.open(each.id);
    await expect.poll(async () => (await open())?.run().counts.sending, { intervals: [10, 50] }).toBe(0);
    const record = await open();
    const { total = 0, counts } = record?.run() ?? {};
    const states = Array.from({ length: total }, (_, index) => record?.line(index).state);
    for (const state of ['queued', 'accepted', 'refused', 'unknown', 'not-sent'] as const) {
      expect(counts?.[state]).toBe(states.filter((one) => one === state).length);
    }
    for (let index = 0; index < total; index += 1) {
      const line = record?.line(index);
      if (!line) continue;
      const { state, webhookId, sent: left, before = [] } = line;
      written.push({ state, webhookId, left, attempts: before.map((attempt) => attempt.state) });
    }
  }
  for (const entry of (await own?.journal.list()) ?? []) {
    if (!('webhookId' in entry)) continue;
    written.push({ state: entry.outcome, webhookId: entry.webhookId, left: Infinity, attempts: [] });
  }
  return written;
};

/** One pair as it is written down, against what the service saw of it. */
const faultOf = ({ state, left, attempts }: Written, asked: readonly Asked[]): string | undefined => {
  const words = 1 + attempts.length;
  const did = asked.filter((each) => each.did).length;
  const carried = asked.filter((each) => !each.isTurnedAway);
  const mayHaveBeenDone = state === 'unknown' || attempts.includes('unknown');
  if (carried.length > words) return `sent ${carried.length} times at ${words} words`;
  const leaving = asked.filter((each) => !each.isTokenRefused).length;
  if (leaving > left) return `${leaving} requests, of which ${left} are written down`;
  if (state === 'accepted' && did === 0) return 'accepted, and never done';
  if (state === 'sending') return 'still being sent';
  if (did > 0 && state !== 'accepted' && !mayHaveBeenDone) return `done, and written down as ${state}`;
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
