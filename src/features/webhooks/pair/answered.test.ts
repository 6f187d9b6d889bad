import { MutationCache, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'playwright/test';
import {
  createTestConfig,
  createTestService,
  createTestTokens,
  type SentRequest,
} from '#src/api/testing/service-kit.ts';
import { writes } from '#src/api/hooks.ts';
import { getLog } from '#src/log/log.ts';
import { findEntryId, logWrites } from '#src/log/log-writes.ts';
import { readLastAccepted } from '#src/log/views.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { createTestBrowser, readSentPairs } from '#src/log/testing/log-kit.ts';
import type { Change } from '#src/features/webhooks/change/change.ts';
import { describeAnswer } from './answer-message.ts';

let browser: ReturnType<typeof createTestBrowser>;

test.beforeEach(() => {
  browser = createTestBrowser();
  browser.installLocks();
});

test.afterEach(() => browser.end());

const open = (service: Workspace['service']) => {
  const person = { subject: 'maya', name: 'Maya' };
  const key = { personKey: 'maya', storageKey: 'k' };
  const session: Workspace['session'] = {
    getState: () => ({ state: 'restoring' }),
    subscribe: () => () => undefined,
  };
  const workspace: Workspace = { config: createTestConfig(), person, areas: [], ...key, service, session };
  const log = getLog(workspace);
  browser.adopt(log);
  return { workspace, log };
};

const lastOf = (log: ReturnType<typeof getLog>, webhookId: string) =>
  log.read((db) => readLastAccepted(db, { campaignId: 'cmp-1', webhookId }));

const CHANGE: Change = { operation: 'attach', campaignId: 'cmp-1', webhookId: 'wh-1' };

/** As the page sends. */
const send = async (workspace: Workspace, { operation, ...pair }: Change) => {
  const mutationCache = new MutationCache(logWrites(async () => getLog(workspace)));
  const client = new QueryClient({ mutationCache });
  const mutation = mutationCache.build(client, writes[operation](workspace.service));
  const outcome = await mutation.execute(pair);
  return { outcome, entryId: findEntryId(mutation) };
};

const sendOne = async (operation: Change['operation'], answer: (call: SentRequest) => Response) => {
  const { service, calls } = createTestService(answer);
  const { workspace, log } = open(service);
  const sent = { ...CHANGE, operation };
  const { outcome } = await send(workspace, sent);
  const message = describeAnswer(sent, outcome, service.origins);
  return { outcome, message, calls, entries: await readSentPairs(log) };
};

test('treats a web page as an unknown outcome', async () => {
  const page = '<!doctype html><title>Sign in</title>';
  const { message, entries } = await sendOne(
    'detach',
    () => new Response(page, { headers: { 'Content-Type': 'text/html' } }),
  );
  expect(message).toMatchObject({ title: 'Outcome unknown', action: 'Send again' });
  expect(message.text).toContain('We can’t tell whether the webhook was detached.');
  expect(entries).toMatchObject([{ outcome: 'unknown', status: 200 }]);
});

test('points at an error in an accepted answer', async () => {
  const { message, entries } = await sendOne('attach', () => Response.json({ error: 'busy' }));
  expect(message).toMatchObject({ tone: 'warn', title: 'Accepted, with a message', action: 'Undo' });
  expect(message.text).toContain('mentions an error');
  expect(entries).toMatchObject([{ outcome: 'accepted', withMessage: true, status: 200 }]);
});

const FAILURES: Record<string, string> = {
  nothing: '',
  text: 'no such pair',
  HTML: '<!doctype html><html><head><title>Bad day</title></head></html>',
  message: '{"message":"no such pair"}',
  'an error object': '{"error":{}}',
  'problem+json': '{"title":"Refused","detail":"no such pair"}',
};

const STATUSES = [400, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503, 504];

for (const [what, text] of Object.entries(FAILURES)) {
  test(`describes an error answer with ${what}`, async () => {
    for (const status of STATUSES) {
      const answer = () => new Response(text, { status });
      const { outcome, message, calls, entries } = await sendOne('attach', answer);
      // A 401 was not carried out: it is sent once more with a renewed token.
      expect(calls).toHaveLength(status === 401 ? 2 : 1);
      expect(message.text).toContain(String(status));
      expect(message.text).not.toMatch(/\[object|undefined/);
      expect(outcome.kind).toBe(status === 504 ? 'unknown' : 'refused');
      expect(entries[0]).toMatchObject({ outcome: outcome.kind, status });
    }
  });
}

test('keeps the last accepted change after a refused one', async () => {
  const answers = [
    () => new Response('{}'),
    () => new Response('', { status: 500 }),
    () => Promise.reject(new TypeError('broken')),
  ];
  const { service } = createTestService((_, index) => answers[index]?.() ?? new Response('{}'));
  const { workspace, log } = open(service);
  expect(await lastOf(log, 'wh-1')).toBeUndefined();
  const detach: Change = { ...CHANGE, operation: 'detach' };
  const first = await send(workspace, CHANGE);
  expect((await send(workspace, detach)).outcome.kind).toBe('refused');
  expect((await send(workspace, detach)).outcome.kind).toBe('unknown');
  expect(await lastOf(log, 'wh-1')).toMatchObject({
    id: first.entryId,
    operation: 'attach',
  });
  expect(await lastOf(log, 'wh-2')).toBeUndefined();
});

test('sends nothing after the session has ended', async () => {
  const tokens = { ...createTestTokens().tokens, freshToken: () => Promise.resolve(undefined) };
  const { service, calls } = createTestService(() => new Response('{}'), { tokens });
  const { workspace, log } = open(service);
  const { outcome } = await send(workspace, CHANGE);
  expect(calls).toEqual([]);
  expect(await readSentPairs(log)).toMatchObject([{ outcome: 'not-sent' }]);
  expect(describeAnswer(CHANGE, outcome, service.origins)).toMatchObject({
    title: 'Not sent',
    action: 'Retry',
    text: 'Your session has ended. Sign in again to continue.',
  });
});
