import { expect, test } from 'playwright/test';
import { linesOf, never, read } from './testing/draft-kit.ts';
import { readDraft, type DraftInput } from './draft-read.ts';

const whyNot = async (input: DraftInput): Promise<string | undefined> => {
  const result = await readDraft(input, 'attach', { signal: never });
  return typeof result === 'string' ? result : undefined;
};

test('an ID of 512 characters can be sent, a longer one can not', async () => {
  const draft = await read(`c1,${'w'.repeat(512)}\nc2,${'w'.repeat(513)}`);
  expect(draft.lines('all').map((index) => draft.line(index).check.kind)).toEqual(['ready', 'unsendable']);
});

test('says which line begins the quote that is never closed', async () => {
  expect((await read('c1,w1\n\n"c2,w2\nc3,w3')).getState().openQuote).toBe(3);
  expect((await read('c1,"w\n1"\nc2,w2')).getState().openQuote).toBeUndefined();
  expect((await read('c'.repeat(2_000_000))).getState().openQuote).toBeUndefined();
});

test('shows the columns there are to choose from', async () => {
  const named = (await read('line,campaignId,webhookId\n1,c1,w1')).getState();
  expect(named).toMatchObject({
    hasHeader: true,
    columns: { names: ['line', 'campaignId', 'webhookId'], count: 3, campaign: 1, webhook: 2 },
  });
  expect((await read('c1,w1')).getState()).toMatchObject({
    hasHeader: false,
    columns: { names: [], count: 2, campaign: 0, webhook: 1 },
  });
  expect((await read('c1\nc2')).getState().columns).toBeUndefined();
  expect((await read('a,'.repeat(5000))).getState().columns?.count).toBe(100);
});

const fileOf = (...parts: BlobPart[]): DraftInput => ({ kind: 'file', file: new File(parts, 'pairs.csv') });

test('a file gives its name, and says where its encoding was guessed', async () => {
  const draft = await read(fileOf('campaign;webhook\r\n', new Uint8Array([0xc4]), '1;w1\r\n'));
  expect(draft.pairs()).toMatchObject([{ campaignId: 'Ä1', webhookId: 'w1' }]);
  expect(draft.getState()).toMatchObject({ source: 'pairs.csv', isGuessed: true, hasHeader: true });
});

const NOTHING: [name: string, input: DraftInput, why: string][] = [
  ['an empty text', { kind: 'text', text: '' }, 'no-pairs'],
  ['blank lines alone', { kind: 'text', text: ' \r\n\t\n,,\n' }, 'no-pairs'],
  ['a NUL in a text', { kind: 'text', text: 'c1,w\u00001' }, 'no-text'],
  ['more than 10 MB', { kind: 'text', text: 'c,w\n'.repeat(2_700_000) }, 'too-big'],
  ['a list without the other', { kind: 'every', campaigns: 'c1 c2', webhooks: ' ' }, 'no-pairs'],
];

for (const [name, input, why] of NOTHING) {
  test(`reads nothing from ${name}`, async () => {
    expect(await whyNot(input)).toBe(why);
  });
}

test('combines every campaign with every webhook once', async () => {
  const draft = await read({ kind: 'every', campaigns: 'c1, c2\nc1', webhooks: '"w1";w2' });
  expect(linesOf(draft)).toEqual([
    '1 [c1] [w1] ready',
    '2 [c1] [w2] ready',
    '3 [c2] [w1] ready',
    '4 [c2] [w2] ready',
  ]);
  expect(draft.getState().columns).toBeUndefined();
});

test('combines 250,000 pairs and no more', async () => {
  const list = (length: number) => Array.from({ length }, (_, at) => `id-${at}`).join('\n');
  const draft = await read({ kind: 'every', campaigns: list(500), webhooks: list(500) });
  expect(draft.getState().counts).toMatchObject({ all: 250_000, ready: 250_000 });
  expect(await whyNot({ kind: 'every', campaigns: list(500), webhooks: list(501) })).toBe('too-big');
});

test('takes pairs as they are given', async () => {
  const draft = await read({
    kind: 'pairs',
    source: 'undo',
    pairs: [
      { campaignId: "'=c", webhookId: '"w"' },
      { campaignId: 'campaign', webhookId: 'webhook' },
    ],
  });
  expect(linesOf(draft)).toEqual([`1 ['=c] ["w"] ready`, '2 [campaign] [webhook] ready']);
  expect(draft.getState()).toMatchObject({ source: 'undo', hasHeader: false });
});

test('stops where the person leaves, and tells how far it is', async () => {
  const leaving = new AbortController();
  const text = Array.from({ length: 50_000 }, (_, at) => `c-${at},w-${at}`).join('\n');
  const shares: number[] = [];
  const result = readDraft({ kind: 'text', text }, 'attach', {
    signal: leaving.signal,
    onProgress: (share) => shares.push(share),
    turn: () => Promise.resolve(),
  });
  expect(typeof (await result)).toBe('object');
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  leaving.abort();
  const stopped = readDraft({ kind: 'text', text }, 'attach', { signal: leaving.signal });
  await expect(stopped).rejects.toThrow('aborted');
});
