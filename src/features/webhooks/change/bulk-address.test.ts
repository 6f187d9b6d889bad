import { expect, test } from 'playwright/test';
import { parseBulkPath, BULK_PATH, NEW_RUN_PATH, getRunPath } from './bulk-address.ts';

test('distinguishes bulk pages from the page of one pair', () => {
  for (const path of ['/webhooks', '/webhooks/', '/webhooks/bulky', '/calls/bulk']) {
    expect(parseBulkPath(path), path).toBeUndefined();
  }
  expect(parseBulkPath(BULK_PATH)).toEqual({ kind: 'bulk' });
  expect(parseBulkPath(`${BULK_PATH}/`)).toEqual({ kind: 'bulk' });
  expect(parseBulkPath(NEW_RUN_PATH)).toEqual({ kind: 'new' });
});

test('reads the run from its address', () => {
  for (const runId of ['0mwq9g7p8-000001', 'a/b', 'ä %', '']) {
    const place = parseBulkPath(getRunPath(runId));
    expect(place).toEqual(runId === '' ? { kind: 'bulk' } : { kind: 'run', runId });
  }
});

test('reads an address with a broken encoding', () => {
  expect(parseBulkPath(`${BULK_PATH}/%E0%A4%A`)).toEqual({ kind: 'run', runId: '%E0%A4%A' });
});
