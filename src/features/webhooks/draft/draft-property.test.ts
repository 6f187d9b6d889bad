import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import { toCsv } from '#src/lib/csv.ts';
import { read } from './testing/draft-kit.ts';
import type { Draft } from './draft.ts';
import { bare, pairKey, toPair, type PairValues } from '#src/features/webhooks/change/pair.ts';

const MARKS = [...',;\t|"\'=+-@＝ 0é🪝\u00a0', "'=", '""'];

/** IDs that can be sent, with all that CSV may stumble over. */
const id = fc
  .array(fc.oneof(fc.constantFrom(...MARKS), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 8 })
  // oxlint-disable-next-line no-control-regex -- The draft holds them back.
  .map((parts) => bare(parts.join('').replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g, '')))
  .filter((text) => toPair({ campaignId: text, webhookId: text }) !== undefined);

const pair: fc.Arbitrary<PairValues> = fc.record({ campaignId: id, webhookId: id });

/** A cell as toCsv writes it (`isOwn`), or without its guard; with quotes also where another delimiter needs them. */
const cellOf = (text: string, delimiter: string, isOwn: boolean): string => {
  const cell = isOwn
    ? toCsv([[text]]).slice(0, -2)
    : text.includes('"')
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  return !cell.startsWith('"') && cell.includes(delimiter) ? `"${cell}"` : cell;
};

const given = (draft: Draft): PairValues[] =>
  draft.lines('all').flatMap((index) => {
    const { check, campaignId, webhookId } = draft.line(index);
    return check.kind === 'header' ? [] : [{ campaignId, webhookId }];
  });

// What this console writes out, and what others do.
const HEADERS = [
  'kind,time,operation,campaignId,webhookId,outcome,status,durationMs',
  'line,operation,campaignId,webhookId,outcome,status,durationMs,sentAt',
  'campaignId,webhookId',
].map((header) => header.split(','));

test('pairs that are written as CSV read back the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(pair, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\r\n', '\n'),
      fc.constantFrom(...HEADERS),
      async (pairs, delimiter, newline, header) => {
        const isOwn = header.length > 2;
        const rows = pairs.map(({ campaignId, webhookId }) =>
          header.map((name) => (name === 'campaignId' ? campaignId : name === 'webhookId' ? webhookId : 'x')),
        );
        const text = [header, ...rows]
          .map((row) => row.map((cell) => cellOf(cell, delimiter, isOwn)).join(delimiter) + newline)
          .join('');
        const draft = await read(text);
        expect(given(draft)).toEqual(pairs);
        expect(draft.getState().counts.invalid).toBe(0);
      },
    ),
    { numRuns: 400 },
  );
});

const few = fc.constantFrom('a', 'b', 'c', '');
const fewPairs = fc.record({ campaignId: few, webhookId: few });

type Step = (draft: Draft, undo: (() => void)[]) => void;

const onAnyLine = (act: (draft: Draft, index: number, undo: (() => void)[]) => void) =>
  fc.nat().map((at): Step => (draft, undo) => {
    const all = draft.lines('all');
    const index = all[at % (all.length || 1)];
    if (index !== undefined) act(draft, index, undo);
  });
const operations = fc.constantFrom('attach' as const, 'detach' as const);

const step: fc.Arbitrary<Step> = fc.oneof(
  fewPairs.chain((values) => onAnyLine((draft, index) => draft.fix(index, values))),
  onAnyLine((draft, index, undo) => undo.push(draft.remove(index))),
  fc.constant<Step>((_, undo) => undo.shift()?.()),
  fc.tuple(fc.boolean(), fc.nat({ max: 2 }), fc.nat({ max: 2 })).map(
    ([hasHeader, campaign, webhook]): Step =>
      (draft) =>
        draft.pick({ hasHeader, columns: { campaign, webhook } }),
  ),
  operations.map(
    (operation): Step =>
      (draft) =>
        draft.setOperation(operation),
  ),
  fc.boolean().map(
    (leaves): Step =>
      (draft) =>
        draft.leaveOutSame(leaves),
  ),
  fc.tuple(fewPairs, operations, fc.nat()).map(
    ([values, operation, at]): Step =>
      (draft) =>
        draft.know([{ ...values, operation, at, by: { entry: 'e' } }]),
  ),
);

/** What does not fit together in a draft: "" where all does. */
const contradiction = (draft: Draft): string => {
  const { counts, toSend, leavesOutSame, operation } = draft.getState();
  if (counts.ready + counts.invalid + counts.duplicate + counts.header !== counts.all) return 'sum';
  for (const filter of ['all', 'ready', 'invalid', 'duplicate', 'header', 'same'] as const)
    if (draft.lines(filter).length !== counts[filter]) return filter;
  const first = new Map<string, number>();
  const toBeSent: string[] = [];
  for (const index of draft.lines('all')) {
    const { check, last, line, ...values } = draft.line(index);
    const key = pairKey(values);
    if (check.kind === 'duplicate' && check.ofLine !== first.get(key)) return `line ${line} is of no line`;
    if (last && last.operation !== operation) return `line ${line} has another operation`;
    if (check.kind !== 'ready') continue;
    if (first.has(key)) return `line ${line} is sent twice`;
    first.set(key, line);
    if (!leavesOutSame || !last) toBeSent.push(key);
  }
  if (JSON.stringify(draft.pairs().map(pairKey)) !== JSON.stringify(toBeSent)) return 'pairs';
  return toSend === toBeSent.length ? '' : 'toSend';
};

test('counts always sum, and each pair is sent once, whatever the person does', async () => {
  const rows = fc.array(fc.array(few, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rows, fc.array(step, { maxLength: 12 }), async (cells, steps) => {
      const draft = await read(`h,campaign,webhook\nx,a,b\n${toCsv(cells)}`);
      const undo: (() => void)[] = [];
      expect(contradiction(draft)).toBe('');
      for (const act of steps) {
        act(draft, undo);
        expect(contradiction(draft)).toBe('');
      }
    }),
    { numRuns: 200 },
  );
});
