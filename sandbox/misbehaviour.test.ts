import { expect, test } from 'playwright/test';
import { FAIL_BODIES, ODD_BODIES } from './bodies.ts';
import { behaviourOf, parseSentinel } from './misbehaviour.ts';
import { newPerson, sandboxForTests } from './testing.ts';

const sandbox = sandboxForTests();

const FIELDS = { providerAuthToken: 'hush', providerPhoneNumber: '5550100' };

test('ordinary values are no sentinels', () => {
  for (const value of [
    '',
    'fail',
    'fail-',
    'fail-5000',
    'fail-200',
    'odd-',
    'odd-500',
    'odd-2',
    'slow-',
    'drop',
    'AC00123',
  ]) {
    expect(parseSentinel(value), value).toBeUndefined();
  }
  for (const value of ['once-', 'once-upon-a-time', 'attach-7', 'later-on', 'redirected', 'late-shift']) {
    expect(parseSentinel(value), value).toBeUndefined();
  }
});

const act = (value: string, operation: 'attach' | 'detach', request = 1) =>
  behaviourOf(parseSentinel(value), { operation, request });

test('combines sentinels from left to right', () => {
  expect(act('fail-500-17', 'attach').act).toMatchObject({ kind: 'fail', status: 500, body: 'message' });
  expect(act('detach-once-fail-503-2s-html-x', 'detach').act).toMatchObject({
    status: 503,
    body: 'html',
    retryAfter: { seconds: 2, as: 'seconds' },
  });
  expect(act('detach-once-fail-503', 'attach').act.kind).toBe('usual');
  expect(act('detach-once-fail-503', 'detach', 2).act.kind).toBe('usual');
  expect(act('later-drop-before', 'attach').act.kind).toBe('usual');
  expect(act('later-drop-before', 'attach', 2).act).toEqual({ kind: 'drop', when: 'before' });
  expect(act('slow-200-slow-300-odd-null', 'attach')).toEqual({
    delayMilliseconds: 500,
    act: { kind: 'odd', body: 'null' },
  });
});

test('fails with each status, and does nothing', async () => {
  const me = await newPerson(sandbox);
  for (const status of [400, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503]) {
    const id = `fail-${status}-1`;
    for (const answer of [await me.read(id), await me.pair('add', id, 'c')]) {
      expect([id, answer.status]).toEqual([id, status]);
    }
  }
  expect((await me.state()).attached).toEqual([]);
});

test('fails with each body', async () => {
  const me = await newPerson(sandbox);
  const types: Record<string, string | null> = {};
  for (const body of FAIL_BODIES) {
    const answer = await me.pair('add', `fail-500-${body}-1`, 'c');
    types[body] = answer.headers.get('content-type');
    const text = await answer.text();
    if (body === 'empty') expect(text).toBe('');
    if (body === 'long') expect(text).toHaveLength(100_000);
    if (body === 'broken') expect(() => JSON.parse(text)).toThrow();
  }
  expect(types).toEqual({
    message: 'application/json',
    text: 'text/plain; charset=utf-8',
    html: 'text/html; charset=utf-8',
    empty: null,
    problem: 'application/problem+json',
    errorobject: 'application/json',
    errortext: 'application/json',
    broken: 'application/json',
    long: 'text/plain',
  });
});

test('Retry-After in seconds, as a date, or absent', async () => {
  const me = await newPerson(sandbox);
  const retryAfter = async (id: string) => (await me.read(id)).headers.get('retry-after');
  expect(await retryAfter('fail-429')).toBe('3');
  expect(await retryAfter('fail-503-10s-b')).toBe('10');
  expect(await retryAfter('fail-429-bare')).toBeNull();
  expect(await retryAfter('fail-503')).toBeNull();
  const ahead = Date.parse((await retryAfter('fail-429-10s-date')) ?? '') - Date.now();
  expect(ahead).toBeGreaterThan(8_000);
  expect(ahead).toBeLessThanOrEqual(10_000);
});

