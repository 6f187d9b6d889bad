import { expect, test } from 'playwright/test';
import { createDesk, type DeskSetup } from './desk.ts';
import { createDraft } from './draft-read.ts';
import { tableOfPairs } from './draft-rows.ts';
import type { LastAccepted } from '#src/journal/runs/books.ts';

const draftOf = (pairs: readonly (readonly [string, string])[]) =>
  createDraft({
    table: tableOfPairs(pairs.map((pair) => [...pair])),
    operation: 'attach',
    source: '',
    isGuessed: false,
  });

type Answer = Awaited<ReturnType<DeskSetup['read']>>;

/** A desk whose readings end when the test says so. */
const setup = (known: readonly LastAccepted[] = []) => {
  const readings: { signal: AbortSignal; tell: (share: number) => void; end: (answer: Answer) => void }[] =
    [];
  let holds = 0;
  const listeners = new Set<() => void>();
  const desk = createDesk({
    read: (_input, _operation, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        readings.push({ signal, tell: onProgress, end: resolve });
      }),
    books: {
      lastAccepted: async (take) => {
        take(known);
        return true;
      },
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    holdTab: () => {
      holds += 1;
      return () => {
        holds -= 1;
      };
    },
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return { desk, readings, holds: () => holds, listens: () => listeners.size, settled, tell };
};

const TEXT = { kind: 'text', text: 'c,w' } as const;

test('what is read becomes a draft that knows what was sent before, and the tab is held as long as it lies there', async () => {
  const { desk, readings, holds, settled } = setup([
    { campaignId: 'c', webhookId: 'w', operation: 'attach', at: 1, by: { entry: '1' } },
  ]);
  desk.read(TEXT);
  expect(desk.view().reading).toEqual({});
  readings[0]?.tell(0.256);
  expect(desk.view().reading).toEqual({ share: 0.25 });
  readings[0]?.end(draftOf([['c', 'w']]));
  await settled();
  expect(desk.view().reading).toBeUndefined();
  expect(desk.view().draft?.view().counts.same).toBe(1);
  expect(holds()).toBe(1);
  desk.discard();
  expect(desk.view().draft).toBeUndefined();
  expect(holds()).toBe(0);
});

test('a reading that is called off ends nothing and shows nothing', async () => {
  const { desk, readings, settled } = setup();
  desk.type({ pairs: 'c w' });
  desk.read(TEXT);
  desk.callOff();
  expect(readings[0]?.signal.aborted).toBe(true);
  await settled();
  expect(desk.view()).toEqual({
    typed: { mode: 'paste', operation: 'attach', pairs: 'c w', campaigns: '', webhooks: '' },
    isMended: false,
  });
});

test('of two readings only the later one counts', async () => {
  const { desk, readings, settled } = setup();
  desk.read(TEXT);
  desk.read(TEXT);
  readings[0]?.tell(0.9);
  expect(desk.view().reading).toEqual({});
  readings[1]?.end(draftOf([['second', 'w']]));
  await settled();
  expect(desk.view().draft?.line(0).campaignId).toBe('second');
});

test('a failure is shown until something is typed or read', async () => {
  const { desk, readings, settled } = setup();
  desk.read(TEXT);
  readings[0]?.end('no-pairs');
  await settled();
  expect(desk.view().failure).toBe('no-pairs');
  desk.type({ pairs: 'x' });
  expect(desk.view().failure).toBeUndefined();
});

test('what was typed outlives the draft, but not the run that it becomes', async () => {
  const { desk, readings, settled } = setup();
  desk.type({ pairs: 'c w', mode: 'every' });
  desk.read(TEXT);
  readings[0]?.end(draftOf([['c', 'w']]));
  await settled();
  desk.view().draft?.setOperation('detach');
  desk.edit({ index: 0, values: { campaignId: 'x', webhookId: 'y' } });
  desk.mend();
  expect(desk.view()).toMatchObject({ isMended: true, editing: { index: 0 } });
  desk.discard();
  expect(desk.view()).toEqual({
    typed: { mode: 'every', operation: 'detach', pairs: 'c w', campaigns: '', webhooks: '' },
    isMended: false,
  });
  desk.clear();
  expect(desk.view().typed).toMatchObject({ pairs: '', mode: 'paste', operation: 'attach' });
});

const sent = (campaignId: string, at = 1): LastAccepted => ({
  campaignId,
  webhookId: 'w',
  operation: 'attach',
  at,
  by: { entry: campaignId },
});

test('a list that lies there hears of what is accepted meanwhile, until it is put away', async () => {
  const known: LastAccepted[] = [];
  const { desk, readings, settled, tell, listens } = setup(known);
  desk.read(TEXT);
  readings[0]?.end(
    draftOf([
      ['c', 'w'],
      ['d', 'w'],
      ['e', 'w'],
    ]),
  );
  await settled();
  const draft = desk.view().draft;
  draft?.leaveOutSame(true);
  known.push(sent('c'));
  tell();
  await expect.poll(() => draft?.view().toSend).toBe(2);
  known.push(sent('d'));
  await desk.learn();
  expect(draft?.view().toSend).toBe(1);
  desk.discard();
  expect(listens()).toBe(0);
  known.push(sent('e'));
  tell();
  await desk.learn();
  expect(draft?.view().toSend).toBe(1);
});
