import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import { findUnnamed } from '#src/lists/columns.ts';
import { toResultRows } from '#src/features/webhooks/run/run-export.ts';
import { addSent, type PairState } from '#src/log/sent-pairs.ts';
import { PAIR_COLUMNS, type IdPatterns } from '#src/features/webhooks/change/change.ts';
import { isDoubted, type Draft, type DraftFilter } from './draft.ts';
import { describeCheck, describeWarnings, listOmittable } from './describe-check.ts';
import { swapColumns } from './draft-columns.ts';
import { planRun } from './draft-plan.ts';
import { readDraft, type DraftInput } from './draft-read.ts';

const NO_PATTERNS = { campaign: undefined, webhook: undefined };

const NAMES = { campaign: new Map([['cmp-1003', 'Summer']]), webhook: new Map<string, string>() };

const tryRead = (input: DraftInput, patterns: IdPatterns = NO_PATTERNS) =>
  readDraft(input, 'attach', { signal: new AbortController().signal, patterns, names: NAMES });
const read = async (input: DraftInput): Promise<Draft> => {
  const draft = await tryRead(input);
  if (typeof draft === 'string') throw new Error(draft);
  return draft;
};
const readText = (...lines: string[]) => read({ kind: 'text', text: lines.join('\n') });

const checks = (draft: Draft, filter: DraftFilter = 'all') =>
  draft
    .lines(filter)
    .map(({ line, status, fault, sameAs }) =>
      [line, status, fault ?? sameAs].filter((part) => part !== undefined).join(' '),
    );
const pairs = (draft: Draft) =>
  draft.getState().pairs.map(({ campaignId, webhookId }) => `${campaignId} ${webhookId}`);

const stateOf = (
  operation: 'attach' | 'detach',
  webhookId: string,
  outcome: 'accepted' | 'unknown' = 'accepted',
): PairState => {
  const pair = { campaignId: 'c1', webhookId };
  return addSent(undefined, {
    id: '1',
    at: 5,
    tab: 't',
    operation,
    ...pair,
    outcome,
    undoneBy: undefined,
    later: undefined,
  });
};

test('says what is wrong with each line', async () => {
  const draft = await readText(
    'campaign,webhook',
    'c1,w1',
    'c1,',
    ',w1',
    'c1,w1,w2',
    'c1,w1',
    'c1,"w\n1"',
    ' c2 , w2 ',
  );
  expect(checks(draft)).toEqual([
    '1 header',
    '2 ready',
    '3 invalid No webhook ID',
    '4 invalid No campaign ID',
    '5 invalid 3 values, expected 2',
    '6 duplicate 2',
    '7 invalid 2 lines joined by a quote',
    '9 ready',
  ]);
  expect(pairs(draft)).toEqual(['c1 w1', 'c2 w2']);
  expect(draft.getState()).toMatchObject({
    counts: { all: 8, ready: 2, invalid: 4, duplicate: 1 },
  });
});

test('refuses the 10,001st pair, but not a header before 10,000', async () => {
  const text = Array.from({ length: 10_001 }, (_, at) => `c1,w${at}`).join('\n');
  expect(await tryRead({ kind: 'text', text })).toBe('too-many-lines');
  const withHeader = await readText(text.replace('c1,w0', 'campaign,webhook'));
  expect(withHeader.getState().counts).toMatchObject({ header: 1, ready: 10_000 });
});

test('sends an edited line, and each pair once', async () => {
  const draft = await readText('c1,', 'c1,w1');
  draft.edit(0, { campaignId: 'c1', webhookId: 'w1' });
  expect(checks(draft)).toEqual(['1 ready', '2 duplicate 1']);
  const restore = draft.remove(0);
  expect(checks(draft)).toEqual(['2 ready']);
  restore();
  expect(checks(draft)).toEqual(['1 ready', '2 duplicate 1']);
});

test('restores an edited line, unless it was edited since', async () => {
  const draft = await readText('c1,', 'c2,');
  const undo = [0, 1].map((index) => draft.edit(index, { campaignId: 'c1', webhookId: `w${index}` }));
  draft.edit(1, { campaignId: 'c3', webhookId: 'w3' });
  for (const restore of undo) restore();
  expect(checks(draft)).toEqual(['1 invalid No webhook ID', '2 ready']);
  expect(draft.lines('ready')).toMatchObject([{ campaignId: 'c3' }]);
});

test('never makes a line with a broken quote ready', async () => {
  const draft = await readText('c1,w1', 'c2,"w2"x', 'c3,"w3,new', '"c4;w4"x', 'c5,w5', 'c6,w6');
  expect(checks(draft, 'invalid')).toEqual([2, 3, 4].map((line) => `${line} invalid Quote out of place`));
  expect(draft.lines('invalid')).toMatchObject([
    { campaignId: '', webhookId: '', text: 'c2,"w2"x' },
    { campaignId: '', webhookId: '', text: 'c3,"w3,new' },
    { campaignId: '', webhookId: '', text: '"c4;w4"x' },
  ]);
});

test('warns of a line that may hold others', async () => {
  const draft = await readText('c1,w1,"d', 'c2,w2,e', 'c3,w3,f"', 'c4,w4,"one', 'two"', 'c5,w5,g');
  expect(draft.lines('ready').map(({ line, warnings }) => `${line} ${warnings.join()}`)).toEqual([
    '1 joined',
    '4 ',
    '6 ',
  ]);
});

test('reads other columns and keeps edited lines', async () => {
  const draft = await readText('c1,w1', 'c2,w2');
  draft.edit(0, { campaignId: 'typed', webhookId: 'w9' });
  const { picked } = draft.getState();
  draft.choose({ picked: { ...picked, columns: { campaign: 1, webhook: 0 } } });
  expect(pairs(draft)).toEqual(['typed w9', 'w2 c2']);
  draft.choose({ picked: { ...picked, header: 0 } });
  expect(pairs(draft)).toEqual(['c2 w2']);
});

test('leaves out pairs that were sent before', async () => {
  const draft = await readText('c1,w1', 'c1,w2', 'c1,w3');
  draft.setSent([stateOf('attach', 'w1'), stateOf('detach', 'w2')]);
  expect(checks(draft, 'repeated')).toEqual(['1 ready']);
  draft.choose({ omitted: ['repeated'] });
  expect(pairs(draft)).toEqual(['c1 w2', 'c1 w3']);
  expect(draft.getState().counts).toMatchObject({ ready: 2, omitted: 1, repeated: 0 });
  draft.choose({ operation: 'detach' });
  expect(checks(draft, 'omitted')).toEqual(['2 omitted']);
  expect(pairs(draft)).toEqual(['c1 w1', 'c1 w3']);
});

test('compares edited lines, too, and warns of unknown outcomes', async () => {
  const draft = await readText('c1,w1', 'c1,new');
  draft.setSent([stateOf('attach', 'w1', 'unknown'), stateOf('attach', 'w2')]);
  expect(draft.lines('warned').map(({ line, warnings }) => [line, warnings])).toEqual([[1, ['unknown']]]);
  draft.edit(1, { campaignId: 'c1', webhookId: 'w2' });
  expect(checks(draft, 'repeated')).toEqual(['2 ready']);
});

test('keeps the numbers of an earlier run’s lines', async () => {
  const run = { operation: 'detach', source: 'a.csv', earlier: { run: 'r1', isUndo: true } } as const;
  const lines = [{ campaignId: 'c1', webhookId: 'w1', sourceLine: 7 }];
  const draft = await read({ kind: 'follow-up', followUp: { run, lines, note: '1 pair left out.' } });
  expect(draft.getState().pairs).toEqual(lines);
  expect(draft.getState()).toMatchObject({ ...run, note: '1 pair left out.' });
});

test('keeps planned IDs to the letter', async () => {
  const run = { operation: 'detach', source: '' } as const;
  const planned = [' c1', 'c1', 'c1 ', 'Spring'].map((campaignId) => ({ campaignId, webhookId: 'w1' }));
  const draft = await read({ kind: 'follow-up', followUp: { run, lines: planned } });
  expect(draft.getState().pairs).toEqual(planned);
  expect(pairs(await readText(' c1 ,w1', 'Spring,w1'))).toEqual(['c1 w1', 'Spring w1']);
});

test('reads its own export without the guards', async () => {
  const draft = await readText(
    'campaignId,webhookId,Outcome,Status,Answer,Time',
    "c1,'=cmd,accepted,200,200 in 5 ms,",
  );
  expect(pairs(draft)).toEqual(['c1 =cmd']);
});

test('takes the state in its own export for no operation', async () => {
  const draft = await readText(
    'Campaign ID,Webhook ID,Campaign name,Webhook name,State,Last operation,Last outcome,Time (UTC)',
    'c1,w1,,,attached,attach,accepted,',
    'c1,w2,,,attached,attach,accepted,',
  );
  draft.choose({ operation: 'detach' });
  expect(draft.getState().counts).toMatchObject({ ready: 2, warned: 0 });
});

