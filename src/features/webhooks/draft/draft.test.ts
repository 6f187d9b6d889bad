import { expect, test } from 'playwright/test';
import type { PairState } from '#src/log/sent-pairs.ts';
import { createKnownIds } from '#src/features/webhooks/names/known-ids.ts';
import type { Draft, DraftFilter } from './draft.ts';
import { readDraft, type DraftInput } from './draft-read.ts';

const tryRead = (input: DraftInput) => {
  const named = { names: new Map([['id-of-spring', 'Spring']]), used: [] };
  const known = createKnownIds({ campaign: named, webhook: named });
  return readDraft(input, 'attach', { signal: new AbortController().signal, known });
};
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
  const last = {
    id: '1',
    at: 5,
    tab: 't',
    operation,
    ...pair,
    outcome,
    undoneBy: undefined,
    later: undefined,
  };
  const none = { accepted: undefined, unknown: undefined };
  return { ...pair, key: JSON.stringify(['c1', webhookId]), last, ...none, [outcome]: last };
};

test('says what is wrong with each line', async () => {
  const draft = await readText(
    'campaign,webhook',
    'c1,w1',
    'c1,',
    ',w1',
    'c1,w1,w2',
    'c1,w1',
    'c1,"w\u0001"',
    ' c2 , w2 ',
  );
  expect(checks(draft)).toEqual([
    '1 header',
    '2 ready',
    '3 invalid No webhook ID',
    '4 invalid No campaign ID',
    '5 invalid 3 values, expected 2',
    '6 duplicate 2',
    '7 invalid Unusable webhook ID',
    '8 ready',
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
    { campaignId: 'c2', webhookId: 'w2x', asRead: 'c2,"w2"x' },
    { campaignId: '', webhookId: '', asRead: 'c3,"w3,new' },
    { campaignId: '', webhookId: '', asRead: '"c4;w4"x' },
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

test('mends all lines with a warning, and their duplicates', async () => {
  const draft = await readText('c1,w\u200b1', 'c1,w\u200b1', 'c1,w2', 'c2,w\u200b1');
  const { count, undo } = draft.mend('hidden');
  expect(count).toBe(3);
  expect(checks(draft)).toEqual(['1 ready', '2 duplicate 1', '3 ready', '4 ready']);
  draft.edit(3, { campaignId: 'c3', webhookId: 'w3' });
  undo();
  expect(pairs(draft)).toEqual(['c1 w\u200b1', 'c1 w2', 'c3 w3']);
});

test('reads other columns and keeps edited lines', async () => {
  const draft = await readText('c1,w1', 'c2,w2');
  draft.edit(0, { campaignId: 'typed', webhookId: 'w9' });
  const { picked } = draft.getState();
  draft.choose({ picked: { ...picked, columns: { campaign: 1, webhook: 0 } } });
  expect(pairs(draft)).toEqual(['typed w9', 'w2 c2']);
  draft.choose({ picked: { ...picked, hasHeader: true } });
  expect(pairs(draft)).toEqual(['c2 w2']);
});

test('leaves out pairs that were sent before', async () => {
  const draft = await readText('c1,w1', 'c1,w2', 'c1,w3');
  draft.setSent([stateOf('attach', 'w1'), stateOf('detach', 'w2')]);
  expect(checks(draft, 'repeated')).toEqual(['1 ready']);
  draft.choose({ omitsRepeated: true });
  expect(pairs(draft)).toEqual(['c1 w2', 'c1 w3']);
  draft.choose({ operation: 'detach' });
  expect(checks(draft, 'repeated')).toEqual(['2 ready']);
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
  expect(draft.lines('warned').map(({ campaignId }) => campaignId)).toEqual([' c1', 'c1 ']);
  expect(pairs(await readText(' c1 ,w1', 'Spring,w1'))).toEqual(['c1 w1', 'id-of-spring w1']);
});

test('reads its own export without the guards', async () => {
  const draft = await readText(
    'campaignId,webhookId,Outcome,Status,Answer,Time',
    "c1,'=cmd,accepted,200,200 in 5 ms,",
  );
  expect(pairs(draft)).toEqual(['c1 =cmd']);
});

test('warns of unknown lines in its own export', async () => {
  const draft = await readText(
    'campaignId,webhookId,Outcome,Status,Answer,Time',
    'c1,w1,refused,422,422 in 5 ms,',
    'c1,w2,unknown,,No answer,',
  );
  expect(draft.getState().lines.map(({ warnings }) => warnings)).toEqual([[], [], ['unknown']]);
});

test('warns of lines that name the other operation', async () => {
  const ofRun = await readText(
    'campaignId,webhookId,Operation,Outcome,Status,Answer,Time',
    'c1,w1,attach,accepted,200,,',
    'c1,w2,detach,accepted,200,,',
  );
  const sent = await readText(
    'kind,time,operation,campaignId,webhookId,outcome,status,durationMs',
    'pair,,attach,c1,w1,accepted,200,5',
    "pair,,detach,c1,'=w2,accepted,200,5",
  );
  const plain = await readText('Ticket;Campaign;Webhook;Action', 'T-1;c1;w1;Attach', 'T-2;c1;w2;Remove');
  for (const draft of [ofRun, sent, plain]) {
    expect(draft.getState().lines.map(({ warnings }) => warnings)).toEqual([[], [], ['opposite']]);
    draft.choose({ operation: 'detach' });
    expect(draft.getState().lines.map(({ warnings }) => warnings)).toEqual([[], ['opposite'], []]);
  }
  expect(pairs(sent)).toEqual(['c1 w1', 'c1 =w2']);
});

const SWAPPED: [name: string, lines: string[], swapped: number[]][] = [
  ['a line of a campaign with many webhooks', ['c1,w1', 'c1,w2', 'w3,c1', 'c2,w1'], [3]],
  ['a line of a webhook with many campaigns', ['c1,w1', 'c2,w1', 'w1,c3'], [3]],
  ['none of IDs that are numbers of both', ['1,1', '1,2', '2,1', '2,2', '2,3', '3,1'], []],
  ['none of IDs that occur once', ['c1,w1', 'c2,w2', 'w3,c3'], []],
];

for (const [name, lines, swapped] of SWAPPED) {
  test(`takes for swapped ${name}`, async () => {
    const draft = await readText(...lines);
    expect(draft.lines('warned').map(({ line, warnings }) => [line, warnings])).toEqual(
      swapped.map((line) => [line, ['swapped']]),
    );
  });
}
