import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'playwright/test';
import { callStatusKey } from '#src/api/hooks.ts';
import { noHistory } from './history.ts';
import { forgetHistory, historyIn } from './queries.ts';

test('histories are found and forgotten by the ID as it is', () => {
  const client = new QueryClient();
  const ids = ['a', '"', String.raw`\\`, '__proto__', 'é', '["call","a"]'];
  for (const id of ids) client.setQueryData(callStatusKey(id), noHistory(id));
  for (const id of ids) expect(historyIn(client, id)?.id).toBe(id);
  forgetHistory(client, '"');
  forgetHistory(client, 'never seen');
  expect(ids.filter((id) => historyIn(client, id) === undefined)).toEqual(['"']);
});