test('warns of unknown lines in its own export', async () => {
  const draft = await readText(
    'campaignId,webhookId,Outcome,Status,Answer,Time',
    'c1,w1,refused,422,422 in 5 ms,',
    'c1,w2,unknown,,No answer,',
  );
  expect(draft.getState().lines.map(({ warnings }) => warnings)).toEqual([[], [], ['unknown']]);
});

/** Results of an attach run, the last of it left out. */
const RESULTS = [
  'Campaign ID,Webhook ID,Status,Kommentar,Operation,Line,Outcome,Status,Answer,Time (UTC)',
  'cmp-1,wh-1,live,,attach,2,accepted,200,200 in 5 ms,',
  'cmp-2,wh-2,live,,attach,3,refused,422,422 in 5 ms,',
  'cmp-3,wh-3,live,,attach,4,unknown,,No answer,',
  'cmp-4,wh-4,live,,attach,5,not sent,,,',
  'cmp-5,wh-5,live,,attach,6,"accepted, with a message",200,queued,',
  'cmp-6,wh-6,draft,,,7,left out,,"Left out, says Status: draft",',
  'cmp-2,wh-2,draft,,,8,duplicate,,Same as line 3,',
  'Summe,6,,,,9,left out,,Total line,',
];
const AGAIN = [
  'Campaign ID Webhook ID Header line',
  'cmp-1 wh-1 Left out, accepted before',
  'cmp-2 wh-2 says Status: draft (line 8)',
  'cmp-3 wh-3 sent before, outcome unknown',
  'cmp-4 wh-4',
  'cmp-5 wh-5',
  'cmp-6 wh-6 Left out, as before',
  'cmp-2 wh-2 Same as line 3',
  'Summe 6 Total line',
];

test('sends of its own results only what is left', async () => {
  const draft = await readText(...RESULTS);
  expect(describe(draft)).toEqual(AGAIN);
  expect(draft.getState().unread).toBe('Columns Status, Kommentar, Operation aren’t sent');
  const kinds = listOmittable(draft.getState(), true);
  expect(kinds.map(({ text }) => text)).toEqual([
    '1 line may not be meant: “Status: draft (line 8)”.',
    '1 of these pairs was accepted before.',
    '1 of these lines was left out before.',
  ]);
  draft.choose({ omitted: [] });
  expect(describe(draft)[1]).toBe('cmp-1 wh-1 accepted before');
  expect(describe(draft)[6]).toBe('cmp-6 wh-6 says Status: draft, left out before');
});

test('asks before results of a detach are attached', async () => {
  const draft = await readText(...RESULTS.map((line) => line.replace(',attach,', ',detach,')));
  expect(describe(draft)[1]).toBe('cmp-1 wh-1 says Operation: detach');
  draft.choose({ operation: 'detach' });
  expect(describe(draft)[1]).toBe('cmp-1 wh-1 Left out, accepted before');
});

test('reads its own results with a column after them', async () => {
  const draft = await readText(...RESULTS.map((line, at) => `${line},${at === 0 ? 'Who' : 'Ann'}`));
  expect(describe(draft)).toEqual(AGAIN);
});

test('exports results of results without the first ones', async () => {
  const draft = await readText(...RESULTS);
  const { run, lines, input } = planRun(draft);
  const results = lines.map((line) => ({
    line: Object.assign({}, line, { state: 'accepted', requests: 1 } as const),
    run: { id: 'r', at: 0, operation: run.operation },
  }));
  const { rows } = await toResultRows('r', results, { ...input, isInherited: false });
  expect(rows.slice(0, 3).map((row) => row.slice(0, 8).join())).toEqual([
    'Campaign ID,Webhook ID,Status,Kommentar,Operation,Line,Outcome,Status',
    'cmp-1,wh-1,live,,,2,left out,',
    'cmp-2,wh-2,live,,attach,3,accepted,',
  ]);
});

test('leaves out no ended campaign of a detach', async () => {
  const draft = await readText('Campaign,Webhook,Status', 'cmp-1,wh-1,ended', 'cmp-2,wh-2,draft');
  draft.choose({ operation: 'detach' });
  expect(draft.lines('warned').map(({ campaignId }) => campaignId)).toEqual(['cmp-2']);
  draft.choose({ operation: 'attach', omitted: ['says'] });
  expect(planRun(draft).input.detachNext).toBeUndefined();
});

test('warns of IDs unlike their pattern, and of a space inside', async () => {
  const patterns = { campaign: /^c\d+$/, webhook: /^w\d+$/ };
  const draft = await tryRead({ kind: 'text', text: 'c1,w1\nw2,c2\nc3,w 3\nc4,x4' }, patterns);
  if (typeof draft === 'string') throw new Error(draft);
  expect(draft.getState().lines.map(({ warnings }) => warnings)).toEqual([
    [],
    ['swapped'],
    ['spaced'],
    ['unlike'],
  ]);
});

test('removes hidden characters and counts their lines', async () => {
  const draft = await readText('c1 , w\u200b1', '\u00a0c2,w2', 'c3,="007"');
  expect(pairs(draft)).toEqual(['c1 w1', 'c2 w2', 'c3 007']);
  expect(draft.getState().cleaned).toBe(1);
});

test('sends IDs that a spreadsheet shortened only by choice', async () => {
  const draft = await readText('c1;1,23E+15', 'c1;1234567890123450', 'c1;w1', '#N/A;w2');
  expect(checks(draft)).toEqual([
    '1 invalid Shortened by the spreadsheet',
    '2 invalid Shortened by the spreadsheet',
    '3 ready',
    '4 invalid No campaign ID',
  ]);
  draft.choose({ takesShortened: true });
  expect(pairs(draft)).toEqual(['c1 1,23E+15', 'c1 1234567890123450', 'c1 w1']);
});

test('tells lines joined by an open quote', async () => {
  const draft = await readText('campaign,webhook,note', 'c1,w1,"open', 'c2,w2,x', 'c3,w3,y"', 'c4,w4,z');
  expect(draft.lines('warned').map(({ line, warnings, text }) => [line, warnings, text])).toEqual([
    [2, ['joined'], 'c1,w1,"open\nc2,w2,x\nc3,w3,y"'],
  ]);
});

test('leaves out what is above the header, and the header again', async () => {
  const draft = await readText(
    'Webhooks of 28 Nov',
    'webhook;campaign',
    'w1;c1',
    'webhook;campaign',
    'w2;c2',
    'Total;2',
  );
  expect(draft.getState().lines.map(({ place }) => place)).toEqual([
    'above',
    'header',
    undefined,
    'again',
    undefined,
    undefined,
  ]);
  expect(pairs(draft)).toEqual(['c1 w1', 'c2 w2']);
  expect(draft.lines('warned').flatMap(({ says }) => says ?? [])).toEqual([]);
});

test('leaves out a total until it is fixed', async () => {
  const draft = await readText('campaign;webhook', 'c1;w1', 'Total;1');
  expect(draft.lines('invalid')).toMatchObject([{ line: 3, fault: 'Total line', text: 'Total;1' }]);
  draft.edit(2, { campaignId: 'Total', webhookId: '1' });
  expect(pairs(draft)).toEqual(['c1 w1', 'Total 1']);
});

test('warns of attaching what was detached', async () => {
  const draft = await readText('c1,w1', 'c1,w2', 'c1,w3');
  draft.setSent([stateOf('attach', 'w1'), stateOf('detach', 'w2')]);
  const asked = () => describeWarnings(draft.getState(), true);
  const [line] = draft.lines('warned');
  expect(line && describeCheck(line, 5).text).toMatch(/^Ready, detached at /);
  expect(draft.getState().counts).toMatchObject({ warned: 1, repeated: 1 });
  expect(asked()).toEqual(['This browser detached 1 pair: this attaches it again. Line 2: c1, w2.']);
  draft.choose({ omitted: ['detached'] });
  expect(pairs(draft)).toEqual(['c1 w1', 'c1 w3']);
  expect(draft.getState().counts).toMatchObject({ ready: 2, omitted: 1, warned: 0 });
  expect(asked()).toEqual([]);
  expect(planRun(draft).input.leftOut).toMatchObject([{ reason: 'repeated', text: 'Detached before' }]);
});

test('names each warning with its count and its first line', async () => {
  const draft = await readText('c1,w 1', 'c2,w 2', 'c1,https://x.example');
  expect(describeWarnings(draft.getState(), true)).toEqual([
    '1 pair has an ID that doesn’t look like one. Line 3: c1, https://x.example.',
    '2 pairs have a space inside an ID. Line 1: c1, w 1.',
  ]);
  expect(describeWarnings((await readText('c1,w1')).getState(), true)).toEqual([]);
});

