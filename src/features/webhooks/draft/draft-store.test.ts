import { expect, test } from 'playwright/test';
import { createDraftStore, type DraftStoreSetup } from './draft-store.ts';
import { read } from './testing/draft-kit.ts';
import type { LastAccepted } from '#src/journal/runs/run-log.ts';

const draftOf = (...campaigns: string[]) =>
  read({ kind: 'pairs', pairs: campaigns.map((campaignId) => ({ campaignId, webhookId: 'w' })), source: '' });

type Answer = Awaited<ReturnType<DraftStoreSetup['read']>>;

/** A store whose readings end when the test says so. */
const setup = (known: readonly LastAccepted[] = []) => {
  const readings: { signal: AbortSignal; tell: (share: number) => void; end: (answer: Answer) => void }[] =
    [];
  let holds = 0;
  const listeners = new Set<() => void>();
  const store = createDraftStore({
    read: (_input, _operation, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        readings.push({ signal, tell: onProgress, end: resolve });
      }),
    runLog: {
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
  return { store, readings, holds: () => holds, listens: () => listeners.size, settled, tell };
};

const TEXT = { kind: 'text', text: 'c,w' } as const;

test('what is read becomes a draft that knows what was sent before, and the tab is held as long as it lies there', async () => {
  const { store, readings, holds, settled } = setup([
    { campaignId: 'c', webhookId: 'w', operation: 'attach', at: 1, by: { entry: '1' } },
  ]);
  store.read(TEXT);
  expect(store.getState().reading).toEqual({});
  readings[0]?.tell(0.256);
  expect(store.getState().reading).toEqual({ share: 0.25 });
  readings[0]?.end(await draftOf('c'));
  await settled();
  expect(store.getState().reading).toBeUndefined();
  expect(store.getState().draft?.getState().counts.same).toBe(1);
  expect(holds()).toBe(1);
  store.discard();
  expect(store.getState().draft).toBeUndefined();
  expect(holds()).toBe(0);
});

test('a reading that is cancelled ends nothing and shows nothing', async () => {
  const { store, readings, settled } = setup();
  store.type({ pairs: 'c w' });
  store.read(TEXT);
  store.cancel();
  expect(readings[0]?.signal.aborted).toBe(true);
  await settled();
  expect(store.getState()).toEqual({
    typed: { mode: 'paste', operation: 'attach', pairs: 'c w', campaigns: '', webhooks: '' },
    isFixed: false,
  });
});

test('of two readings only the later one counts', async () => {
  const { store, readings, settled } = setup();
  store.read(TEXT);
  store.read(TEXT);
  readings[0]?.tell(0.9);
  expect(store.getState().reading).toEqual({});
  readings[1]?.end(await draftOf('second'));
  await settled();
  expect(store.getState().draft?.line(0).campaignId).toBe('second');
});

test('a failure is shown until something is typed or read', async () => {
  const { store, readings, settled } = setup();
  store.read(TEXT);
  readings[0]?.end('no-pairs');
  await settled();
  expect(store.getState().failure).toBe('no-pairs');
  store.type({ pairs: 'x' });
  expect(store.getState().failure).toBeUndefined();
});

test('what was typed outlives the draft, but not the run that it becomes', async () => {
  const { store, readings, settled } = setup();
  store.type({ pairs: 'c w', mode: 'every' });
  store.read(TEXT);
  readings[0]?.end(await draftOf('c'));
  await settled();
  store.getState().draft?.setOperation('detach');
  store.edit({ index: 0, values: { campaignId: 'x', webhookId: 'y' } });
  store.fix({ index: 0, values: { campaignId: 'x', webhookId: 'y' } });
  expect(store.getState()).toMatchObject({ isFixed: true, editing: { index: 0 } });
  store.discard();
  expect(store.getState()).toEqual({
    typed: { mode: 'every', operation: 'detach', pairs: 'c w', campaigns: '', webhooks: '' },
    isFixed: false,
  });
  store.clear();
  expect(store.getState().typed).toMatchObject({ pairs: '', mode: 'paste', operation: 'attach' });
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
  const { store, readings, settled, tell, listens } = setup(known);
  store.read(TEXT);
  readings[0]?.end(await draftOf('c', 'd', 'e'));
  await settled();
  const draft = store.getState().draft;
  draft?.leaveOutSame(true);
  known.push(sent('c'));
  tell();
  await expect.poll(() => draft?.getState().toSend).toBe(2);
  known.push(sent('d'));
  await store.refreshKnown();
  expect(draft?.getState().toSend).toBe(1);
  store.discard();
  expect(listens()).toBe(0);
  known.push(sent('e'));
  tell();
  await store.refreshKnown();
  expect(draft?.getState().toSend).toBe(1);
});
