import { expect, test } from 'playwright/test';
import { parseBulkPath, BULK_PATH, getRunPath } from './paths.ts';

test('distinguishes bulk pages from the page of one pair', () => {
  for (const path of ['/webhooks', '/webhooks/', '/webhooks/bulky', '/calls/bulk']) {
    expect(parseBulkPath(path), path).toBeUndefined();
  }
  expect(parseBulkPath(BULK_PATH)).toEqual({ kind: 'bulk' });
  expect(parseBulkPath(`${BULK_PATH}/`)).toEqual({ kind: 'bulk' });
});

test('reads the run from its address', () => {
  expect(parseBulkPath(getRunPath('0mwq9g7p8-000001'))).toEqual({ kind: 'run', runId: '0mwq9g7p8-000001' });
});