/** Above `w1;c1` and two more lines: the pair that is read of the last, and what has no named column. */
const HEADERS: [header: string, pair: string, unnamed: string][] = [
  ['Webhook ID;Campaign ID', 'c3 w3', ''],
  ['Hook;Campaign', 'c3 w3', ''],
  ['Hook;Owner', 'c3 w3', 'campaign ID'],
  ['Webhook ID;Kampagnennummer', 'c3 w3', 'campaign ID'],
  ['Endpoint;Campaign', 'c3 w3', 'webhook ID'],
  ...['Campaña', 'CAMPAN\u0303AS', 'ID de la campaña', 'ID campagna', 'Kampagnen'].map(
    (name): [string, string, string] => [`Webhook;${name}`, 'c3 w3', ''],
  ),
  ['Created by;Ana\n\nWebhook ID;Reference', 'c3 w3', 'campaign ID'],
  ['Campaign Name;Id', 'w3 c3', 'campaign ID, webhook ID'],
  ['Webhook Name;Campaign Ref', 'w3 c3', 'campaign ID, webhook ID'],
  ['w0;c0', 'w3 c3', ''],
];
for (const [header, pair, unnamed] of HEADERS) {
  test(`reads columns under ${JSON.stringify(header)}`, async () => {
    const draft = await readText(...header.split('\n'), 'w1;c1', 'w2;c2', 'w3;c3');
    const { list, picked } = draft.pairList;
    expect(pairs(draft).at(-1)).toBe(pair);
    expect(list && findUnnamed(list, PAIR_COLUMNS, picked).join(', ')).toBe(unnamed);
  });
}

/** Of three lines and a header that names neither ID: the last pair, and what isn't sent. */
const UNNAMED: [header: string, format: (n: number) => string, pair: string, unread: string][] = [
  [
    'Record ID,Record type,Associated ID',
    (n) => `c_9f3${n},campaign,hk_2${n}`,
    'c_9f33 hk_23',
    'Column Record type isn’t',
  ],
  ['Réf;Statut;Connecteur', (n) => `P24-00${n};Active;H${n}`, 'P24-003 H3', 'Column Statut isn’t'],
  ['Reference,Owner,Endpoint', (n) => `10000${n},Ann,50${n}`, '100003 503', 'Column Owner isn’t'],
  [
    'entity_id,entity_type,callback_id,callback_url,enabled',
    (n) => `c_${n},campaign,hk_${n},https://h.example/${n},true`,
    'c_3 hk_3',
    'Columns entity_type, callback_url, enabled aren’t',
  ],
];
for (const [header, format, pair, unread] of UNNAMED) {
  test(`guesses columns under ${header.slice(0, 35)}`, async () => {
    const draft = await readText(header, ...[1, 2, 3].map(format));
    const { list, picked } = draft.pairList;
    expect(draft.getState().counts).toMatchObject({ header: 1, ready: 3 });
    expect(pairs(draft).at(-1)).toBe(pair);
    expect(draft.getState().unread).toBe(`${unread} sent`);
    expect(list && findUnnamed(list, PAIR_COLUMNS, picked)).toEqual(['campaign ID', 'webhook ID']);
  });
}

test('takes IDs that contain the words of a header', async () => {
  const draft = await readText('campaign-a;webhook-a', 'campaign-b;webhook-b', 'campaign-c;webhook-c');
  const { list, picked } = draft.pairList;
  expect(pairs(draft)).toHaveLength(3);
  expect(list && findUnnamed(list, PAIR_COLUMNS, picked)).toEqual([]);
});

/** Each line with what the check says of it. */
const describe = (draft: Draft): string[] =>
  draft.getState().lines.map((line) => {
    const check = describeCheck(line, 5).text.replace(/^Ready(?:, )?/, '');
    return [line.campaignId, line.webhookId, check].filter((part) => part !== '').join(' ');
  });

const UNLIKE = 'not like the others';
const NO_ID = 'doesn’t look like an ID';
const SWAPPED = 'swapped?';
const LABEL = 'A label in place of an ID';
const WORDS = 'Words in place of IDs';
const MORE = 'More than two words';
const HEADER = 'Campaign Webhook Header line';
const PAIRS = ['cmp-1 wh-1', 'cmp-2 wh-2'];
const BOTH = ['cmp-1 wh-1 1 of 2 in this line', 'cmp-1 wh-2 2 of 2 in this line'];
const numbered = (count: number, format: (n: number) => string) =>
  Array.from({ length: count }, (_, at) => format(at + 1)).join('\n');
const uuid = (n: number) => `${String(n * 54_321).padStart(8, 'c')}-aaaa-4bbb-8ccc-0123456789ab`;

