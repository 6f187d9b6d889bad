import { expect, test } from 'playwright/test';
import { ATTACH, browserForTests, DETACH, putRows, readRunView } from '#src/log/testing/log-kit.ts';
import type { Log } from '#src/log/log.ts';
import { openRunRecord, countLines, type Line, type Run } from '#src/log/run.ts';
import { readSentSince } from '#src/log/sent-pairs.ts';
import { describeAfterRetries, describeLineReason, getLineKind } from './describe-run.ts';
import { mergeRetries, prepareDetachNext, preparePlan, prepareUndo, prepareResend } from './follow-up.ts';
import { toResultRows } from './run-export.ts';

const browser = browserForTests();

const accept = async (log: Log, entry: typeof ATTACH | typeof DETACH, webhookId: string) =>
  log.close(await log.record({ ...entry, webhookId }), { outcome: 'accepted' });

/** A run that has attached these webhooks. */
const attachAll = (log: Log, ...webhookIds: string[]): Promise<string> => sendRun(log, webhookIds);

const sendRun = async (
  log: Log,
  webhookIds: readonly string[],
  earlier?: Run['earlier'],
  messages: Readonly<Record<string, string>> = {},
  outcome: 'accepted' | 'unknown' = 'accepted',
  operation: Run['operation'] = 'attach',
): Promise<string> => {
  const lines = webhookIds.map((webhookId, at): Line => ({
    campaignId: 'cmp-1',
    webhookId,
    sourceLine: at + 1,
    state: 'queued',
    requests: 0,
  }));
  const run: Run = {
    id: log.newId(),
    at: browser.now(),
    operation,
    source: 'a.csv',
    total: lines.length,
    counts: countLines(lines),
    messages: 0,
    status: 'running',
    activeMs: 0,
    tab: log.tab,
    earlier,
  };
  await log.beginRun(
    run,
    lines.map(({ campaignId, webhookId, sourceLine }) => ({ campaignId, webhookId, sourceLine })),
  );
  const record = openRunRecord(log, { run, lines });
  for (const index of lines.keys()) {
    await record.append([[index, { kind: 'send', at: browser.now(), row: log.newId() }]]);
    const message = messages[lines[index]?.webhookId ?? ''];
    const withMessage = message === undefined ? undefined : true;
    await record.append([[index, { kind: 'answer', outcome, status: 200, message, withMessage }]]);
  }
  await record.append([], { status: 'finished' });
  return run.id;
};

test('undoes only what the run itself changed', async () => {
  const log = browser.openTab();
  await accept(log, ATTACH, 'before');
  await accept(log, DETACH, 'other');
  const id = await attachAll(log, 'before', 'other', 'since', 'plain');
  await accept(log, DETACH, 'since');
  const view = await readRunView(log, id);
  if (!view) throw new Error('There is no run');
  const { run, lines, note } = await prepareUndo(log, view);
  expect(run).toEqual({ operation: 'detach', source: '', earlier: { run: id, isUndo: true } });
  expect(lines.map(({ webhookId }) => webhookId)).toEqual(['other', 'plain']);
  expect(note).toMatch(/^2 pairs left out/);
});

test('offers to detach what was replaced, once that is attached', async () => {
  const log = browser.openTab();
  await accept(log, ATTACH, 'old');
  const id = await attachAll(log, 'new');
  const offer = [
    { campaignId: 'cmp-1', webhookId: 'old', replacedBy: 'new' },
    { campaignId: 'cmp-2', webhookId: 'old', replacedBy: 'new' },
    { campaignId: 'cmp-1', webhookId: 'surplus' },
  ];
  await putRows('lists', {
    run: id,
    lines: [{ campaignId: 'cmp-1', webhookId: 'new' }],
    input: { leftOut: [], detachNext: offer },
  });
  const retry = await sendRun(log, ['other'], { run: id, isUndo: false });
  const listNext = async (run: string) => {
    const view = await readRunView(log, run);
    if (!view) throw new Error('There is no run');
    return (await prepareDetachNext(log, view.run)).lines.map(
      ({ campaignId, webhookId }) => `${campaignId} ${webhookId}`,
    );
  };
  expect(await listNext(id)).toEqual(['cmp-1 old', 'cmp-1 surplus']);
  expect(await listNext(retry)).toEqual(['cmp-1 old', 'cmp-1 surplus']);
  await accept(log, DETACH, 'old');
  expect(await listNext(id)).toEqual(['cmp-1 surplus']);
  await accept(log, ATTACH, 'old');
  expect(await listNext(id)).toEqual(['cmp-1 surplus']);
});

