import { expect, test } from 'playwright/test';
import { toCsv } from '#src/lib/csv.ts';
import type { Line, LeftOutLine, RunTable } from '#src/log/run.ts';
import type { RunSource } from '#src/log/queries.ts';
import { toResultRows } from './run-export.ts';

const TEXT = [
  'Customer;campaign_id;webhook_id;Note',
  'Ada;c1;w1;"first; best"',
  'Bea;c1;',
  '',
  'Cyd;c1;w1;again',
  '=Dan;c2;w2;x',
].join('\n');

const TABLE: RunTable = {
  text: TEXT,
  separator: ';',
  hasHeader: true,
  columns: { campaign: 1, webhook: 2 },
};

const AT = Date.UTC(2026, 10, 23, 14, 32);
const line = (sourceLine: number, pair: [string, string], more: Partial<Line>): Line => ({
  campaignId: pair[0],
  webhookId: pair[1],
  sourceLine,
  requests: 1,
  sentAt: AT,
  state: 'accepted',
  ...more,
});
const LINES: Line[] = [
  line(2, ['c1', 'w1'], { status: 200, durationMs: 12 }),
  line(6, ['c2', 'w2'], { state: 'refused', status: 422, durationMs: 3, message: '=not today' }),
];
const leftOut = (sourceLine: number, reason: LeftOutLine['reason'], text: string): LeftOutLine => ({
  campaignId: 'c1',
  webhookId: '',
  sourceLine,
  reason,
  text,
});
const LEFT_OUT = [
  leftOut(1, 'header', 'Header line'),
  leftOut(3, 'invalid', 'No webhook ID'),
  leftOut(5, 'duplicate', 'Same as line 2'),
];

const RUN = { id: 'run', at: AT, operation: 'attach' } as const;
const toRows = (lines: readonly Line[], source: RunSource) =>
  toResultRows(
    RUN.id,
    lines.map((one) => ({ line: one, run: RUN })),
    source,
  );

const exportCsv = async (table: RunTable | undefined, isInherited = false) => {
  const source = { leftOut: isInherited ? [] : LEFT_OUT, table, isInherited };
  const { rows, separator } = await toRows(LINES, source);
  return toCsv(rows, separator).trimEnd().split('\r\n');
};

test('accounts for every line in the shape of its file', async () => {
  expect(await exportCsv(TABLE)).toEqual([
    'Customer;campaign_id;webhook_id;Note;Operation;Line;Outcome;Status;Answer;Time (UTC)',
    'Ada;c1;w1;"first; best";attach;2;accepted;200;200 in 12 ms;2026-11-23 14:32:00',
    'Bea;c1;;;;3;left out;;No webhook ID;',
    ';;;;;4;left out;;Empty line;',
    'Cyd;c1;w1;again;;5;duplicate;;Same as line 2;',
    "'=Dan;c2;w2;x;attach;6;refused;422;422 in 3 ms: =not today;2026-11-23 14:32:00",
  ]);
});

test('omits numbers that the lines do not have', async () => {
  const lines = LINES.map((one) => ({ ...one, sourceLine: undefined }));
  const { rows } = await toRows(lines, { leftOut: [], isInherited: false });
  expect(rows[0]?.slice(0, 4)).toEqual(['campaignId', 'webhookId', 'Operation', 'Outcome']);
});

test('exports all of a line with too many values', async () => {
  const long = ['c1', ...Array.from({ length: 150 }, (_, at) => `v${at}`)].join(';');
  const text = `${TEXT}\n${long}`;
  const source = {
    leftOut: [leftOut(7, 'invalid', '151 values, expected 4')],
    table: { ...TABLE, text },
    isInherited: false,
  };
  const { rows } = await toRows(LINES, source);
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([106]));
  expect(rows.at(-1)?.slice(0, 100).join(';')).toBe(long);
});

test('keeps a line with a broken quote whole', async () => {
  const text = ['campaign_id;webhook_id;Note', '"c1;x"y;w1;first', 'c2;w2;second', '"c3;x"y;w3;third;z'].join(
    '\n',
  );
  const columns = { campaign: 0, webhook: 1 };
  const source = {
    leftOut: [leftOut(4, 'invalid', 'Quote out of place')],
    table: { ...TABLE, text, columns },
    isInherited: false,
  };
  const lines = [line(2, ['c1', 'w1'], {}), line(3, ['c2', 'w2'], {})];
  const { rows } = await toRows(lines, source);
  expect(rows.map((row) => row.slice(0, 6))).toEqual([
    ['campaign_id', 'webhook_id', 'Note', 'Operation', 'Line', 'Outcome'],
    ['c1', 'w1', '"c1;x"y;w1;first', 'attach', 2, 'accepted'],
    ['c2', 'w2', 'second', 'attach', 3, 'accepted'],
    ['', '', '"c3;x"y;w3;third;z', '', 4, 'left out'],
  ]);
});