/** Of long lists, only lines of which the check says something. */
const REAL_LISTS: [what: string, text: string, lines: string[]][] = [
  [
    'a chat',
    'Hi Bob\ncmp-3 wh-3\ncmp-4 wh-4\nThanks Ann',
    [`Hi Bob ${WORDS}`, 'cmp-3 wh-3', 'cmp-4 wh-4', `Thanks Ann ${WORDS}`],
  ],
  [
    'a ticket with bullets',
    'Please attach these today:\n- cmp-3 wh-3\n* cmp-4 and wh-4\n• cmp-5 -> wh-5\nThanks, Ann',
    [`Please attach, these, today: ${MORE}`, 'cmp-3 wh-3', 'cmp-4 wh-4', 'cmp-5 wh-5', `Thanks Ann ${WORDS}`],
  ],
  ['a numbered list', '1. cmp-1, wh-1\n2) cmp-2, wh-2', ['cmp-1 wh-1', 'cmp-2 wh-2']],
  [
    'a Markdown table with marks',
    '| Campaign | Webhook | State |\n|---|---|---|\n| `cmp-1` | `wh-1` | ok |\n| **cmp-2** | wh-2 | ok |',
    [HEADER, '--- --- No data', ...PAIRS],
  ],
  ['Markdown without a header', '| `cmp-1` | `wh-1` | ok |\n| `cmp-2` | `wh-2` | ok |', PAIRS],
  ['backticks', '`cmp-1`, `wh-1`\n`cmp-2`,\t`wh-2`', PAIRS],
  ['backticks and tabs', '`cmp-1`\t`wh-1`\n`cmp-2`\t`wh-2`', PAIRS],
  ['asterisks', '*cmp-1*, *wh-1*\n- **cmp-2**, **wh-2**', PAIRS],
  ['asterisks and spaces', '* *cmp-1* *wh-1*\n* *cmp-2* *wh-2*', PAIRS],
  ['marks in some lines', `cmp-1,wh-1\n\`cmp-2\`,{{wh-2}}\n${numbered(9, (n) => `cmp-10${n},wh-${n}`)}`, []],
  ['a mark left', 'cmp-1,`wh-1\ncmp-2,wh-2', [`cmp-1 \`wh-1 ${NO_ID}`, 'cmp-2 wh-2']],
  ['slashes', 'cmp-x / wh-y\ncmp-z / wh-z', ['cmp-x wh-y', 'cmp-z wh-z']],
  ['arrows', 'cmp-1→wh-1\ncmp-2 => wh-2', ['cmp-1 wh-1', 'cmp-2 wh-2']],
  [
    'records',
    'Campaign: cmp-1\nWebhook: wh-1\n\nCampaign: cmp-2\nWebhook: wh-2',
    ['Campaign Webhook Header line', 'cmp-1 wh-1', 'cmp-2 wh-2'],
  ],
  [
    'records with another line',
    'Campaign: cmp-1\nWebhook: wh-1\nDone today',
    ['Campaign: cmp-1', 'Webhook: wh-1'].map((line) => `${line} ${LABEL}`).concat(`Done today ${WORDS}`),
  ],
  ['a date', '12/03/2026,wh-1\ncmp-2,10:01', [`12/03/2026 wh-1 ${NO_ID}`, `cmp-2 10:01 ${NO_ID}`]],
  [
    'two webhooks',
    'cmp-1,wh-1;wh-2\ncmp-2,wh-1|wh-2',
    [...BOTH, ...BOTH.map((line) => line.replace('cmp-1', 'cmp-2'))],
  ],
  ...[
    'cmp-1;wh-1, wh-2',
    'cmp-1\twh-1 / wh-2',
    'cmp-1\twh-1 wh-2',
    'cmp-1\t"wh-1\nwh-2"',
    'cmp-1;"wh-1\r\nwh-2"',
    'cmp-1\twh-1 und wh-2',
  ].map((text): [string, string, string[]] => [JSON.stringify(text), text, BOTH]),
  [
    'webhooks of letters',
    'cmp-1;crm-main, slack-alerts',
    ['crm-main', 'slack-alerts'].map((id, at) => `cmp-1 ${id} ${at + 1} of 2 in this line`),
  ],
  ['numbers', 'cmp-1;101, 102', ['101', '102'].map((id, at) => `cmp-1 ${id} ${at + 1} of 2 in this line`)],
  ['several webhooks after a space', 'cmp-1 wh-1, wh-2', ['cmp-1 wh-1 wh-2 space inside']],
  ['two separators', 'cmp-1 | wh-1; wh-2', [`cmp-1 | wh-1 wh-2 space inside`]],
  ['a webhook twice in a cell', 'cmp-1;wh-1, wh-1\ncmp-2;wh-2', PAIRS],
  ['several webhooks in columns', 'cmp-1, wh-1, wh-2', ['cmp-1 No webhook ID column']],
  ...['cmp-1;wh-1/wh-2', 'cmp-1;wh-1+wh-2'].map((text): [string, string, string[]] => [
    text,
    text,
    [`${text.replace(';', ' ')} ${NO_ID}`],
  ]),
  [
    'what may be one',
    'cmp-1;w/1\ncmp-2;1,234\ncmp-3;wh-1/new',
    ['cmp-1 w/1', `cmp-2 1,234 ${NO_ID}`, 'cmp-3 wh-1/new'],
  ],
  ['two IDs on both sides', 'cmp-1, cmp-2;wh-1, wh-2', ['cmp-1, cmp-2 wh-1, wh-2 space inside']],
  [
    'campaigns alone',
    'Please attach wh-9 to:\ncmp-101, cmp-102, cmp-103',
    [
      `Please attach wh-9 to: ${LABEL}`,
      ...['cmp-101', 'cmp-102', 'cmp-103'].map((id) => `${id} No webhook ID`),
    ],
  ],
  [
    'many names that begin with a quote',
    `Campaign name\tCampaign ID\tWebhook ID\n${numbered(30, (n) => `"Early bird" ${n}\tcmp-${n}\twh-${n}`)}`,
    ['Campaign ID Webhook ID Header line'],
  ],
  ['a full stop', 'cmp-1, wh-1.\ncmp-2, wh-2', [`cmp-1 wh-1. ${NO_ID}`, 'cmp-2 wh-2']],
  ['signs', '-,wh-1\ncmp-2,wh-2:', [`- wh-1 ${NO_ID}`, `cmp-2 wh-2: ${NO_ID}`]],
  [
    'some swapped lines',
    numbered(300, (n) => (n % 100 === 0 ? `wh-4;cmp-${1000 + n}` : `cmp-${1000 + n};wh-${n % 9}`)),
    ['wh-4 cmp-1100', 'wh-4 cmp-1200', 'wh-4 cmp-1300'].map((line) => `${line} ${SWAPPED}`),
  ],
  [
    'a swapped line of prefixes that say nothing',
    numbered(30, (n) => (n === 7 ? 'target_7;promo_7' : `promo_${n};target_${n}`)),
    [`target_7 promo_7 ${SWAPPED}`],
  ],
  [
    'a value without the prefix of its column',
    numbered(30, (n) => (n === 7 ? '1007;wh-7' : `cmp-${n};wh-${n}`)),
    [`1007 wh-7 ${UNLIKE}`],
  ],
  [
    'swapped headers',
    `Campaign ID;Webhook ID\n${numbered(9, (n) => `wh-${n};cmp-${n}`)}`,
    ['Campaign ID Webhook ID Header line'],
  ],
  ['two campaigns', 'cmp-1;cmp-2', ['cmp-1 No webhook ID', 'cmp-2 No webhook ID']],
  [
    'two campaigns among pairs',
    'cmp-1;wh-1\ncmp-1;cmp-1\ncmp-1;cmp-2',
    ['cmp-1 wh-1', 'cmp-1 cmp-1 two IDs of one kind', 'cmp-1 cmp-2 two IDs of one kind'],
  ],
  ['IDs with one beginning', 'a12f;a3e4', ['a12f a3e4']],
  ['IDs of one tenant', 'acme/1;acme/7\nacme/2;acme/8', ['acme/1 acme/7', 'acme/2 acme/8']],
  ['a name', 'summer;wh-1\ncmp-1003;wh-2', ['summer wh-1 this is the name of cmp-1003', 'cmp-1003 wh-2']],
  [
    'a pair above the header',
    '[10:01] Ann: cmp-1 wh-1\nSpring report\nCampaign ID;Webhook ID\ncmp-2;wh-2\ncmp-3;wh-3',
    [
      '[10:01] Ann: cmp-1 wh-1 Above the header',
      'Spring report Above the header',
      'Campaign ID Webhook ID Header line',
      'cmp-2 wh-2',
      'cmp-3 wh-3',
    ],
  ],
  ['UUIDs', numbered(30, (n) => `${uuid(100 + n)};${uuid(n)}`), []],
  ['numbers for both', numbered(30, (n) => `${n};${31 - n}`), []],
  ['long numbers', numbered(30, (n) => `9000${1000 + n};${7_000_000 + (n % 4)}`), []],
  [
    'words',
    'spring-sale;crm\nvivid;slack\nautumn-2026;crm\nwinter;mail2\nvip;slack\neaster-2026;crm2\nbasics;mail2',
    [],
  ],
  ['words with and without digits', 'spring;crm\nwinter;crm\nautumn;slack\nsale2026;crm2', []],
  ['random IDs', numbered(12, (n) => `${(n * 48_271).toString(36)}k;${(n * 16_807).toString(36)}z`), []],
  ['one campaign', numbered(12, (n) => `spring;wh-${n}`), []],
  ['IDs of several systems', numbered(12, (n) => `${['cmp-', 'crm_', 'x'][n % 3]}${n};wh-${n}`), []],
  [
    'a list in quotes with notes',
    'campaign,webhook,note\ncmp-1,wh-1,"a\n- b c"\ncmp-2,wh-2,d',
    ['campaign webhook Header line', 'cmp-1 wh-1', 'cmp-2 wh-2'],
  ],
  ['a verb before the pairs', 'attach cmp-1 wh-1', [`attach cmp-1, wh-1 ${MORE}`]],
  ['a verb in a column', 'attach,cmp-1,wh-1\nattach,cmp-2,wh-2', PAIRS],
  ['a name before the pairs', 'Spring,cmp-1,wh-1\nSummer,cmp-2,wh-2', PAIRS],
  [
    'label columns',
    'Campaign,cmp-1,Webhook,wh-1\nCampaign,cmp-2,Webhook,wh-2',
    ['Header line', 'No campaign ID'],
  ],
  ['a move', 'Move wh-9 from cmp-1 to cmp-2', [`Move wh-9, from, cmp-1, to, cmp-2 ${MORE}`]],
  [
    'a negation',
    'attach cmp-1 wh-1\nplease do NOT attach cmp-2 wh-2',
    [`attach cmp-1, wh-1 ${MORE}`, `please do, NOT, attach, cmp-2, wh-2 ${MORE}`],
  ],
  [
    'a sentence between pairs',
    'Hi Bob\ncmp-1 wh-1\nplease leave cmp-3 alone\ncmp-2 wh-2',
    [`Hi Bob ${WORDS}`, 'cmp-1 wh-1', `please leave, cmp-3, alone ${MORE}`, 'cmp-2 wh-2'],
  ],
  [
    'an action',
    'Action,Campaign,Webhook\nattach,cmp-1,wh-1\nRemove,cmp-2,wh-2\n,cmp-3,wh-3',
    [HEADER, 'cmp-1 wh-1', 'cmp-2 wh-2 says Action: Remove', 'cmp-3 wh-3'],
  ],
  ['actions without a header', 'cmp-1;wh-1;add\ncmp-2;wh-2;delete', ['cmp-1 wh-1', 'cmp-2 wh-2 says delete']],
  [
    'both actions for one pair',
    'cmp-1;wh-1;add\ncmp-2;wh-2;add\ncmp-1;wh-1;remove',
    ['cmp-1 wh-1 says remove (line 3)', 'cmp-2 wh-2', 'cmp-1 wh-1 Same as line 1'],
  ],
  [
    'marks below Remove',
    'Campaign,Webhook,Remove,VIP\ncmp-1,wh-1,,1\ncmp-2,wh-2,x,0\ncmp-3,wh-3,no,1',
    [HEADER, 'cmp-1 wh-1', 'cmp-2 wh-2 says Remove: x', 'cmp-3 wh-3'],
  ],
  ...['Attach,Detach', 'Add,Remove', 'Ajouter,Retirer'].map((heads): [string, string, string[]] => {
    const [add = '', remove = ''] = heads.split(',');
    return [
      `ticks below ${heads}`,
      `Campaign,Webhook,${heads}\ncmp-1,wh-1,x,\ncmp-2,wh-2,,x\ncmp-3,wh-3,yes,no\ncmp-4,wh-4,x,x`,
      [
        HEADER,
        'cmp-1 wh-1',
        `cmp-2 wh-2 says ${remove}: x`,
        'cmp-3 wh-3',
        `cmp-4 wh-4 says ${add}: x, ${remove}: x`,
      ],
    ];
  }),
  [
    'a header of other names',
    'app_id;endpoint_id\napp_1;ep_1',
    ['app_id endpoint_id Header line', 'app_1 ep_1'],
  ],
  ...[
    ...'rattacher/détacher ajouter/retirer activer/désactiver associer/dissocier conectar/desconectar agregar/quitar'.split(
      ' ',
    ),
    ...'añadir/eliminar activar/desactivar 追加/削除 接続/解除 aktivieren/deaktivieren anbinden/abbinden enable/disable'.split(
      ' ',
    ),
    ...'on/off map/unmap subscribe/unsubscribe zuweisen/entfernen collegare/scollegare associar/desassociar'.split(
      ' ',
    ),
    'zuweisen/bitte nicht',
  ].map((words): [string, string, string[]] => {
    const [usual = '', other = ''] = words.split('/');
    return [
      words,
      numbered(9, (n) => `cmp-${n};wh-${n};${n === 7 ? other : usual}`),
      [`cmp-7 wh-7 says ${other}`],
    ];
  }),
  ...['Approved/yes/no', 'Active/TRUE/FALSE', 'Skip//x', 'Cancelled/no/yes', 'Aktiv/ja/nein'].map(
    (words): [string, string, string[]] => {
      const [head = '', usual = '', other = ''] = words.split('/');
      const rows = numbered(9, (n) => `cmp-${n};wh-${n};${n === 7 ? other : usual}`);
      return [words, `Campaign;Webhook;${head}\n${rows}`, [HEADER, `cmp-7 wh-7 says ${head}: ${other}`]];
    },
  ),
  [
    'a low priority',
    'Campaign,Webhook,Prioridad\ncmp-1,wh-1,alta\ncmp-2,wh-2,baja',
    [HEADER, 'cmp-1 wh-1', 'cmp-2 wh-2'],
  ],
  [
    'alta and baja as actions',
    'Campaign,Webhook,Acción\ncmp-1,wh-1,baja\ncmp-2,wh-2,baja\ncmp-3,wh-3,alta',
    [HEADER, 'cmp-1 wh-1 says Acción: baja', 'cmp-2 wh-2 says Acción: baja', 'cmp-3 wh-3'],
  ],
  [
    'an action in an unknown language',
    `Campaign,Webhook,Action\n${numbered(9, (n) => `cmp-${n},wh-${n},${n === 7 ? 'ta bort' : 'koppla'}`)}`,
    [HEADER, 'cmp-7 wh-7 says Action: ta bort'],
  ],
  ...[
    'draft',
    'Entwurf',
    'not yet',
    'noch nicht',
    'on hold',
    'annulé',
    'borrador',
    'remove',
    'Test',
    '保留',
  ].map((word): [string, string, string[]] => [
    `${word} in a column of states`,
    `Campaign,Webhook,Status,Comment\ncmp-1,wh-1,live,a\ncmp-2,wh-2,${word},b\ncmp-3,wh-3,live,c\ncmp-4,wh-4,,d`,
    [
      'Campaign Webhook Header line',
      'cmp-1 wh-1',
      `cmp-2 wh-2 says Status: ${word}`,
      'cmp-3 wh-3',
      'cmp-4 wh-4',
    ],
  ]),
  ...[
    ['Sparte', 'Strom/Gas'],
    ['Canal', 'SMS/Tel'],
    ['Type', 'Food/Non food'],
    ['Produit', 'Auto/Retirement'],
    ['Segment', 'New customers/Inactive customers'],
    ['Umgebung', 'prod/stage'],
    ['VIP', 'yes/no'],
  ].map(([head = '', words = '']): [string, string, string[]] => [
    `${words} in ${head} as a property`,
    `Campaign;Webhook;${head}\n${numbered(9, (n) => `cmp-${n};wh-${n};${words.split('/')[n % 3 === 0 ? 1 : 0]}`)}`,
    [HEADER],
  ]),
  ['numbered numbers', '1;101;501\n2;102;502', ['101 501', '102 502']],
  [
    'the other operation in each line',
    'Campaign,Webhook,Acción\ncmp-1,wh-1,quitar\ncmp-2,wh-2,quitar',
    [HEADER, 'cmp-1 wh-1 says Acción: quitar', 'cmp-2 wh-2 says Acción: quitar'],
  ],
  ...['Country', 'Land', 'Équipe'].map((head): [string, string, string[]] => [
    head,
    `Campaign,Webhook,${head}\n${numbered(9, (n) => `cmp-${n},wh-${n},${n === 7 ? 'FR' : 'DE'}`)}`,
    [HEADER],
  ]),
  ['seasons', numbered(12, (n) => `cmp-${n},wh-${n},${['spring', 'summer', 'autumn'][n % 3]}`), []],
  [
    'sections',
    'Add:\ncmp-1 wh-1\n\nRemove:\ncmp-2 wh-2\n\nAnd add these 2:\ncmp-3 wh-3',
    [
      `Add: ${LABEL}`,
      'cmp-1 wh-1',
      `Remove: ${LABEL}`,
      'cmp-2 wh-2 says Remove',
      `And add, these, 2: ${MORE}`,
      'cmp-3 wh-3',
    ],
  ],
  ...[
    'Please detach these:',
    'Bitte entfernen:',
    '以下を削除してください：',
    'Do not attach these',
    'Not yet:',
    'On hold:',
    'Por favor, quitar:',
    'Desconectar (ticket OPS-4711):',
    'OPS-4711: detach',
    'Re: OPS-4711: please detach these:',
  ].map((heading): [string, string, string[]] => [
    heading,
    `${heading}\ncmp-1\twh-1\ncmp-2\twh-2`,
    [
      `${heading} ${heading.includes(': ') ? LABEL : 'No webhook ID'}`,
      ...PAIRS.map((pair) => `${pair} says ${heading.replace(/[:：]$/, '')}`),
    ],
  ]),
  ...['Débrancher :', 'À débrancher', 'Take off:', 'Please unhook these:', 'Turn off:'].map(
    (heading): [string, string, string[]] => [
      heading,
      `Brancher\ncmp-1\twh-1\n${heading}\ncmp-2\twh-2`,
      [
        'Brancher No webhook ID',
        'cmp-1 wh-1',
        `${heading} No webhook ID`,
        `cmp-2 wh-2 says ${heading.replace(/ ?:$/, '')}`,
      ],
    ],
  ),
  [
    'sections in unknown words',
    'IN\ncmp-1 wh-1\nTa bort\ncmp-2 wh-2',
    [`IN ${WORDS}`, 'cmp-1 wh-1', `Ta bort ${WORDS}`, 'cmp-2 wh-2 says Ta bort'],
  ],
  [
    'a greeting above sections',
    'Hola Ana\ncmp-1 wh-1\nKoppla:\ncmp-2 wh-2\nGracias Ann',
    [`Hola Ana ${WORDS}`, 'cmp-1 wh-1', `Koppla: ${LABEL}`, 'cmp-2 wh-2 says Koppla', `Gracias Ann ${WORDS}`],
  ],
  [
    'a row that divides a table',
    'Name;Campaign;Webhook\nSpring;cmp-1;wh-1\nTa bort;;\nSummer;cmp-2;wh-2',
    [HEADER, 'cmp-1 wh-1', 'No campaign ID', 'cmp-2 wh-2 says Ta bort'],
  ],
  ...['Could you attach these, please?', 'Campañas del lunes:', 'Based on these:'].map(
    (heading): [string, string, string[]] => [
      heading,
      `${heading}\ncmp-1\twh-1\ncmp-2\twh-2`,
      [`${heading} No webhook ID`, ...PAIRS],
    ],
  ),
  ...[
    'Campaign: cmp-1 / Webhook: wh-1\nCampaign: cmp-2 / Webhook: wh-2',
    'Campaign: cmp-1, Webhook: wh-1\nCampaign: cmp-2, Webhook: wh-2',
    'Campaign: cmp-1 Webhook: wh-1\nCampaign: cmp-2 Webhook: wh-2',
    'campaign=cmp-1 webhook=wh-1\ncampaign=cmp-2 webhook=wh-2',
    'Webhook: wh-1\nCampaign: cmp-1\nWebhook: wh-2\nCampaign: cmp-2',
    'Webhook: wh-1 / Campaign: cmp-1\nWebhook: wh-2 / Campaign: cmp-2',
  ].map((text): [string, string, string[]] => [
    JSON.stringify(text.slice(0, 32)),
    text,
    [text.startsWith('c') ? HEADER.toLowerCase().replace('header', 'Header') : HEADER, ...PAIRS],
  ]),
  [
    'a campaign with several webhooks',
    'Campaign: cmp-1\nWebhook: wh-1\nWebhook: wh-2\nCampaign: cmp-2\nWebhook: wh-3',
    [HEADER, 'cmp-1 wh-1', 'cmp-1 wh-2', 'cmp-2 wh-3'],
  ],
  [
    'records in two orders',
    'Campaign: cmp-1 / Webhook: wh-1\nWebhook: wh-2 / Campaign: cmp-2',
    ['Campaign: cmp-1, /, Webhook:, wh-1', 'Webhook: wh-2, /, Campaign:, cmp-2'].map(
      (line) => `${line} ${MORE}`,
    ),
  ],
  [
    'IDs without digits below a greeting',
    'Hi Inés,\nthese please, Inés:\ncmp-spring: crm-main\ncmp-autumn-2026: crm-leads\n\nFollow-up later',
    [
      `Hi Inés ${WORDS}`,
      `these please, Inés: ${MORE}`,
      'cmp-spring crm-main',
      'cmp-autumn-2026 crm-leads',
      `Follow-up later ${WORDS}`,
    ],
  ],
  ['dashes', 'cmp-spring – crm-main\ncmp-1 - wh-1\ncmp-2 — wh-2', ['cmp-spring crm-main', ...PAIRS]],
  ['plus signs', '+ cmp-1 wh-1\n+ cmp-2 wh-2', PAIRS],
  ['a diff', '+ cmp-1 wh-1\n- cmp-3 wh-3', [`+ cmp-1, wh-1 ${MORE}`, `- cmp-3, wh-3 ${MORE}`]],
  ['a diff without spaces', '+cmp-1 wh-1\n-cmp-3 wh-3', [`+cmp-1 wh-1 ${NO_ID}`, `-cmp-3 wh-3 ${NO_ID}`]],
  ['a line struck out', 'cmp-1, wh-1\n~~cmp-2, wh-2~~', ['cmp-1 wh-1', `~~cmp-2 wh-2~~ ${NO_ID}`]],
  [
    'SQL',
    "('cmp-1', 'wh-1'),\n('cmp-2', 'wh-2');",
    [`('cmp-1' 'wh-1') ${NO_ID}`, `('cmp-2' 'wh-2'); ${NO_ID}`],
  ],
  [
    'merged headings',
    'Campaign,,Webhook,\nName,ID,Name,ID\nSpring,cmp-1,CRM,wh-1\nSummer,cmp-2,CRM,wh-2',
    ['Header line', ...Array(3).fill('No campaign ID')],
  ],
  ...[
    '[28.11.26, 09:14:20] Tom: ',
    '28/11/2026, 09:14 - Ana B: ',
    '[11/28/26, 9:14:20 AM] ~ Tom: ',
    '[9:12 a.m., 28/11/2026] Beto Salas: ',
    '[09:12, 28/11/2026] +52 1 55 1234 5678: ',
  ].map((stamp): [string, string, string[]] => [stamp, `${stamp}cmp-1 wh-1\n${stamp}cmp-2 wh-2`, PAIRS]),
  ...[
    ['キャンペーンID ウェブフックID', 'ウェブフックID\tキャンペーンID\nwh-1\tcmp-1\nwh-2\tcmp-2'],
    [
      'Identifiant de campagne Identifiant du webhook',
      'Identifiant de campagne\tIdentifiant du webhook\ncmp-1\twh-1\ncmp-2\twh-2',
    ],
  ].map(([head = '', text = '']): [string, string, string[]] => [
    head,
    text,
    [`${head} Header line`, ...PAIRS],
  ]),
  ['colons', '- cmp-1: wh-1\n- cmp-2: wh-2', PAIRS],
  ['colons without spaces', 'cmp-1:wh-1\n* cmp-2:wh-2', PAIRS],
  [
    'colons above a signature',
    'cmp-1 : wh-1\ncmp-2 : wh-2\nChargée de campagnes',
    [...PAIRS, `Chargée de, campagnes ${MORE}`],
  ],
  ['colons after words', 'cmp-otono-es: wh-crm\nCMP-FALL: wh-2', ['cmp-otono-es wh-crm', 'CMP-FALL wh-2']],
  ['colons and marks', '**cmp-1:** wh-1\n`cmp-2`: `wh-2`', PAIRS],
  [
    'colons below a greeting',
    'Hola Ana\n- cmp-es: wh-1, wh-crm\n* *cmp-herbst-de*: wh-2',
    [`Hola Ana ${WORDS}`, 'cmp-es wh-1', 'cmp-es wh-crm', 'cmp-herbst-de wh-2'],
  ],
  [
    'what no colon separates',
    'Follow-up: wh-2\nstart-date: 2026-11-28\n12:30\ncmp-1: https://h.example/1\nspring: crm',
    [
      `Follow-up: wh-2 ${LABEL}`,
      `start-date: 2026-11-28 ${LABEL}`,
      '12:30 No webhook ID',
      `cmp-1: https://h.example/1 ${LABEL}`,
      `spring: crm ${LABEL}`,
    ],
  ],
  ['a quoted mail', 'Ann wrote:\n> cmp-1 wh-1\n>\n> > cmp-2 wh-2', [`Ann wrote: ${WORDS}`, ...PAIRS]],
  ['a colon before several webhooks', 'cmp-1: wh-1, wh-2, wh-3', ['cmp-1 wh-1', 'cmp-1 wh-2', 'cmp-1 wh-3']],
  ...[
    '{"campaign":"cmp-1","webhooks":["wh-1","wh-2"]}',
    '{"items":[{"campaign":"cmp-1","webhooks":["wh-1","wh-2"]}]}',
    '{"campaigns":[{"id":"cmp-1","webhooks":["wh-1","wh-2"]}]}',
  ].map((text): [string, string, string[]] => [
    text,
    text,
    [`${text.includes('"id"') ? 'id' : 'campaign'} webhooks Header line`, ...BOTH],
  ]),
  [
    'a map',
    '{"cmp-1":["wh-1","wh-2"],"cmp-2":"wh-3"}',
    ['cmp-1 cmp-2', 'wh-1 wh-3 1 of 2 in this line', 'wh-2 wh-3 2 of 2 in this line'].map(
      (line, at) => `${line}${at === 0 ? ' ' : ', '}two IDs of one kind`,
    ),
  ],
  [
    'objects with IDs',
    '[{"campaign":{"id":"cmp-1"},"webhook":"wh-1"}]',
    ['campaign.id webhook Header line', 'cmp-1 wh-1'],
  ],
  [
    'lists in place of IDs',
    '[{"campaign":[{"id":"cmp-1"}],"webhook":["wh-1"]}]',
    ['campaign webhook Header line', '[{"id":"cmp-1"}] wh-1 A list in place of an ID'],
  ],
  [
    'a total among pairs',
    'cmp-1,wh-1\nTOTAL,wh-9\ncmp-2,wh-2',
    ['cmp-1 wh-1', `TOTAL wh-9 ${UNLIKE}`, 'cmp-2 wh-2'],
  ],
  ['a sentence', 'please do not attach cmp-1 wh-1', [`please do, not, attach, cmp-1, wh-1 ${MORE}`]],
  [
    'a block with another line',
    'Campaign cmp-1\n  wh-1\nCampaign cmp-2\n  to be done',
    [`Campaign cmp-1 ${LABEL}`, 'wh-1 No webhook ID', `Campaign cmp-2 ${LABEL}`, `to be, done ${MORE}`],
  ],
  [
    'labels in a table',
    'Kampagne,wh-1\ncmp-1,Webhook\ncmp-2,wh-2\nCampaña,wh-3',
    [`Kampagne wh-1 ${LABEL}`, `cmp-1 Webhook ${LABEL}`, 'cmp-2 wh-2', `Campaña wh-3 ${LABEL}`],
  ],
  [
    'labels of two words',
    'Campaign ID: cmp-1, Webhook ID: wh-1\nCampaign ID: cmp-2, Webhook ID: wh-2',
    ['Campaign ID Webhook ID Header line', ...PAIRS],
  ],
  [
    'records of two words',
    'Campaign ID: cmp-1\nWebhook ID: wh-1\nCampaign ID: cmp-2\nWebhook ID: wh-2',
    ['Campaign ID Webhook ID Header line', ...PAIRS],
  ],
  ['a first line of words', `drop;after\nc1;w1\nc2;w2`, ['drop after Header line', 'c1 w1', 'c2 w2']],
  ['a greeting and one pair', 'Best, Tom\ncmp-a\twh-b', ['Best, Tom No webhook ID', 'cmp-a wh-b']],
  ['words with spaces', 'spring crm\nautumn mail', ['spring crm', 'autumn mail']],
  ['tabs', 'cmp-1\twh-1\tSpring\ncmp-2\twh-2\tSummer', PAIRS],
  [
    'names in quotes',
    '"Spring sale",wh-1\n"Summer sale",wh-2',
    ['Spring sale wh-1 space inside', 'Summer sale wh-2 space inside'],
  ],
  ['words before a date', 'spring,wh-1,2026-11-28\nautumn,wh-2,2026-11-29', ['spring wh-1', 'autumn wh-2']],
  [
    'IDs with colons',
    'campaign:1 webhook:1\ncampaign:2 webhook:2',
    ['campaign:1 webhook:1', 'campaign:2 webhook:2'],
  ],
];
test('checks real lists', () =>
  expectRows(REAL_LISTS, async ([, text, expected]) => {
    const lines = describe(await readText(text));
    const isLong = lines.length > 8 || expected.length === 0;
    return isLong ? lines.filter((line) => / .* /.test(line)) : lines;
  }));

