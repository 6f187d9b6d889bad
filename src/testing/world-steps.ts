import * as fc from 'fast-check';
import { expect } from 'playwright/test';
import type { World } from './world.ts';
import { FATES } from './world-service.ts';

/** What can be done in a world, by people and by chance. For tests only. */

export const PEOPLE = ['maya', 'jonas'];

type Tab = World['tabs'][number];
export type Real = {
  world: World;
  runs: { id: string; person: string }[];
  written: number;
  /** Sent by a form while nothing could be stored: its tab alone knows of it. */
  unstored: Set<string>;
  /** What was asked for at each tab. */
  asked: { at: Tab; done: Promise<unknown> }[];
};
/** What may be done next needs no more than this. */
type Model = { tabs: number };

/** A step that anybody can take at any time, or where there is a tab. */
const step = (
  name: string,
  act: (real: Real, model: Model) => unknown,
  needsTab = true,
): fc.AsyncCommand<Model, Real> => ({
  check: ({ tabs }) => !needsTab || tabs > 0,
  run: async (model, real) => {
    await act(real, model);
    await real.world.settle();
    expect(real.world.service.breaches).toEqual([]);
  },
  toString: () => name,
});

const tabOf = ({ world }: Real, at: number) => {
  const tab = world.tabs[at % world.tabs.length];
  if (!tab) throw new Error('there is no tab');
  return tab;
};
/** A run of the person at this tab. */
const runOf = (real: Real, at: number, person: string): string => {
  const own = real.runs.filter((run) => run.person === person);
  return own[at % own.length]?.id ?? 'none';
};
/** What a person has asked for goes on while other things happen. */
const soon = ({ asked }: Real, at: Tab, work: Promise<unknown>): void =>
  void asked.push({ at, done: work.catch(() => undefined) });

/** Something that is asked of the runs at a tab. */
const askRuns = (real: Real, at: number, ask: (own: Tab) => Promise<unknown> | void): void => {
  const own = tabOf(real, at);
  // Whoever asks then is told so after a second, which no world has.
  if (own.runner.current() === undefined && own.runner.underWay() !== undefined) return;
  soon(real, own, Promise.resolve(ask(own)));
};

const tab = fc.nat(2);
const run = fc.nat(3);
const operation = fc.constantFrom('attach' as const, 'detach' as const);
const mostly = fc.oneof(
  { weight: 3, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(false) },
);

/** Steps and how often each is taken. */
export const COMMANDS = (
  [
    [
      1,
      fc.constantFrom(...PEOPLE).map((person) =>
        step(
          `open(${person})`,
          async ({ world }, model) => {
            if (model.tabs >= 3) return;
            model.tabs += 1;
            await world.open(person);
          },
          false,
        ),
      ),
    ],
    [
      1,
      tab.map((at) =>
        step(`close(${at})`, async ({ world }, model) => {
          model.tabs -= 1;
          await world.close(at);
        }),
      ),
    ],
    [
      3,
      fc.tuple(tab, operation, fc.integer({ min: 1, max: 14 })).map(([at, kind, count]) =>
        step(`begin(${at}, ${kind}, ${count})`, (real) =>
          askRuns(real, at, async ({ runner, person }) => {
            const pairs = Array.from({ length: count }, () => ({
              campaignId: 'cmp',
              webhookId: `wh-${real.written++}`,
            }));
            const begun = await runner.begin({ operation: kind, source: '' }, pairs);
            if (typeof begun === 'object') real.runs.push({ id: begun.id, person });
          }),
        ),
      ),
    ],
    [
      1,
      fc
        .tuple(tab, run, fc.constantFrom('pause' as const, 'resume' as const, 'cancel' as const))
        .map(([at, which, word]) =>
          step(`${word}(${at}, ${which})`, (real) =>
            askRuns(real, at, ({ runner, person }) => runner[word](runOf(real, which, person))),
          ),
        ),
    ],
    [
      2,
      fc.tuple(tab, operation).map(([at, kind]) =>
        step(`write(${at}, ${kind})`, (real) => {
          const own = tabOf(real, at);
          const id = `wh-${real.written++}`;
          if (real.world.isStorageFailing()) real.unstored.add(id);
          soon(real, own, own.write(kind, id));
        }),
      ),
    ],
    [
      2,
      fc
        .tuple(tab, fc.nat(6))
        .map(([at, call]) =>
          step(`watch(${at}, ${call})`, (real) => real.world.watch(tabOf(real, at).person, `call-${call}`)),
        ),
    ],
    [
      2,
      fc
        .array(fc.constantFrom(...FATES), { minLength: 1, maxLength: 6 })
        .map((fates) => step(`fates(${fates.join(', ')})`, ({ world }) => world.plan(fates), false)),
    ],
    [
      5,
      fc
        .integer({ min: 50, max: 4000 })
        .map((ms) => step(`pass(${ms})`, ({ world }) => world.pass(ms), false)),
    ],
    [
      1,
      fc
        .integer({ min: -7200, max: 7200 })
        .map((s) => step(`setClock(${s} s)`, ({ world }) => world.setClock(s * 1000), false)),
    ],
    [1, mostly.map((next) => step(`online(${next})`, ({ world }) => world.setOnline(next), false))],
    [1, mostly.map((next) => step(`signedIn(${next})`, ({ world }) => world.setSignedIn(next), false))],
    [2, fc.boolean().map((next) => step(`storage(${next})`, ({ world }) => world.setStorage(next), false))],
  ] as const
).flatMap(([weight, command]) =>
  Array.from({ length: weight }, (): fc.Arbitrary<fc.AsyncCommand<Model, Real>> => command),
);
