import { expect, test } from 'playwright/test';
import { linesOf, never, read } from './testing/draft-kit.ts';
import { readDraft, type DraftInput } from './draft-read.ts';

const whyNot = async (input: DraftInput): Promise<string | undefined> => {
  const result = await readDraft(input, 'attach', never);
  return typeof result === 'string' ? result : undefined;
};

test('an ID of 512 characters can be sent, a longer one can not', async () => {
  const draft = await read(`c1,${'w'.repeat(512)}\nc2,${'w'.repeat(513)}`);
  expect(draft.lines('all').map((index) => draft.line(index).check.kind)).toEqual(['ready', 'unsendable']);
});

const fileOf = (...parts: BlobPart[]): DraftInput => ({ kind: 'file', file: new File(parts, 'pairs.csv') });

test('a file gives its name, and says where its encoding was guessed', async () => {
  const draft = await read(fileOf('campaign;webhook\r\n', new Uint8Array([0xc4]), '1;w1\r\n'));
  expect(draft.pairs()).toMatchObject([{ campaignId: 'Ä1', webhookId: 'w1' }]);
  expect(draft.getState()).toMatchObject({
    source: 'pairs.csv',
    isGuessed: true,
    picked: { hasHeader: true },
  });
});

const manyIds = (length: number) => Array.from({ length }, (_, at) => `id-${at}`).join('\n');

const NOTHING: [name: string, input: DraftInput, why: string][] = [
  ['an empty text', { kind: 'text', text: '' }, 'no-pairs'],
  ['blank lines alone', { kind: 'text', text: ' \r\n\t\n,,\n' }, 'no-pairs'],
  ['a NUL in a text', { kind: 'text', text: 'c1,w\u00001' }, 'no-text'],
  ['more than 10,000 pairs', { kind: 'text', text: 'c,w\n'.repeat(10_001) }, 'too-many-lines'],
  [
    'more than 10,000 combinations',
    { kind: 'every', campaigns: manyIds(100), webhooks: manyIds(101) },
    'too-many-lines',
  ],
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
  expect(draft.getState().list).toBeUndefined();
});

test('combines 10,000 pairs', async () => {
  const draft = await read({ kind: 'every', campaigns: manyIds(100), webhooks: manyIds(100) });
  expect(draft.getState().counts).toMatchObject({ all: 10_000, ready: 10_000 });
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
  expect(draft.getState()).toMatchObject({ source: 'undo', picked: { hasHeader: false } });
});
