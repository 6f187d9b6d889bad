import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import { virtualTime } from '#src/lib/testing/time.ts';
import { createScheduler } from './scheduler.ts';

const id = fc.integer({ min: 0, max: 14 }).map((index) => `call-${index}`);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('plan' as const),
      id,
      inMs: fc.integer({ min: -50, max: 300 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('now' as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hold' as const), held: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('setVisibleCalls' as const),
      opened: fc.option(id, { nil: undefined }),
      ids: fc.uniqueArray(id, { maxLength: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(200) }) },
);

/** What the rules demand, kept beside the scheduler in the plainest way; each breach is noted in words. */
const model = (limit: number, takesMs: readonly number[], againMs: readonly number[]) => {
  const { clock, advance, wait } = virtualTime();
  const planned = new Map<string, number>();
  const running = new Map<string, number | undefined>();
  const breaches: string[] = [];
  let held = false;
  let visible: { opened: string | undefined; ids: string[] } = { opened: undefined, ids: [] };
  let launches = 0;
  let inTurn = 0;
  let outOfTurn = 0;

  const dueNow = () => [...planned].filter(([, due]) => due <= clock.now()).toSorted(([, a], [, b]) => a - b);
  const expectThat = (isSo: boolean, breach: string): void => {
    if (!isSo) breaches.push(`${breach} at ${clock.now()}`);
  };

  const judge = (launched: string): void => {
    const due = planned.get(launched);
    expectThat(!held, `${launched} began while held`);
    expectThat(running.size < limit, `${launched} is one too many`);
    expectThat(due !== undefined && due <= clock.now(), `${launched} was not due`);
    const [earliest] = dueNow();
    if (due === earliest?.[1]) inTurn += 1;
    else {
      outOfTurn += 1;
      const { opened, ids } = visible;
      const first = dueNow().find(([each]) => ids.includes(each));
      expectThat(launched === opened || due === first?.[1], `${launched} is not the first of the visible`);
    }
  };

  const plan = (which: string, due: number | undefined): void => {
    if (running.has(which)) running.set(which, due);
    else if (due === undefined) planned.delete(which);
    else planned.set(which, due);
    scheduler.plan(which, due);
  };

  const scheduler = createScheduler({
    clock,
    limit,
    check: async (which, urgent) => {
      expectThat(!running.has(which), `${which} is asked twice at once`);
      if (!urgent) judge(which);
      planned.delete(which);
      running.set(which, undefined);
      const at = launches;
      launches += 1;
      await wait(takesMs[at % takesMs.length] ?? 0);
      const again = againMs[at % againMs.length] ?? 0;
      if (again > 0 && running.get(which) === undefined) plan(which, clock.now() + again);
      const next = running.get(which);
      running.delete(which);
      if (next !== undefined) planned.set(which, next);
    },
  });

  return {
    scheduler,
    plan,
    breaches,
    now: clock.now,
    credit: () => inTurn * (0.08 / 0.92) - outOfTurn,
    hold: (next: boolean) => {
      held = next;
      scheduler.setHeld(next);
    },
    setVisibleCalls: (opened: string | undefined, ids: string[]) => {
      visible = { opened, ids };
      scheduler.setVisibleCalls(opened, ids);
    },
    pass: async (ms: number) => {
      await advance(ms);
      const isIdle = !held && running.size < limit;
      expectThat(!isIdle || dueNow().length === 0, `${dueNow()[0]?.[0]} is left lying`);
    },
    left: () => planned.size + running.size,
  };
};

const some = (most: number) => fc.array(fc.nat(most), { minLength: 1, maxLength: 5 });

test('whatever is planned, held, visible or asked for: the rules hold at each launch, and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      some(300),
      some(150),
      fc.array(step, { minLength: 10, maxLength: 80 }),
      async (limit, takesMs, againMs, steps) => {
        const world = model(limit, takesMs, againMs);
        for (const each of steps) {
          switch (each.kind) {
            case 'plan':
              world.plan(each.id, world.now() + each.inMs);
              break;
            case 'drop':
              world.plan(each.id, undefined);
              break;
            case 'now':
              void world.scheduler.checkNow(each.id);
              break;
            case 'hold':
              world.hold(each.held);
              break;
            case 'setVisibleCalls':
              world.setVisibleCalls(each.opened, each.ids);
              break;
            case 'pass':
              await world.pass(each.ms);
          }
        }
        world.hold(false);
        await world.pass(3000);
        // One launch of the opened call may be overdrawn.
        expect(world.credit()).toBeGreaterThanOrEqual(-1 - 1e-9);
        expect(world.breaches).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

test('no starvation: beside calls that are always due and on the screen, each other one has its turn', async () => {
  const given = fc.record({ others: fc.integer({ min: 1, max: 60 }), limit: fc.integer({ min: 1, max: 6 }) });
  await fc.assert(
    fc.asyncProperty(given, fc.nat(59), async ({ others, limit }, visibleFrom) => {
      const { clock, advance, wait } = virtualTime();
      const launches: string[] = [];
      const scheduler = createScheduler({
        clock,
        limit,
        check: async (which) => {
          launches.push(which);
          await wait(10);
          scheduler.plan(which, clock.now());
        },
      });
      const ids = Array.from({ length: others }, (_, index) => `call-${index}`);
      scheduler.setVisibleCalls('opened', ['eager-1', 'eager-2', ...ids.slice(visibleFrom)]);
      for (const each of ['opened', 'eager-1', 'eager-2', ...ids]) scheduler.plan(each, 0);
      await advance(3000);
      const most = Math.ceil((others + 3) / 0.92) + Math.max(1, 0.08 * others) + limit + 2;
      const last = new Map<string, number>();
      let longest = 0;
      launches.forEach((each, at) => {
        longest = Math.max(longest, at - (last.get(each) ?? 0));
        last.set(each, at);
      });
      for (const each of ids) longest = Math.max(longest, launches.length - (last.get(each) ?? 0));
      expect(last.size).toBe(others + 3);
      expect(longest).toBeLessThanOrEqual(most);
    }),
    { numRuns: 40 },
  );
});

test('after a hold at any time all goes on exactly: in the order of due, nothing lost, nothing doubled', async () => {
  const given = fc.record({
    dues: fc.array(fc.nat(2000), { minLength: 1, maxLength: 60 }),
    heldFrom: fc.nat(2000),
    heldMs: fc.nat(4000),
    limit: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ dues, heldFrom, heldMs, limit }) => {
      const { clock, advance, wait } = virtualTime();
      const begun: { which: string; at: number }[] = [];
      const scheduler = createScheduler({
        clock,
        limit,
        check: async (which) => {
          begun.push({ which, at: clock.now() });
          await wait(7);
        },
      });
      const calls = dues.map((due, index) => ({ which: `call-${index}`, due }));
      for (const { which, due } of calls) scheduler.plan(which, due);
      await advance(heldFrom);
      scheduler.setHeld(true);
      await advance(heldMs);
      scheduler.setHeld(false);
      await advance(10_000);
      expect(begun.map(({ which }) => which)).toEqual(
        calls.toSorted((a, b) => a.due - b.due).map(({ which }) => which),
      );
      expect(begun.filter(({ at }) => at > heldFrom && at < heldFrom + heldMs)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('however early or late timers fire, every call is asked, in the order of due, never early and soon after', async () => {
  const given = fc.record({
    dues: fc.array(fc.double({ min: 0, max: 2000, noNaN: true }), { minLength: 1, maxLength: 30 }),
    slips: fc.array(fc.double({ min: -2, max: 20, noNaN: true }), { minLength: 1, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ dues, slips }) => {
      const { clock, advance } = virtualTime(0, slips);
      const begun: { which: string; at: number }[] = [];
      const scheduler = createScheduler({
        clock,
        limit: 2,
        check: async (which) => void begun.push({ which, at: clock.now() }),
      });
      const calls = dues.map((due, index) => ({ which: `call-${index}`, due }));
      for (const { which, due } of calls) scheduler.plan(which, due);
      await advance(3000);
      const inOrder = calls.toSorted((a, b) => a.due - b.due);
      expect(begun.map(({ which }) => which)).toEqual(inOrder.map(({ which }) => which));
      begun.forEach(({ at }, index) => {
        const due = inOrder[index]?.due ?? 0;
        expect(at).toBeGreaterThanOrEqual(due);
        // Each pair of launches may have waited for one late timer, and for another set again after an early one.
        expect(at).toBeLessThanOrEqual(due + 20 * dues.length + 40);
      });
    }),
    { numRuns: 100 },
  );
});
