import { expect, test } from 'playwright/test';
import type { Draft } from './draft.ts';
import type { DraftFailure } from './draft-read.ts';
import { createDraftStore } from './draft-store.ts';
import { read } from './testing/draft-kit.ts';

const TEXT = { kind: 'text', text: 'c,w' } as const;
const draftOf = (campaignId: string) =>
  read({ kind: 'pairs', pairs: [{ campaignId, webhookId: 'w' }], source: '' });

/** A store whose readings end when the test says so. */
const setup = () => {
  const readings: { signal: AbortSignal; end: (answer: Draft | DraftFailure) => void }[] = [];
  const store = createDraftStore(
    (_input, _operation, signal) => new Promise((end) => readings.push({ signal, end })),
  );
  const endReading = async (at: number, answer: Draft | DraftFailure) => {
    readings[at]?.end(answer);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { store, readings, endReading };
};

test('a reading becomes a draft of the chosen operation', async () => {
  const { store, endReading } = setup();
  store.read(TEXT);
  expect(store.getState().isReading).toBe(true);
  store.type({ operation: 'detach' });
  await endReading(0, await draftOf('c'));
  expect(store.getState().isReading).toBe(false);
  expect(store.getState().draft?.getState().operation).toBe('detach');
});

test('a reading that is cancelled ends nothing and shows nothing; of two only the later one counts', async () => {
  const { store, readings, endReading } = setup();
  store.type({ pairs: 'c w' });
  store.read(TEXT);
  store.cancel();
  expect(readings[0]?.signal.aborted).toBe(true);
  await endReading(0, await draftOf('first'));
  expect(store.getState()).toMatchObject({ typed: { pairs: 'c w' }, isReading: false, draft: undefined });
  store.read(TEXT);
  store.read(TEXT);
  await endReading(1, 'no-pairs');
  await endReading(2, await draftOf('third'));
  expect(store.getState().draft?.line(0).campaignId).toBe('third');
});

test('a failure is shown until something is typed or read', async () => {
  const { store, endReading } = setup();
  store.read(TEXT);
  await endReading(0, 'no-pairs');
  expect(store.getState().failure).toBe('no-pairs');
  store.type({ pairs: 'x' });
  expect(store.getState().failure).toBeUndefined();
});

test('what was typed outlives the draft, but not the run that it becomes', async () => {
  const { store, endReading } = setup();
  store.type({ pairs: 'c w', mode: 'every' });
  store.read(TEXT);
  await endReading(0, await draftOf('c'));
  store.getState().draft?.setOperation('detach');
  const editing = { index: 0, values: { campaignId: 'x', webhookId: 'y' } };
  store.edit(editing);
  store.fix(editing);
  expect(store.getState()).toMatchObject({ isFixed: true, editing: { index: 0 } });
  store.discard();
  expect(store.getState()).toMatchObject({
    typed: { mode: 'every', operation: 'detach', pairs: 'c w' },
    draft: undefined,
    editing: undefined,
    isFixed: false,
  });
  store.clear();
  expect(store.getState().typed).toMatchObject({ pairs: '', mode: 'paste', operation: 'attach' });
});
