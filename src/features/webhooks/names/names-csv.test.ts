import { deepStrictEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { toCsv } from '#src/lib/csv.ts';
import { isSendable } from '#src/lib/ids.ts';
import { cleanId, findSpreadsheetFault } from '#src/lib/spreadsheet.ts';
import { guessNameColumns, toNameRows, readNames, WANTED } from './names-csv.ts';
import { readList } from '#src/lists/read-list.ts';
import { MAX_NAME_LENGTH, collapseSpace, type NameBook } from './names.ts';

const { signal } = new AbortController();
const EMPTY: NameBook = { campaign: new Map(), webhook: new Map() };
const NONE_KNOWN = { campaign: new Set<string>(), webhook: new Set<string>() };
const PATTERNS = { campaign: /^cmp-\d+$/u, webhook: /^wh-\d+$/u };
const listOf = async (text: string) => {
  const list = await readList({ kind: 'text', text }, WANTED, signal);
  if (typeof list === 'string') throw new Error(list);
  return list;
};
const readInto = async (text: string, book = EMPTY) => {
  const list = await listOf(text);
  return readNames(list, guessNameColumns(list, NONE_KNOWN, PATTERNS), book);
};

const marks = [...'\'"=+-@,;|\t\n \ufeff\u200b＝é💡', "'=", '""', 'kind', 'שלום'];
const text = fc
  .array(fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 8 })
  .map((parts) => parts.join(''));
const id = text.filter((one) => one === cleanId(one) && isSendable(one) && !findSpreadsheetFault(one));
const name = text.map(collapseSpace).filter((one) => isSendable(one) && [...one].length <= MAX_NAME_LENGTH);
const names = fc.uniqueArray(fc.tuple(id, name), { selector: ([one]) => one, maxLength: 20 });

test('reads the exported names unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(names, names, async (campaigns, webhooks) => {
      const book = { campaign: new Map(campaigns), webhook: new Map(webhooks) };
      const found = await readInto(toCsv(toNameRows(book)));
      const of = (kind: string) =>
        found.changes.flatMap((one) => (one.kind === kind ? [[one.id, one.name]] : []));
      const again = await readInto(toCsv(toNameRows(book)), book);
      // Node's comparison: thousands of `expect` take tens of seconds.
      deepStrictEqual(
        { bad: found.bad, campaigns: of('campaign'), webhooks: of('webhook'), again },
        {
          bad: [],
          campaigns,
          webhooks,
          again: { changes: [], bad: [] },
        },
      );
    }),
    { numRuns: 80 },
  );
});

const COLUMNS = [
  ['name,Kind,ID', { kind: 1, id: 2, name: 0 }],
  ['Campaign ID,Campaign name', { kind: 'campaign', id: 0, name: 1 }],
  ['Label,x,webhook', { kind: 'webhook', id: 2, name: 0 }],
  ['id,name', { kind: '', id: 0, name: 1 }],
] as const;

for (const [head, columns] of COLUMNS) {
  test(`finds the columns of ${head}`, async () => {
    expect(guessNameColumns(await listOf(`${head}\n`), NONE_KNOWN, PATTERNS).columns).toEqual(columns);
  });
}

const KINDS = [
  ['id,name\nwh-1,A\nwh-2,B\ncmp-1,C', 'webhook'],
  ['cmp-1,A\ncmp-2,B\nwh-1,C', 'campaign'],
  ['cmp-1,A\nwh-1,B', ''],
  ['spring,A\nautumn,B', 'campaign'],
  ['crm,A\ncmp-7,B', 'webhook'],
  ['id,name\nother,A', ''],
] as const;

for (const [csv, kind] of KINDS) {
  test(`takes ${JSON.stringify(csv)} for ${kind || 'nothing'}`, async () => {
    const known = { campaign: new Set(['spring']), webhook: new Set(['crm']) };
    expect(guessNameColumns(await listOf(csv), known, PATTERNS).columns.kind).toBe(kind);
  });
}

test('distinguishes new, changed and same names', async () => {
  const book = {
    ...EMPTY,
    campaign: new Map([
      ['1', 'One'],
      ['2', 'Two'],
    ]),
  };
  expect(await readInto('campaign_id;name\n1;One\n2;Zwei\n3;Drei\n3;Drei\n', book)).toEqual({
    changes: [
      { kind: 'campaign', id: '2', name: 'Zwei' },
      { kind: 'campaign', id: '3', name: 'Drei' },
    ],
    bad: [],
  });
});

test('leaves out lines that are no name of an ID', async () => {
  const lines = [
    '',
    'kind\tid\tname',
    'call\t1\tOne',
    'campaign\t\tNo ID',
    'campaign\t2\t ',
    `campaign\t3\t${'x'.repeat(MAX_NAME_LENGTH + 1)}`,
    'campaign\t4\t"Two',
    'lines"',
    '',
    'Webhooks\t4\tHook',
    'campaign\t4\tOther',
    'campaign\t5',
  ];
  const found = await readInto(lines.join('\r\n'));
  expect(found).toMatchObject({
    changes: [
      { kind: 'campaign', id: '4', name: 'Two lines' },
      { kind: 'webhook', id: '4', name: 'Hook' },
    ],
    bad: [
      { line: 3, reason: 'no kind' },
      { line: 4, reason: 'no ID' },
      { line: 5, reason: 'no name' },
      { line: 6, reason: `name over ${MAX_NAME_LENGTH} characters` },
      { line: 11, reason: 'another name for this ID' },
      { line: 12, reason: 'no name' },
    ],
  });
});

test('leaves out a line with a broken quote', async () => {
  expect(await readInto('kind,id,name\ncampaign,1,One\ncampaign,2,"Two"x')).toMatchObject({
    changes: [{ kind: 'campaign', id: '1', name: 'One' }],
    bad: [{ line: 3, reason: 'open quote', text: 'campaign,2,"Two"x' }],
  });
});