const GREETINGS = [
  'Hola Ana',
  'Hi team,',
  'Saludos Ana',
  'Best, Tom',
  'Thanks! Ana',
  'Gracias',
  'Danke Peter',
  'お願いします 田中',
];
const LETTERS = [
  ['cmp-alpha', 'wh-main'],
  ['cmp-beta', 'wh-crm'],
];
const NAMES_ONLY = [
  ['spring', 'crm'],
  ['autumn', 'mail'],
  ['winter', 'slack'],
];
for (const separator of ['\t', ', ', ';', ' ', ' -> ', ': ']) {
  test(`asks about greetings beside pairs with “${separator}”`, async () => {
    for (const ids of [LETTERS, NAMES_ONLY])
      for (const greeting of GREETINGS)
        for (const isAbove of [true, false]) {
          const list = ids.map((pair) => pair.join(separator));
          const draft = await readText(...(isAbove ? [greeting, '', ...list] : [...list, '', greeting]));
          const silent = draft.lines('ready').filter(({ warnings }) => warnings.length === 0);
          const isLabel = separator === ': ' && ids === NAMES_ONLY;
          expect(
            silent.map(({ campaignId, webhookId }) => [campaignId, webhookId]),
            greeting,
          ).toEqual(isLabel ? [] : ids);
        }
  });
}

