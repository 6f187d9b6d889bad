import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { findMissing } from '#src/features/calls/call/extras.ts';
import { findSpreadsheetFault } from '#src/lib/spreadsheet.ts';
import { toCsv } from '#src/lib/csv.ts';
import { formatBoardLink, isCallId } from '#src/features/calls/call/address.ts';
import {
  EVERY_VALUE,
  guessOptions,
  hasPairs,
  readListedIds,
  WANTED_COLUMNS,
  type ImportOptions,
} from './listed-ids.ts';
import { readCallId, readLinkedIds, type IdSummary } from './read-ids.ts';
import { readList } from '#src/lists/read-list.ts';

const origin = 'https://console.example';

const contextOf = (...watched: string[]) => ({ isWatched: (id: string) => watched.includes(id), origin });

const listOf = async (text: string) => {
  const list = await readList({ kind: 'text', text }, WANTED_COLUMNS, new AbortController().signal);
  if (typeof list === 'string') throw new Error(list);
  return list;
};

const every: ImportOptions = { header: undefined, columns: { callId: EVERY_VALUE } };
const column = (callId: number, hasHeader = true): ImportOptions => ({
  header: hasHeader ? 0 : undefined,
  columns: { callId },
});

const read = async (text: string, options: ImportOptions) =>
  readListedIds(await listOf(text), options, contextOf());

/** With the guessed column. */
const readText = async (text: string, ...watched: string[]) => {
  const list = await listOf(text);
  return readListedIds(list, guessOptions(list, origin), contextOf(...watched));
};

const sum = ({ fresh, already, repeated, unusable }: IdSummary) =>
  fresh.length + already.length + repeated + unusable;

test('sums up a plain list', async () => {
  expect(await readText('a1, b2\n\n"c3"\r\na1\n   \nb2 b2 d4', 'd4')).toEqual({
    found: 7,
    fresh: ['a1', 'b2', 'c3'],
    already: ['d4'],
    repeated: 3,
    unusable: 0,
    shortened: 0,
    cleaned: 0,
    empty: 0,
    leftOut: [],
    optional: [],
    words: [],
    warned: [],
    extras: new Map(),
  });
});

test('removes invisible characters and counts the IDs', async () => {
  expect(await read('a1\nb\u200b2\nb2', every)).toMatchObject({
    fresh: ['a1', 'b2'],
    repeated: 1,
    cleaned: 1,
  });
});

test('reads no secret, whatever the user chooses', async () => {
  const text = 'Auth Token: 0f3c2a9051d4\ncall-1001';
  for (const { fresh } of [await readText(text), await read(text, every)])
    expect(fresh).not.toContain('0f3c2a9051d4');
});

test('reads a call beside a megabyte of letters', async () => {
  expect((await readText(`see ${'x'.repeat(2 ** 20 - 99)} call-1001`)).fresh).toEqual(['call-1001']);
});

const linesOf = ({ leftOut }: IdSummary) => leftOut.map(({ line, reason }) => `${line} ${reason}`);

test('links of this console count as their calls', async () => {
  const found = await readText(`x1\n${formatBoardLink(origin, ['a b', 'x1'])}`);
  expect(found).toMatchObject({ found: 3, fresh: ['x1', 'a b'], repeated: 1 });
  const cell = await readText(
    toCsv([
      ['Call ID', 'n'],
      [formatBoardLink(origin, ['a b']), 1],
      ['c', 2],
    ]),
  );
  expect(cell.fresh).toEqual(['a b', 'c']);
});

test('lists the lines of unusable IDs', async () => {
  const found = await readText(`id-1\n${'x'.repeat(513)}\nid-2\n${'y'.repeat(513)}`);
  expect(found).toMatchObject({ fresh: ['id-1', 'id-2'], unusable: 2 });
  expect(found.leftOut.map(({ line }) => line)).toEqual([2, 4]);
  expect((await readText('ok-1 2\uD800')).unusable).toBe(1);
});

test('counts the IDs of a link', () => {
  expect(readLinkedIds(['a b', 'c', 'a b', 'd'], contextOf('d'))).toMatchObject({
    found: 4,
    fresh: ['a b', 'c'],
    already: ['d'],
    repeated: 1,
  });
});

