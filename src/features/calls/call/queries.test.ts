import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'playwright/test';
import { callQueries, forgetHistory, historyIn } from './queries.ts';
import { record, RULES } from './testing/call-kit.ts';

type Service = Parameters<typeof callQueries.check>[1]['service'];

const open = () => {
  const asked: string[] = [];
  const readCall: Service['readCall'] = async (id) => {
    asked.push(id);
    return record({ status: 'in-progress' });
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } });
  // Reading one call is all that is asked of the service here.
  const service = { readCall } as Service;
  const check = (id: string) => client.query(callQueries.check(id, { service, rules: RULES, options: {} }));
  return { asked, client, check };
};

test('each check asks, also after this browser’s clock was put back', async () => {
  const { asked, client, check } = open();
  const { now } = Date;
  try {
    await check('a');
    Date.now = () => now() - 600_000;
    await check('a');
    await check('a');
  } finally {
    Date.now = now;
  }
  expect(asked).toEqual(['a', 'a', 'a']);
  expect(historyIn(client, 'a')?.checks).toBe(3);
});

test('answers are found and forgotten by the ID as it is, whatever stands in it', async () => {
  const { client, check } = open();
  const ids = ['a', '"', String.raw`\\`, '__proto__', 'é', '["call","a"]'];
  for (const id of ids) await check(id);
  for (const id of ids) expect(historyIn(client, id)?.id).toBe(id);
  forgetHistory(client, '"');
  forgetHistory(client, 'never seen');
  expect(ids.filter((id) => historyIn(client, id) === undefined)).toEqual(['"']);
});

test('a row that scrolls out of sight does not cancel the check that is under way', async () => {
  const { client, check } = open();
  const leave = new QueryObserver(client, { ...callQueries.detail('a'), enabled: false }).subscribe(
    () => undefined,
  );
  const checked = check('a');
  leave();
  expect((await checked).checks).toBe(1);
  expect(historyIn(client, 'a')?.checks).toBe(1);
});