/** Lists that lack IDs of one kind, the ID that is suggested for it, and the pairs with `x-1`. */
const LACKING: [text: string, lacking: string | undefined, filled: string[]][] = [
  ['cmp-1\ncmp-2', 'webhook ', ['cmp-1 x-1', 'cmp-2 x-1']],
  ['spring\nautumn\nGracias', 'webhook ', ['spring x-1', 'autumn x-1', 'Gracias x-1']],
  ['Campaign ID\ncmp-1\ncmp-2', 'webhook ', ['cmp-1 x-1', 'cmp-2 x-1']],
  ['wh-1\nwh-2', 'campaign ', ['x-1 wh-1', 'x-1 wh-2']],
  ['Webhooks:\n1001\n1002', 'campaign ', ['x-1 1001', 'x-1 1002']],
  ['Hi Bob,\nplease attach wh-9 to:\ncmp-1, cmp-2\nThanks\nAnn', 'webhook wh-9', ['cmp-1 x-1', 'cmp-2 x-1']],
  ['Webhook: wh-9\ncmp-1\ncmp-2', 'webhook wh-9', ['cmp-1 x-1', 'cmp-2 x-1']],
  ['wh-8 or wh-9?\ncmp-1\ncmp-2', 'webhook ', ['cmp-1 x-1', 'cmp-2 x-1']],
  ['Attach to cmp-7:\n• wh-1\n• wh-2', 'campaign cmp-7', ['x-1 wh-1', 'x-1 wh-2']],
  ['Campaign;Webhook\ncmp-1;wh-1\ncmp-2;\ncmp-3;#N/A', 'webhook ', ['cmp-1 wh-1', 'cmp-2 x-1', 'cmp-3 x-1']],
  ['cmp-1;wh-1\ncmp-2;wh-2\ncmp-3;', undefined, ['cmp-1 wh-1', 'cmp-2 wh-2']],
  ['["cmp-1","cmp-2","cmp-3"]', 'webhook ', ['cmp-1 x-1', 'cmp-2 x-1', 'cmp-3 x-1']],
  ['Campaign ID;Name\ncmp-1;Spring 2026\ncmp-2;Summer 2026 sale', 'webhook ', ['cmp-1 x-1', 'cmp-2 x-1']],
  ['Country;Webhook\nDE;wh-1\nFR;wh-2', 'campaign ', ['x-1 wh-1', 'x-1 wh-2']],
  ['Webhook: wh-9\nCampaigns: cmp-1, cmp-2', undefined, ['cmp-1 wh-9', 'cmp-2 wh-9']],
  ['cmp-1: wh-1 / wh-2', undefined, ['cmp-1 wh-1', 'cmp-1 wh-2']],
  ['Campaign;Parent\ncmp-1;cmp-9\ncmp-2;cmp-9', 'webhook ', ['cmp-1 x-1', 'cmp-2 x-1']],
  ['cmp-1, cmp-2,\ncmp-3', 'webhook ', ['cmp-1 x-1', 'cmp-2 x-1', 'cmp-3 x-1']],
];
test('fills in one ID for all lines that lack it', () =>
  expectRows(
    LACKING,
    async ([text]) => {
      const draft = await readText(text);
      const { lacking: found } = draft.getState();
      if (found) draft.choose({ fill: { kind: found.kind, id: 'x-1' } });
      return [found && `${found.kind} ${found.suggested}`, pairs(draft)];
    },
    ([, lacking, filled]) => [lacking, filled],
  ));