test('undoes a replacement by the other one, from either half', async () => {
  const log = browser.openTab();
  await accept(log, ATTACH, 'old');
  await accept(log, ATTACH, 'kept');
  const id = await attachAll(log, 'new');
  const lines = [{ campaignId: 'cmp-1', webhookId: 'new' }];
  const detachNext = ['old', 'kept'].map((webhookId) => ({
    campaignId: 'cmp-1',
    webhookId,
    replacedBy: 'new',
  }));
  await putRows('lists', { run: id, lines, input: { leftOut: [], detachNext } });
  const undo = async (run: string) => {
    const view = await readRunView(log, run);
    if (!view) throw new Error('There is no run');
    return prepareUndo(log, view);
  };
  expect(await undo(id)).toMatchObject({ run: { operation: 'detach' }, lines: [{ webhookId: 'new' }] });
  const second = await sendRun(log, ['old'], { run: id, isUndo: false }, {}, 'accepted', 'detach');
  for (const run of [id, second]) {
    expect(await undo(run)).toMatchObject({
      run: { operation: 'attach', title: 'Replace new by old', earlier: { run, isUndo: true } },
      lines: [{ webhookId: 'old' }],
      detachNext: [{ campaignId: 'cmp-1', webhookId: 'new', replacedBy: 'old' }],
      note: expect.stringMatching(
        /^This run only attaches.* 1 pair left out: not detached, or changed since\.$/,
      ),
    });
  }
  await accept(log, ATTACH, 'old');
  expect(await undo(id)).toMatchObject({ run: { operation: 'detach' }, lines: [{ webhookId: 'new' }] });
});

test('plans the attaches as a run of their own', () => {
  const pair = { campaignId: 'c', webhookId: 'w' };
  expect(preparePlan({ attach: [pair], detach: [pair] }, 'T')).toMatchObject({
    run: { operation: 'attach', title: 'T' },
    detachNext: [pair],
  });
  expect(preparePlan({ attach: [], detach: [pair] }, 'T').run.operation).toBe('detach');
});

test('undoes what retries changed in the same question', async () => {
  const log = browser.openTab();
  const id = await attachAll(log, 'first');
  const retry = await sendRun(log, ['second'], { run: id, isUndo: false });
  await sendRun(log, ['third'], { run: retry, isUndo: false });
  const view = await readRunView(log, id);
  if (!view) throw new Error('There is no run');
  const { lines, note } = await prepareUndo(log, view);
  expect(lines.map(({ webhookId }) => webhookId)).toEqual(['first', 'second', 'third']);
  expect(note).toBe('With 2 pairs that a retry attached.');
  await accept(log, DETACH, 'second');
  expect((await prepareUndo(log, view)).note).toMatch(/^With 1 pair that a retry attached\. 1 pair left out/);
});

test('leaves out of an undo what was accepted with a message', async () => {
  const log = browser.openTab();
  const message = 'webhook was attached already';
  const view = await readRunView(log, await sendRun(log, ['new', 'old'], undefined, { old: message }));
  if (!view) throw new Error('There is no run');
  const plain = await prepareUndo(log, view);
  expect(plain.lines.map(({ webhookId }) => webhookId)).toEqual(['new']);
  expect(plain.note).toBe('1 pair left out: the service says “webhook was attached already”.');
  const others = await prepareUndo(log, view, 'with-message');
  expect(others.lines.map(({ webhookId }) => webhookId)).toEqual(['old']);
});

test('undoes what the user checked as attached', async () => {
  const log = browser.openTab();
  const id = await sendRun(log, ['there', 'again', 'not', 'open', 'since'], undefined, {}, 'unknown');
  await sendRun(log, ['again'], { run: id, isUndo: false }, {}, 'unknown');
  const said = await sendRun(log, ['queued'], { run: id, isUndo: false }, { queued: 'queued' });
  const settle = (operation: 'attach' | 'detach', ...ids: string[]) =>
    log.settle(
      operation,
      ids.map((webhookId) => ({ campaignId: 'cmp-1', webhookId })),
    );
  await settle('attach', 'there', 'again', 'since', 'queued');
  await settle('detach', 'not');
  await accept(log, DETACH, 'since');
  const view = await readRunView(log, id);
  const retry = await readRunView(log, said);
  if (!view || !retry) throw new Error('There is no run');
  const { lines, note } = await prepareUndo(log, view);
  expect(lines.map(({ webhookId }) => webhookId).toSorted()).toEqual(['again', 'queued', 'there']);
  expect(note).toBe('With 3 pairs that you checked. 2 unknown pairs left out.');
  expect((await prepareUndo(log, retry)).lines).toHaveLength(1);
});

test('keeps the pairs of one line apart in a retry', async () => {
  const log = browser.openTab();
  const view = await readRunView(log, await attachAll(log, 'one', 'two'));
  if (!view) throw new Error('There is no run');
  const lines = view.lines.map((line): Line => Object.assign({}, line, { sourceLine: 2, state: 'refused' }));
  const retried = lines.slice(1).map((line): Line => Object.assign({}, line, { state: 'accepted' }));
  const since = await log.read((db) => readSentSince(db, view.run.id));
  const merged = mergeRetries({ ...view, lines }, { ...since, retries: [{ run: view.run, lines: retried }] });
  expect(merged.map(({ line: { webhookId, state } }) => `${webhookId} ${state}`)).toEqual([
    'one refused',
    'two accepted',
  ]);
});

