import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'playwright/test';
import { STATUSES } from '#src/features/calls/call/testing/call-kit.ts';
import { createEdits } from './edits.ts';
import { createRows } from './rows.ts';
import { createBoardStore } from './store.ts';

test('two thousand calls that are added at once are shown in the order in which they were given', async () => {
  const store = createBoardStore(new QueryClient(), STATUSES);
  const rows = createRows({ ...store, subscribeRows: () => () => undefined });
  const ids = Array.from({ length: 2000 }, (_, index) => `call-${index}`);
  createEdits(store).watch(ids);
  await expect.poll(() => store.size()).toBe(2000);
  expect(rows.all()).toEqual(ids);
});