const LAYOUTS: [what: string, text: string, options: ImportOptions, ids: string[]][] = [
  [
    'the column whose header names it, before any other',
    'id,Call ID,at\n1,CA1,2026-01-01\n2,CA2,2026-01-02',
    column(1, true),
    ['CA1', 'CA2'],
  ],
  ['call_sid in a table with tabs', 'to\tcall_sid\nx\tCA1\ny\tCA2', column(1, true), ['CA1', 'CA2']],
  [
    'IDs by shape, below a header in another language',
    'Kennung;Telefon;Zustand\nCA10000001;+4930123456;fertig\nCA10000002;+4930123457;fertig',
    column(0, true),
    ['CA10000001', 'CA10000002'],
  ],
  [
    'IDs by shape, without a header',
    '2026-01-01,completed,CA10000001\n2026-01-02,failed,CA10000002',
    column(2, false),
    ['CA10000001', 'CA10000002'],
  ],
  [
    'IDs side by side',
    'CA10000001, CA10000002\nCA10000003, CA10000004',
    every,
    ['CA10000001', 'CA10000002', 'CA10000003', 'CA10000004'],
  ],
  ['one ID a line, each with a comma', 'CA1,\nCA2,\n', every, ['CA1', 'CA2']],
  ['a single column with a header', '\ufeffCall ID\nCA1\nCA2', { ...every, header: 0 }, ['CA1', 'CA2']],
  ['a plain list', 'CA1\nCA2', every, ['CA1', 'CA2']],
  ['a single line', 'CA1,CA2;CA3', every, ['CA1', 'CA2', 'CA3']],
  [
    'quotes, separators and line breaks within cells',
    'note,call_id\n"a, ""b""\nc",CA1\n,CA2',
    column(1, true),
    ['CA1', 'CA2'],
  ],
];

for (const [what, text, options, ids] of LAYOUTS) {
  test(`finds ${what}`, async () => {
    expect(guessOptions(await listOf(text), origin)).toMatchObject(options);
    expect((await readText(text)).fresh).toEqual(ids);
  });
}

const PICKED: [what: string, text: string, ids: string[], leftOut: number][] = [
  ['prose', 'Dear Ana,\nplease see CA10000001 (failed) of 2026-11-28.\nBest regards', ['CA10000001'], 2],
  ['a letter without IDs', 'Dear Ana,\nthe calls of Monday failed, both of them.\nRegards', [], 3],
  ['one row with a name', 'Müller\tCA10000001\t5', ['CA10000001'], 0],
  ['rows with names', 'Müller\tCA10000001\t5\nMeier\tCA10000002\t3', ['CA10000001', 'CA10000002'], 0],
  ['a ticket', 'Call ID: CA10000001\nStatus: failed\nNote: ask Ana', ['CA10000001'], 2],
  [
    'a sum between',
    'name,CA10000001\nTotal,26\nname,CA10000002\nname,CA10000003',
    ['CA10000001', 'CA10000002', 'CA10000003'],
    1,
  ],
  ['quotes in cells', 'Call ID,at\n„CA1“,1\n«CA2»,2', ['CA1', 'CA2'], 0],
];

for (const [what, text, ids, leftOut] of PICKED) {
  test(`picks the IDs of ${what}`, async () => {
    const found = await readText(text);
    expect(found.fresh).toEqual(ids);
    expect(found.leftOut).toHaveLength(leftOut);
    expect(sum(found)).toBe(found.found);
  });
}

const PHONES: [text: string, phones: string[], ids: string[]][] = [
  [
    'Customer called about sim-0s-failed-p1,\nring back on +49 171 1234567 or 030 7654321',
    ['+49 171 1234567 or 030 7654321'],
    ['sim-0s-failed-p1'],
  ],
  ['Phone +49 171 1234567', ['+49 171 1234567'], []],
  ['Tel. 030/1234567, (0171) 9876543', ['030/1234567, (0171) 9876543'], []],
  ['Telefon: 1234567, Anruf CA10000001', ['1234567'], ['CA10000001']],
  ['Mobile (+44) 20 7946-0958 about call-7f3c-1', ['(+44) 20 7946-0958'], ['call-7f3c-1']],
  ['please call back 5551234567', ['5551234567'], []],
  ['0171 9876543', ['0171 9876543'], []],
  ['Fax 0049.30.1234567\nCall ID 10000001', ['0049.30.1234567'], ['10000001']],
  ['see 01712345-12ab-4abc-9a7d-2c1f6e8b0d35 of 01.12.2026', [], ['01712345-12ab-4abc-9a7d-2c1f6e8b0d35']],
  ['on 01.12.2026 4711123 failed', [], ['4711123']],
];
for (const [text, phones, ids] of PHONES)
  test(`leaves out telephone numbers of ${JSON.stringify(text.slice(0, 24))}`, async () => {
    const found = await readText(text);
    expect(found.fresh).toEqual(ids);
    expect(
      found.leftOut.filter(({ reason }) => reason === 'Telephone number').map((one) => one.text),
    ).toEqual(phones);
  });

test('names the words beside IDs', async () => {
  const found = await readText('please see CA10000001 of nosuchcall\nBest regards');
  expect(found.words).toEqual(['please', 'see', 'of', 'nosuchcall']);
  expect(linesOf(found)).toEqual(['2 No call ID']);
});