test('exports a list with the ID for all lines', async () => {
  const draft = await readText('Campaign ID;Name', 'cmp-1;Spring', 'cmp-2;Summer');
  draft.choose({ fill: { kind: 'webhook', id: 'wh-9' } });
  const { run, lines, input } = planRun(draft);
  const { rows } = await toResultRows(
    'r',
    lines.map((line) => ({
      line: Object.assign({}, line, { state: 'accepted', requests: 1 } as const),
      run: { id: 'r', at: 0, operation: run.operation },
    })),
    { ...input, isInherited: false },
  );
  expect(rows.map((row) => row.slice(0, 6).join(' '))).toEqual([
    'Campaign ID Name webhookId Operation Line Outcome',
    'cmp-1 Spring wh-9 attach 2 accepted',
    'cmp-2 Summer wh-9 attach 3 accepted',
  ]);
});

test('fills in several IDs for all lines, and keeps edits', async () => {
  const draft = await readText('Campaign ID;Name', 'cmp-1;Spring', 'cmp-2;Summer');
  const fill = (id: string) => draft.choose({ fill: { kind: 'webhook', id } });
  fill('wh-crm-pl, wh-slack-pl');
  expect(describe(draft).slice(1)).toEqual([
    'cmp-1 wh-crm-pl 1 of 2 in this line',
    'cmp-1 wh-slack-pl 2 of 2 in this line',
    'cmp-2 wh-crm-pl 1 of 2 in this line',
    'cmp-2 wh-slack-pl 2 of 2 in this line',
  ]);
  const [, , second, third] = draft.lines('all');
  if (!second || !third) throw new Error('There are no lines');
  draft.edit(second.index, { campaignId: 'cmp-1', webhookId: 'wh-typed' });
  draft.remove(third.index);
  expect(pairs(draft)).toEqual(['cmp-1 wh-crm-pl', 'cmp-1 wh-typed', 'cmp-2 wh-slack-pl']);
  expect(planRun(draft).input.leftOut).toContainEqual(
    expect.objectContaining({ campaignId: 'cmp-2', webhookId: 'wh-crm-pl', sourceLine: 3 }),
  );
  fill('wh-9');
  expect(pairs(draft)).toEqual(['cmp-1 wh-9', 'cmp-2 wh-9']);
});

test('reads each of several columns of webhooks', async () => {
  const list = [
    'Campaign ID;Webhook 1;Webhook 2;Webhook 3',
    'cmp-1;wh-1;;wh-3',
    'cmp-2;;wh-2, wh-4;',
    'cmp-3;;;',
  ];
  const draft = await readText(...list);
  expect(describe(draft).slice(1)).toEqual([
    'cmp-1 wh-1 1 of 2 in this line',
    'cmp-1 wh-3 2 of 2 in this line',
    'cmp-2 wh-2 1 of 2 in this line',
    'cmp-2 wh-4 2 of 2 in this line',
    'cmp-3 No webhook ID',
  ]);
  expect(draft.getState().unread).toBeUndefined();
  expect(pairs(await readText('Campaign;Webhook;Webhook', 'cmp-1;wh-1;wh-2'))).toEqual([
    'cmp-1 wh-1',
    'cmp-1 wh-2',
  ]);
});

test('warns of a heading above filled lines', async () => {
  const draft = await readText('OPS-4711: detach wh-9 from:', 'cmp-1, cmp-2');
  expect(draft.getState().lacking?.suggested).toBe('wh-9');
  draft.choose({ fill: { kind: 'webhook', id: 'wh-9' } });
  expect(draft.lines('ready').map(({ warnings }) => warnings)).toEqual([['says'], ['says']]);
  draft.choose({ operation: 'detach' });
  expect(draft.lines('warned')).toEqual([]);
});

test('warns of words among filled lines', async () => {
  const draft = await readText('spring', 'autumn', 'winter', 'Gracias');
  draft.choose({ fill: { kind: 'webhook', id: 'wh-9' } });
  expect(draft.lines('warned').map(({ campaignId }) => campaignId)).toEqual(['Gracias']);
  draft.choose({ fill: undefined });
  expect(draft.getState().counts).toMatchObject({ ready: 0, invalid: 4 });
});

test('keeps the number and the text of a line that is split', async () => {
  const draft = await readText('cmp-1;"wh-1', 'wh-2"', 'cmp-2;wh-3');
  const lines = draft.lines('all').map(({ line, webhookId, text }) => [line, webhookId, text]);
  const whole = 'cmp-1;"wh-1\nwh-2"';
  expect(lines).toEqual([
    [1, 'wh-1', whole],
    [1, 'wh-2', whole],
    [3, 'wh-3', 'cmp-2;wh-3'],
  ]);
  expect(planRun(draft).run.leftOut).toEqual({ continued: 1 });
});

test('sends no webhook of a second pair of a line', async () => {
  for (const header of ['Campaign;Webhook;Campaign;Webhook', 'Campaign 1;Webhook 1;Campaign 2;Webhook 2'])
    expect(pairs(await readText(header, 'cmp-1;wh-1;cmp-2;wh-2'))).toEqual([]);
});

test('takes IDs that say their kind before others', async () => {
  expect(pairs(await readText('p-1;cmp-1;wh-1', 'p-2;cmp-2;wh-2'))).toEqual(['cmp-1 wh-1', 'cmp-2 wh-2']);
});

