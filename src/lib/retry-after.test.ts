import { test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import { parseRetryAfter } from './retry-after.ts';

const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);

const HEADERS: [header: string | null, ms: number | undefined][] = [
  [null, undefined],
  ['', undefined],
  ['7', 7000],
  [' 7 ', 7000],
  ['0', undefined],
  ['000', undefined],
  ['0.0', undefined],
  ['86400', 600_000],
  ['99999999999999999999', 600_000],
  ['-1', undefined],
  ['1.5', 1500],
  ['2.0', 2000],
  ['0.493', 493],
  ['soon', undefined],
  ['7 seconds', undefined],
  ['2026', 600_000],
  ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
  ['Sat, 21 Nov 2026 09:59:00 GMT', undefined],
  ['Sat, 21 Nov 2026 10:00:00 GMT', undefined],
  ['Thu, 01 Jan 1970 00:00:00 GMT', undefined],
  ['Thu, 01-Jan-1970 00:00:00 GMT', undefined],
  ['Sat, 21 Nov 2026 23:00:00 GMT', 600_000],
  ['Sat, 21 Nov 2026 10:00:30 +0000', 30_000],
  ['Sat, 21 Nov 2026 10:00:30 UTC', 30_000],
  ['2026-11-21T10:00:30Z', 30_000],
  ['2026-11-21 10:00:30', undefined],
];

test('reads Retry-After', () => expectRows(HEADERS, ([header]) => parseRetryAfter(header, NOW)));