test('takes words with a hyphen on a line mostly of IDs', async () => {
  const list = await readText('fail-500-x fail-404-x sim-1-a sim-2-b nosuchcall record-placeholders');
  expect(list.fresh).toEqual(['fail-500-x', 'fail-404-x', 'sim-1-a', 'sim-2-b', 'record-placeholders']);
  expect(list.words).toEqual(['nosuchcall']);
  expect((await readText('the follow-up of CA10000001.')).fresh).toEqual(['CA10000001']);
});

test('takes the notes of a ticket of several calls', async () => {
  const uuid = 'd6e8dc2f-003b-498d-83d0-9c121f38fd5a';
  const found = await readText(
    `Hi Jo,\n> 3 calls\n> failed: 3\n>\n> CA10000001: failed, error: busy, note: Ana, no route, labels: VIP\n> CA10000002: failed\n> ${uuid}: failed`,
  );
  expect(found.fresh).toEqual(['CA10000001', 'CA10000002', uuid]);
  expect([...found.extras]).toEqual([['CA10000001', { note: 'Ana, no route' }]]);
});

test('takes the first note of a call in a mail', async () => {
  const ticket = (note: string) => `2 calls\n\nCA10000001: failed, note: ${note}\nCA10000002: failed`;
  const found = await readText(`${ticket('settled')}\n\nThis morning:\n${ticket('urgent')}`);
  expect(found.extras.get('CA10000001')).toEqual({ note: 'settled' });
});

const TABLES: [what: string, rows: string[], header: number | undefined, column: number | string][] = [
  [
    'a header',
    ['Ticket\tConnection ID\tCustomer', 'INC0048211\tW-900113\tAna', 'INC0048212\tW-900114\tBen'],
    0,
    1,
  ],
  ['no header', ['INC0078120\tCON-1f0c-9e2d-7b\tRossi', 'INC0078121\tCON-1f0c-9e2d-7c\tNeri'], undefined, 1],
  [
    'IDs of SIP',
    ['ae72521052f7-4d21a6@10.20.0.5\tPR-2026-100', 'be72521052f7-4d21a7@10.20.0.5\tPR-2026-101'],
    undefined,
    0,
  ],
  ['one line', ['BLQ-20261128-00471, BLQ-20261128-00472, call-blq-7781'], undefined, EVERY_VALUE],
];

test('picks the column of calls beside tickets', async () => {
  for (const [what, rows, header, callId] of TABLES) {
    const options = guessOptions(await listOf(rows.join('\n')), origin);
    expect([what, options.header, options.columns.callId]).toEqual([what, header, callId]);
  }
  const found = await readText('01KB4X8Q2M7Z3T9WJ5R6YHNEVC, fail-404-a call-blq-7781');
  expect(found.fresh).toHaveLength(3);
});

test('lists what a mail has beside its ticket', async () => {
  const found = await readText('Call ID: CA10000001\nStatus: failed\n\nalso CA10000002 of SUP-1234\nThanks');
  expect(found.fresh).toEqual(['CA10000001', 'CA10000002']);
  expect(found.leftOut).toEqual([
    { line: 2, text: 'Status: failed', reason: 'No call ID' },
    { line: 4, text: 'SUP-1234', reason: 'Looks different from the other IDs', id: 'SUP-1234' },
    { line: 5, text: 'Thanks', reason: 'No call ID' },
  ]);
  expect(found.optional).toEqual(['SUP-1234']);
});

test('lists a line once', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `CA1000000${at + 10},x`);
  const found = await readText(['Call ID,n', ...rows, '1.2E+15,x'].join('\n'));
  expect(linesOf(found)).toHaveLength(1);
  expect(found.warned).toEqual([]);
});

test('knows a list of pairs by its header', async () => {
  expect(hasPairs(await listOf('campaignId,webhookId\nc1,w1'))).toBe(true);
  expect(hasPairs(await listOf('Call ID,Campaign ID,Webhook ID\na,c1,w1'))).toBe(false);
});

test('another column can be chosen', async () => {
  const text = 'id,name\na,b\nc,\n';
  expect(await read(text, column(1))).toMatchObject({
    fresh: ['b'],
    empty: 1,
  });
  expect(await read(text, every)).toMatchObject({ fresh: ['id', 'name', 'a', 'b', 'c'] });
});

test('counts lines as the file has them', async () => {
  const found = await readText('call_id,note\nCA1,"one\ntwo\nthree"\nCA1,x\n"CA\n2",x\nCA3,x');
  expect(found).toMatchObject({
    fresh: ['CA1', 'CA3'],
    repeated: 1,
  });
  expect(linesOf(found)).toEqual(['6 2 lines joined by a quote']);
});