/** Headers of a campaign and two columns `a` and `b` of webhooks: the one that is read. */
const TWO_WEBHOOKS: [header: string, read: string][] = [
  ['Campaña;Webhook actual;Webhook nuevo', ''],
  ['campaign_id;newWebhookId;oldWebhookId', ''],
  ['Campaign;Webhook;Previous webhook', ''],
  ['Campaign;Webhook ID (neu);Webhook ID', ''],
  ['Campaign,From,To', ''],
  ['Campaign;Alpha;Beta', ''],
  ['Campaign;Reference;Webhook', 'b'],
];
for (const [header, column] of TWO_WEBHOOKS) {
  test(`asks for the column under ${header}`, async () => {
    const separator = header.includes(',') ? ',' : ';';
    const rows = [1, 2].map((n) => [`cmp-${n}`, `wh-a${n}`, `wh-b${n}`].join(separator));
    const draft = await readText(header, ...rows);
    expect(pairs(draft)[0]?.slice('cmp-1 wh-'.length, -1) ?? '').toBe(column);
    expect(draft.getState().picked.columns.webhook).toBe(column === '' ? '' : 2);
  });
}

test('asks for the column beside names', async () => {
  const draft = await readText('Campaign;Code;Webhook', 'Spring;cmp-1;wh-1', 'Summer;cmp-2;wh-2');
  expect(draft.getState().picked.columns).toEqual({ campaign: '', webhook: 2 });
});

test('takes dates under From and To for none', async () => {
  const draft = await readText('Campaign;Hook ref;From;To', 'cmp-1;wh-1;2026-11-01;2026-11-28');
  expect(pairs(draft)).toEqual(['cmp-1 wh-1']);
});

test('offers what says detach after an attach', async () => {
  const draft = await readText('Action,Campaign,Webhook', 'attach,cmp-1,wh-1', 'detach,cmp-2,wh-2');
  expect(planRun(draft).input.detachNext).toBeUndefined();
  draft.choose({ omitted: ['says'] });
  expect(planRun(draft).input.detachNext).toEqual([{ campaignId: 'cmp-2', webhookId: 'wh-2' }]);
});

test('names the columns that are not sent', async () => {
  const unread = async (...lines: string[]) => (await readText(...lines)).getState().unread;
  expect(await unread('Action,Campaign,Webhook,Owner,Status', 'attach,cmp-1,wh-1,me,ok')).toBe(
    'Columns Action, Owner, Status aren’t sent',
  );
  expect(await unread('cmp-1,wh-1,Spring')).toBe('Column 3 (Spring) isn’t sent');
});

test('asks about words that are not sent', async () => {
  const view = (await readText('Spring,cmp-1,wh-1')).getState();
  expect(describeWarnings(view, true)).toEqual(['Column 1 (Spring) isn’t sent.']);
});

test('says what contradicts the operation', async () => {
  const draft = await readText('Action,Campaign,Webhook', 'attach,cmp-1,wh-1', 'detach,cmp-2,wh-2');
  expect(describeWarnings(draft.getState(), true)).toEqual([
    '1 line may not be meant: “Action: detach”. Line 3: cmp-2, wh-2.',
  ]);
  draft.choose({ operation: 'detach' });
  expect(draft.lines('warned').map(({ line }) => line)).toEqual([2]);
  draft.choose({ omitted: ['says'] });
  expect(pairs(draft)).toEqual(['cmp-2 wh-2']);
});

test('says that the columns look swapped', async () => {
  const swapped = ['Campaign ID;Webhook ID', ...Array.from({ length: 10 }, (_, at) => `wh-${at};cmp-${at}`)];
  const draft = await readText(...swapped);
  expect(draft.getState()).toMatchObject({ columnsSwapped: true, counts: { ready: 10, warned: 0 } });
  expect(describeWarnings(draft.getState(), true)).toEqual([
    'The columns look swapped. Line 2: wh-0, cmp-0.',
  ]);
  draft.choose({ picked: swapColumns(draft.getState().picked) });
  expect(draft.getState().columnsSwapped).toBe(false);
});

test('knows swapped IDs by what is attached', async () => {
  const hooks = ['674a1f0e9b', '6612cc40e5'];
  const text = hooks.map((id) => `${id};c1`).concat('674a1f0e9c;c2');
  const draft = await readText(...text);
  draft.setSent([stateOf('detach', '674a1f0e9b')]);
  expect(draft.getState()).toMatchObject({ columnsSwapped: false, counts: { warned: 0 } });
  draft.setSent(hooks.map((id) => stateOf('attach', id)));
  expect(draft.getState()).toMatchObject({ columnsSwapped: false, counts: { warned: 2 } });
  draft.remove(2);
  expect(draft.getState().columnsSwapped).toBe(true);
});

test('swaps the IDs of lines, and back', async () => {
  const draft = await readText('cmp-1;wh-1', 'wh-2;cmp-2', 'cmp-3;wh-3');
  const undo = draft.swap(draft.lines('warned'));
  expect(pairs(draft)).toEqual(['cmp-1 wh-1', 'cmp-2 wh-2', 'cmp-3 wh-3']);
  expect(draft.lines('warned')).toEqual([]);
  undo();
  expect(describe(draft)[1]).toBe('wh-2 cmp-2 swapped?');
});

test('leaves out lines by kind of warning', async () => {
  const draft = await readText('cmp-1;wh-1', 'wh-2;cmp-2', 'Summer;wh-3', 'cmp-4;cmp-4', '-;wh-5', 'Hi;Bob');
  expect(draft.getState().counts).toMatchObject({ ready: 6, warned: 5 });
  draft.choose({ omitted: ['same', 'odd'] });
  expect(pairs(draft)).toEqual(['cmp-1 wh-1', 'wh-2 cmp-2', 'Summer wh-3', '- wh-5']);
  const kinds = listOmittable(draft.getState(), true);
  expect(kinds.map(({ text }) => text)).toEqual([
    '1 pair may be swapped.',
    '1 pair has two IDs of one kind.',
    '1 pair has a name in place of an ID.',
    '1 pair has an ID that doesn’t look like one.',
    '1 line is not like the others.',
  ]);
  draft.choose({ omitted: kinds.map(({ kind }) => kind) });
  expect(pairs(draft)).toEqual(['cmp-1 wh-1']);
  expect(draft.getState().counts).toMatchObject({ ready: 1, warned: 0, omitted: 5 });
  const { leftOut } = planRun(draft).input;
  expect(leftOut.map(({ reason, text }) => `${reason}: ${text}`)).toEqual([
    'removed: Left out, swapped?',
    'removed: Left out, this is the name of cmp-1003',
    'removed: Left out, two IDs of one kind',
    'removed: Left out, doesn’t look like an ID',
    'removed: Left out, not like the others',
  ]);
});

test('counts warnings only of lines that may be sent', async () => {
  const draft = await readText('c1,w1', 'c1,c1');
  draft.setSent([stateOf('attach', 'c1')]);
  expect(draft.getState().lines.filter(isDoubted)).toHaveLength(1);
  draft.choose({ omitted: ['repeated'] });
  expect(draft.getState().lines.filter(isDoubted)).toEqual([]);
});

test('asks for the column of webhooks without a header', async () => {
  const column = async (...lines: string[]) => (await readText(...lines)).getState().picked.columns.webhook;
  expect(await column('cmp-1;wh-1;wh-9', 'cmp-2;wh-2;')).toBe('');
  expect(await column('cmp-1;wh-1;Spring', 'cmp-2;wh-2;Summer')).toBe(1);
  expect(await column('cmp-1;1;5', 'cmp-2;2;6')).toBe('');
});

test('asks which campaign is meant', async () => {
  const draft = await readText(
    'Campaign ID;New campaign ID;Webhook ID',
    'oc-25;oc-26;wh-1',
    'oc-35;oc-36;wh-2',
  );
  expect(draft.getState().picked.columns).toEqual({ campaign: '', webhook: 2 });
});

test('takes a header with gaps', async () => {
  const rows = [1, 2, 3].map((n) => `P${n},OPS-140${n},Q1,Fibra,7015gNOH00${n}AAK,hk_884${n},Rafa,live`);
  const draft = await readText(',,,,campaignId,webhookId,,', ...rows);
  expect(draft.getState().picked).toEqual({ header: 0, columns: { campaign: 4, webhook: 5 } });
});

test('asks which of several columns are the IDs', async () => {
  const columns = async (...rows: string[]) => (await readText(...rows)).getState().picked.columns;
  for (const separator of [',', '\t', ' | ']) {
    const rows = ['700811 wh_crm_leads P2', '700812 wh_crm_leads P3', '700813 wh_crm_leads P1'];
    const separated = rows.map((row) => row.replaceAll(' ', separator));
    expect(await columns(...separated)).toEqual({ campaign: '', webhook: 1 });
  }
  const ticketed = ['MKT-2211\tcamp-700811\twh-88', 'MKT-2212\tcamp-700812\twh-89'];
  expect(await columns(...ticketed)).toEqual({ campaign: 1, webhook: 2 });
  expect(await columns('spring-1;crm-7;250', 'summer-2;crm-8;90')).toEqual({ campaign: '', webhook: '' });
  expect(await columns('1;spring-1;crm-7', '2;summer-2;crm-8')).toEqual({ campaign: 1, webhook: 2 });
});