test('shows the word of the user on a pair that stayed unknown', async () => {
  const log = browser.openTab();
  const view = await readRunView(log, await attachAll(log, 'there', 'not', 'open'));
  if (!view) throw new Error('There is no run');
  const lines = view.lines.map((line): Line => Object.assign({}, line, { state: 'unknown' }));
  await log.settle('attach', [{ campaignId: 'cmp-1', webhookId: 'there' }]);
  await log.settle('detach', [{ campaignId: 'cmp-1', webhookId: 'not' }]);
  const since = await log.read((db) => readSentSince(db, view.run.id));
  const merged = mergeRetries({ ...view, lines }, since).map(({ line }) => line);
  expect(merged.map(getLineKind)).toEqual(['checked', 'checked', 'unknown']);
  expect(
    describeAfterRetries(
      view.run,
      merged.map((line) => ({ line })),
    ),
  ).toBe('Now 0 of 3 attached, 1 unknown, 2 you checked, with its retries');
  expect(merged.map(describeLineReason)).toEqual(['Attached', 'Detached', '200']);
  const { rows } = await toResultRows(
    view.run.id,
    merged.map((line) => ({ line, run: view.run })),
    { leftOut: [], isInherited: false },
  );
  expect(rows[1]).toEqual(expect.arrayContaining(['checked by the user', 'You checked: attached']));
});

test('marks unknown lines that are sent again', async () => {
  const log = browser.openTab();
  const view = await readRunView(log, await attachAll(log, 'a', 'b'));
  const [line] = view?.lines ?? [];
  if (!view || !line) throw new Error('There is no line');
  const states = { ...view, lines: [line, { ...line, state: 'unknown' as const }] };
  const { lines, run } = await prepareResend(log, states, 'unknown');
  expect(lines).toMatchObject([{ wasUnknown: true, reason: '200' }]);
  expect(run).toMatchObject({ operation: 'attach', earlier: { run: view.run.id, isUndo: false } });
});

test('leaves out of a retry what was sent again or checked since', async () => {
  const log = browser.openTab();
  await accept(log, ATTACH, 'earlier');
  const ids = ['accepted', 'unknown', 'checked', 'earlier', 'only'];
  const view = await readRunView(log, await attachAll(log, ...ids));
  if (!view) throw new Error('There is no run');
  await accept(log, ATTACH, 'accepted');
  await log.close(await log.record({ ...DETACH, webhookId: 'unknown' }), { outcome: 'unknown' });
  await log.settle('attach', [{ campaignId: 'cmp-1', webhookId: 'checked' }]);
  const unknown = view.lines.map((line) => Object.assign({}, line, { state: 'unknown' as const }));
  const { lines, note } = await prepareResend(log, { ...view, lines: unknown }, 'unknown');
  expect(lines.map(({ webhookId }) => webhookId)).toEqual(['earlier', 'only']);
  expect(note).toBe('3 pairs left out: sent again or checked since. Unknown pairs may be attached already.');
  const notSent = unknown.map((line) =>
    Object.assign({}, line, { state: 'not-sent' as const, row: undefined }),
  );
  const retry = await prepareResend(log, { ...view, lines: notSent.slice(0, 2) }, 'not-sent');
  expect(retry.lines).toEqual([]);
});

test('sends again what a retry left unknown, as corrected', async () => {
  const log = browser.openTab();
  const view = await readRunView(log, await sendRun(log, ['wrong', 'other'], undefined, {}, 'unknown'));
  if (!view) throw new Error('There is no run');
  const earlier = { run: view.run.id, isUndo: false };
  const retry = await sendRun(log, ['right'], earlier, {}, 'unknown');
  const again = await prepareResend(log, view, 'unknown');
  expect(again.lines.map(({ webhookId }) => webhookId)).toEqual(['right', 'other']);
  await sendRun(log, ['right'], { run: retry, isUndo: false }, { right: 'queued' });
  const since = await log.read((db) => readSentSince(db, view.run.id));
  expect(describeAfterRetries(view.run, mergeRetries(view, since))).toBe(
    'Now 0 of 2 attached, 1 accepted with a message, 1 unknown, with its retries',
  );
  const { lines } = await prepareResend(log, view, 'unknown');
  expect(lines.map(({ webhookId }) => webhookId)).toEqual(['other']);
});

test('takes no acceptance with a message for an attach', async () => {
  const log = browser.openTab();
  await sendRun(log, ['new'], undefined, { new: 'carrier rejected the change' });
  const id = await attachAll(log, 'new');
  const view = await readRunView(log, id);
  if (!view) throw new Error('There is no run');
  expect((await prepareUndo(log, view)).lines).toHaveLength(1);
  await accept(log, ATTACH, 'old');
  const said = await sendRun(log, ['other'], undefined, { other: 'carrier rejected the change' });
  await putRows('lists', {
    run: said,
    lines: [{ campaignId: 'cmp-1', webhookId: 'other' }],
    input: {
      leftOut: [],
      detachNext: [
        { campaignId: 'cmp-1', webhookId: 'old', replacedBy: 'other' },
        { campaignId: 'cmp-1', webhookId: 'older', replacedBy: 'new', alsoBy: ['other'] },
      ],
    },
  });
  const next = await readRunView(log, said);
  if (!next) throw new Error('There is no run');
  expect((await prepareDetachNext(log, next.run)).lines).toEqual([]);
});
