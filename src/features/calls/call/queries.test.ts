import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'playwright/test';
import { callStatusKey } from '#src/api/hooks.ts';
import { createHistory } from './history.ts';
import { removeHistory, findHistory } from './queries.ts';

test('finds and removes a history by its exact ID', () => {
  const client = new QueryClient();
  const ids = ['a', '"', String.raw`\\`, '__proto__', 'é', '["call","a"]'];
  for (const id of ids) client.setQueryData(callStatusKey(id), createHistory(id));
  for (const id of ids) expect(findHistory(client, id)?.id).toBe(id);
  removeHistory(client, '"');
  removeHistory(client, 'never seen');
  expect(ids.filter((id) => findHistory(client, id) === undefined)).toEqual(['"']);
});