test('odd successes: the act is done', async () => {
  const me = await newPerson(sandbox);
  const bodies: Record<string, string> = {};
  for (const name of ODD_BODIES) {
    const answer = await me.pair('add', `odd-${name}`, 'c');
    expect(answer.status).toBe(200);
    bodies[name] = (await answer.text()).slice(0, 9);
  }
  expect(bodies).toMatchObject({
    empty: '',
    null: 'null',
    true: 'true',
    42: '42',
    string: '"ok"',
    html: '<!doctype',
  });
  for (const status of [201, 202, 204, 206])
    expect((await me.pair('add', `odd-${status}`, 'c')).status).toBe(status);
  expect((await me.state()).attached).toHaveLength(ODD_BODIES.length + 4);
});

test('a save and a delete obey the account SID', async () => {
  const me = await newPerson(sandbox);
  const save = async (providerAccountSid: string) =>
    (await me.save({ ...FIELDS, providerAccountSid })).status;
  expect(await save('fail-409')).toBe(409);
  expect(await me.state()).toMatchObject({ provider: null });
  expect(await save('delete-once-fail-503')).toBe(200);
  expect((await me.remove()).status).toBe(503);
  expect((await me.state()).provider).not.toBeNull();
  expect((await me.remove()).status).toBe(200);
});

test('a campaign ID can be the sentinel', async () => {
  const me = await newPerson(sandbox);
  expect((await me.pair('add', 'w1', 'fail-410')).status).toBe(410);
  expect((await me.pair('add', 'odd-201', 'fail-410')).status).toBe(201);
});

test('fail-401-once refuses the token, once-fail-401 the request', async () => {
  const me = await newPerson(sandbox);
  const ask = async (id: string) => (await me.read(id)).status;
  expect([await ask('fail-401-once'), await ask('fail-401-once'), await ask('fail-401-once-b')]).toEqual([
    401, 401, 401,
  ]);
  await me.renew();
  expect([await ask('fail-401-once'), await ask('fail-401-once-b'), await ask('fail-401')]).toEqual([
    200, 200, 401,
  ]);
  expect([await ask('once-fail-401'), await ask('once-fail-401')]).toEqual([401, 200]);
});

test('drops connections before, after and in a body', async () => {
  const me = await newPerson(sandbox);
  await expect(me.pair('add', 'drop-before', 'c')).rejects.toThrow();
  await expect(me.pair('add', 'drop-after', 'c')).rejects.toThrow();
  const halved = await me.pair('add', 'drop-body', 'c');
  expect(halved.status).toBe(200);
  await expect(halved.text()).rejects.toThrow();
  const ids = (await me.state()).attached.map(({ webhookId }: { webhookId: string }) => webhookId);
  expect(ids).toEqual(['drop-after', 'drop-body']);
  const answers = (await me.log()).map((entry: { did: string; answer: string }) => [entry.did, entry.answer]);
  expect(answers).toEqual([
    [null, 'dropped'],
    ['attached', 'dropped'],
    ['attached', 200],
  ]);
});

test('slow answers, slow bodies', async () => {
  const me = await newPerson(sandbox);
  const timed = async (id: string) => {
    const sentAt = performance.now();
    const answer = await me.read(id);
    const headersAfter = performance.now() - sentAt;
    await answer.text();
    return [answer.status, headersAfter, performance.now() - sentAt] as const;
  };
  const [[status, headersAfter], [bodyStatus, bodyHeadersAfter, bodyAfter]] = await Promise.all([
    timed('slow-200-fail-500'),
    timed('slow-body-1000'),
  ]);
  expect(status).toBe(500);
  expect(headersAfter).toBeGreaterThanOrEqual(195);
  expect(bodyStatus).toBe(200);
  expect(bodyAfter).toBeGreaterThanOrEqual(995);
  expect(bodyAfter - bodyHeadersAfter).toBeGreaterThan(100);
});

test('redirect, blocked CORS, late calls', async () => {
  const me = await newPerson(sandbox);
  const redirect = await me.read('redirect-307');
  expect([redirect.status, redirect.headers.get('location')]).toEqual([
    307,
    `${sandbox.serviceOrigin}/sandbox/redirected`,
  ]);
  expect((await me.read('redirect')).status).toBe(302);
  const headers = { Origin: sandbox.consoleOrigin };
  const blocked = await me.send('GET', '/api/v3/call_status?callId=cors-blocked', { headers });
  expect([blocked.status, blocked.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  const late = [];
  for (let question = 0; question < 4; question += 1) late.push((await me.read('late-2-x')).status);
  expect(late).toEqual([404, 404, 200, 200]);
});