test('a retry has only its own lines of the file', async () => {
  const rows = await exportCsv(TABLE, true);
  expect(rows.map((row) => row.split(';')[0])).toEqual(['Customer', 'Ada', "'=Dan"]);
});

test('names the columns of a list without a file', async () => {
  const [head, first, second] = await exportCsv(undefined);
  expect(head).toBe('campaignId,webhookId,Operation,Line,Outcome,Status,Answer,Time (UTC)');
  expect(first).toBe('c1,w1,attach,2,accepted,200,200 in 12 ms,2026-11-23 14:32:00');
  expect(second).toBe('c1,,,3,left out,,No webhook ID,');
});

test('replaces the results of an earlier export', async () => {
  const text = (await exportCsv(TABLE)).join('\n');
  const lines = [line(6, ['c2', 'w2'], { status: 200, durationMs: 5 })];
  const source = { leftOut: [], table: { ...TABLE, text }, isInherited: true };
  const { rows, separator } = await toRows(lines, source);
  expect(toCsv(rows, separator)).toBe(
    'Customer;campaign_id;webhook_id;Note;Operation;Line;Outcome;Status;Answer;Time (UTC)\r\n' +
      "'=Dan;c2;w2;x;attach;6;accepted;200;200 in 5 ms;2026-11-23 14:32:00\r\n",
  );
});

test('adds request IDs, and replaces those of an earlier export', async () => {
  const answered = [line(2, ['c1', 'w1'], { status: 200, durationMs: 5, requestId: 'r-1' })];
  const source = { leftOut: [], table: TABLE, isInherited: true };
  const { rows, separator } = await toRows(answered, source);
  expect(rows.map((row) => row.slice(3))).toEqual([
    ['Note', 'Operation', 'Line', 'Outcome', 'Status', 'Answer', 'Time (UTC)', 'Request ID'],
    ['first; best', 'attach', 2, 'accepted', 200, '200 in 5 ms', '2026-11-23 14:32:00', 'r-1'],
  ]);
  const text = toCsv(rows, separator);
  const again = { ...source, table: { ...TABLE, text } };
  const { rows: plain } = await toRows([line(2, ['c1', 'w1'], {})], again);
  expect(plain[0]).toEqual([
    'Customer',
    'campaign_id',
    'webhook_id',
    'Note',
    'Operation',
    'Line',
    'Outcome',
    'Status',
    'Answer',
    'Time (UTC)',
  ]);
});

test('takes each outcome from the last retry, and names it', async () => {
  const retry = { ...RUN, id: 'retry', at: AT + 60_000 };
  const results = [
    { line: line(2, ['c1', 'w1'], { status: 200, durationMs: 12 }), run: RUN },
    { line: line(6, ['c2', 'w3'], { status: 200, durationMs: 9 }), run: retry },
  ];
  const { rows } = await toResultRows(RUN.id, results, { leftOut: [], table: TABLE, isInherited: true });
  expect(rows.map((row) => [row[2], row[4], row[6], row[9], row[10]])).toEqual([
    ['webhook_id', 'Operation', 'Outcome', 'Time (UTC)', 'Run'],
    ['w1', 'attach', 'accepted', '2026-11-23 14:32:00', 'this run'],
    ['w3', 'attach', 'accepted', '2026-11-23 14:32:00', 'retry of 2026-11-23 14:33:00'],
  ]);
});

for (const [written, separator] of [
  [';', ';'],
  [',', ','],
  [',', '\t'],
  [',', '|'],
] as const) {
  test(`writes ${JSON.stringify(written)} for a list with ${JSON.stringify(separator)}`, async () => {
    const table = { ...TABLE, text: TEXT.replaceAll(';', separator), separator };
    expect((await toRows(LINES, { leftOut: [], table, isInherited: true })).separator).toBe(written);
  });
}

test('replaces the results that release 1.0 exported', async () => {
  const text = 'campaign_id;webhook_id;Line;Outcome;Status;Answer;Time\nc1;w1;2;refused;422;no;2025-11-21';
  const table = { ...TABLE, text, columns: { campaign: 0, webhook: 1 } };
  const { rows } = await toRows([line(2, ['c1', 'w1'], {})], { leftOut: [], table, isInherited: true });
  expect(rows[0]?.filter((head) => head === 'Outcome')).toHaveLength(1);
});