test('does not read a line with a broken quote', async () => {
  const found = await readText('call_id,note\nCA1,"a"b\nCA2,x\n"CA4","d, e"');
  expect(found.fresh).toEqual(['CA2', 'CA4']);
  expect(found.leftOut).toEqual([{ line: 2, text: 'CA1,"a"b', reason: 'Quote out of place' }]);
});

/** Of any characters. A unit of fast-check's own lists all of Unicode first, which takes a second. */
const character = fc
  .integer({ min: 1, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code))
  .filter((one) => !/\p{Surrogate}/u.test(one));
const anyText = fc.string({ unit: character, maxLength: 12 });
const anyId = fc
  .string({
    unit: fc.oneof(fc.constantFrom(...'"\',;\t|= -@\u00e9'), fc.string({ minLength: 1, maxLength: 1 })),
    minLength: 1,
    maxLength: 20,
  })
  .filter((id) => id === readCallId(id) && isCallId(id) && !id.startsWith("'") && !findSpreadsheetFault(id));

test('reads back what the export writes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(anyId, anyText), { minLength: 1, maxLength: 20, selector: ([id]) => id }),
      async (rows) => {
        const text = toCsv([['Note', 'Call ID'], ...rows.map(([id, note]) => [note, id])]);
        const found = await read(text, column(1));
        expect(found.fresh).toEqual(rows.map(([id]) => id));
        expect(found.found).toBe(rows.length);
      },
    ),
  );
});

test('takes no value below the header for another header', async () => {
  const text = toCsv([
    ['Note', 'Call ID'],
    ['', '||id"'],
    ['', '!'],
  ]);
  expect((await read(text, column(1))).fresh).toEqual(['||id"', '!']);
});

for (const heading of ['Labels', 'List'])
  test(`an export brings back notes and "${heading}"`, async () => {
    const text = toCsv([
      ['Call ID', 'Status', 'Note', heading],
      ['a', 'failed', '=1+1, "ask" Ana', '@Renewals, VIP, vip'],
      ['=b', 'failed', undefined, undefined],
      ['a', 'failed', 'another', 'Other'],
    ]);
    const found = await readText(text);
    expect(found.fresh).toEqual(['a', '=b']);
    expect(found.extras.get('a')).toEqual({ note: '=1+1, "ask" Ana', labels: ['@Renewals', 'VIP'] });
    expect(found.extras.get('=b')).toEqual({});
    const other = await readText(text.replace('Call ID', 'Anruf'));
    expect(other.extras.get('a')).toEqual({ note: '=1+1, "ask" Ana' });
  });

for (const header of [
  'call_id,customer,note',
  'Call ID,by,Notes',
  'id,at,comment',
  'Anruf-ID,Kunde,Bemerkungen',
  'Call ID,Name,Notiz',
  'ID appel,client,Commentaire',
  'ID llamada,cliente,Observaciones',
  'Call ID,氏名,備考',
  '\ufeffCall-ID,x,COMMENTS',
])
  test(`reads the notes below "${header}"`, async () => {
    const found = await readText(`${header}\nid-1,Ana,no route\nid-2,Bo,`);
    expect(found.fresh).toEqual(['id-1', 'id-2']);
    expect([found.extras.get('id-1'), found.extras.get('id-2')]).toEqual([{ note: 'no route' }, {}]);
  });

test('takes any column as notes, but not that of the IDs', async () => {
  const text = 'call_id,customer\nid-1,Ana Lopez\nid-2,';
  for (const [note, expected] of [
    [undefined, {}],
    [0, {}],
    [1, { note: 'Ana Lopez' }],
  ] as const)
    expect((await read(text, { ...column(0), note })).extras.get('id-1')).toEqual(expected);
});

test('takes the IDs of an export without a check', async () => {
  const ids = [...Array.from({ length: 20 }, (_, at) => `call-${at}`), 'sample-ended'];
  expect((await readText(['Call ID,Status', ...ids.map((id) => `${id},failed`)].join('\n'))).warned).toEqual(
    [],
  );
  expect((await readText(['call_id,at', ...ids.map((id) => `${id},1`)].join('\n'))).warned).toHaveLength(1);
});

test('an export brings back seen failures', async () => {
  const found = await readText('Call ID,Failure seen\na,yes\nb,\n');
  expect([found.extras.get('a'), found.extras.get('b')]).toEqual([{ failureSeen: true }, {}]);
  expect(findMissing({}, found.extras.get('a'))).toEqual({ failureSeen: true });
  expect(findMissing({ failureSeen: true }, found.extras.get('a'))).toBe(undefined);
});

test('accounts for every ID of any text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: character }), fc.boolean(), async (text, hasHeader) => {
      for (const callId of [EVERY_VALUE, 0]) {
        const found = await read(text, { header: hasHeader ? 0 : undefined, columns: { callId } });
        expect(sum(found)).toBe(found.found);
        expect(new Set(found.fresh).size).toBe(found.fresh.length);
      }
    }),
  );
});
