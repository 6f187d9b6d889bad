import { expect, test } from 'playwright/test';
import { bulkPlaceOf, BULK_PATH, NEW_PATH, pathOfRun } from './bulk-address.ts';

test('the page of many pairs is told from the page of one', () => {
  for (const path of ['/webhooks', '/webhooks/', '/webhooks/bulky', '/calls/bulk']) {
    expect(bulkPlaceOf(path), path).toBeUndefined();
  }
  expect(bulkPlaceOf(BULK_PATH)).toEqual({ kind: 'bulk' });
  expect(bulkPlaceOf(`${BULK_PATH}/`)).toEqual({ kind: 'bulk' });
  expect(bulkPlaceOf(NEW_PATH)).toEqual({ kind: 'new' });
});

test('a run is found again by its address', () => {
  for (const runId of ['0mwq9g7p8-000001', 'a/b', 'ä %', '']) {
    const place = bulkPlaceOf(pathOfRun(runId));
    expect(place).toEqual(runId === '' ? { kind: 'bulk' } : { kind: 'run', runId });
  }
});

test('an address that nobody wrote names a run that is not there, and throws nothing', () => {
  expect(bulkPlaceOf(`${BULK_PATH}/%E0%A4%A`)).toEqual({ kind: 'run', runId: '%E0%A4%A' });
});
