import { createHash } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'playwright/test';
import { createCounter } from './cap.ts';
import { createBrowser, newPerson, sandboxForTests, signIn, start } from './testing.ts';

const sandbox = sandboxForTests();

const somebody = () => newPerson(sandbox);

const FIELDS = { providerAccountSid: '00123', providerAuthToken: 'hush', providerPhoneNumber: '+1 555 0100' };
const digest = `sha256:${createHash('sha256').update('hush').digest('hex')}`;

test('logs the five operations without token and secret', async () => {
  const me = await somebody();
  const answers = [
    await me.save({ ...FIELDS, voiceProvider: 'PROVIDER_B' }),
    await me.read('sample-ended'),
    await me.pair('add', 'a/b c+d&é#?', '007'),
    await me.pair('remove', 'gone', '007'),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  expect(await me.state()).toEqual({
    provider: { ...FIELDS, providerAuthToken: digest, voiceProvider: 'PROVIDER_B' },
    attached: [{ webhookId: 'a/b c+d&é#?', campaignId: '007' }],
    calls: { 'sample-ended': expect.any(Number) },
  });
  expect((await me.remove()).status).toBe(200);
  expect(await me.state()).toMatchObject({ provider: null });
  const log = await me.log();
  expect(log.map((entry: { did: string }) => entry.did)).toEqual([
    'saved',
    'read',
    'attached',
    'detached',
    'deleted',
  ]);
  expect(log[0]).toMatchObject({
    method: 'POST',
    path: '/api/v3/update_provider',
    query: [],
    contentType: 'application/json',
    body: { providerAuthToken: digest },
    answer: 200,
  });
  expect(log[2]).toMatchObject({
    contentType: null,
    body: null,
    query: [
      ['webhookId', 'a/b c+d&é#?'],
      ['campaignId', '007'],
    ],
  });
  expect(JSON.stringify(log)).not.toContain('hush');
  expect(JSON.stringify(log)).not.toContain(me.token());
});

test('each person has their own state', async () => {
  const [me, other] = [await somebody(), await somebody()];
  await me.save(FIELDS);
  expect(await other.state()).toEqual({ provider: null, attached: [], calls: {} });
  expect(await other.log()).toEqual([]);
});

test('refuses every wrong token with 401', async () => {
  const me = await somebody();
  const { privateKey } = await generateKeyPair('ES256');
  const forged = await new SignJWT({ jti: 'x' })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
    .setSubject('maya')
    .setIssuer(sandbox.issuer)
    .setAudience(sandbox.serviceOrigin)
    .setExpirationTime('5m')
    .sign(privateKey);
  const { tokens } = await signIn(createBrowser(sandbox), { person: 'maya' });
  for (const authorization of [
    '',
    me.token(),
    `bearer ${me.token()}`,
    `Basic ${me.token()}`,
    `Bearer ${forged}`,
    `Bearer ${tokens.id_token}`,
  ]) {
    const answer = await me.send('DELETE', '/api/v3/delete_provider', {
      headers: { Authorization: authorization },
    });
    expect([authorization.slice(0, 12), answer.status]).toEqual([authorization.slice(0, 12), 401]);
    expect(answer.headers.get('www-authenticate')).toContain('invalid_token');
  }
  expect(await me.log()).toEqual([]);
});

test('an expired token is refused, and the log says so', async () => {
  const own = await start();
  const me = await newPerson(own, 'Short +20s');
  expect((await me.read('sample-long')).status).toBe(200);
  own.advance(21_000);
  expect((await me.read('sample-long')).status).toBe(401);
  const log: { tokenExpired: boolean; answer: number }[] = await me.log();
  expect(log.map(({ tokenExpired, answer }) => [tokenExpired, answer])).toEqual([
    [false, 200],
    [true, 401],
  ]);
  await own.close();
});

test('takes no more a second than a name says', async () => {
  const person = await newPerson(sandbox, 'Ada 1 a second');
  const answers = await Promise.all(Array.from({ length: 5 }, () => person.read('sample-long')));
  expect(answers.map(({ status }) => status)).toContain(429);
});

test('takes a second’s worth at once after a pause', () => {
  const isTaken = createCounter(2);
  const times = [0, 0, 0, 600, 600, 5000, 5000, 5000];
  expect(times.map((ms) => isTaken(1e12 + ms))).toEqual([true, true, false, true, false, true, true, false]);
});

test('CORS admits the console alone, and exposes Retry-After', async () => {
  const me = await somebody();
  const ask = (origin: string) =>
    me.send('DELETE', '/api/v3/delete_provider', { headers: { Origin: origin } });
  const admitted = await ask(sandbox.consoleOrigin);
  expect(admitted.headers.get('access-control-allow-origin')).toBe(sandbox.consoleOrigin);
  expect(admitted.headers.get('access-control-expose-headers')).toContain('Retry-After');
  expect((await ask('http://localhost:1')).headers.get('access-control-allow-origin')).not.toBe(
    'http://localhost:1',
  );
  const preflight = await fetch(`${sandbox.serviceOrigin}/api/v3/delete_provider`, {
    method: 'OPTIONS',
    headers: {
      Origin: sandbox.consoleOrigin,
      'Access-Control-Request-Method': 'DELETE',
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
});

test('a call goes from queued to its end', async () => {
  const own = await start();
  const me = await newPerson(own);
  const read = async (callId: string) => (await me.read(callId)).json();
  for (const [callId, ending] of [
    ['sim-40s-completed', { status: 'completed', duration: 30 }],
    ['sim-40s-failed-x', { status: 'failed', error: 'carrier rejected the call' }],
    ['sim-40s-failed-object-x', { status: 'failed', error: { code: 31005 } }],
    ['slow-1-sim-40000ms-busy', { status: 'busy' }],
  ] as const) {
    expect(await read(callId)).toEqual({ status: 'queued', duration: 0 });
    own.advance(5_000);
    expect(await read(callId)).toMatchObject({ status: 'ringing', startTime: expect.any(String) });
    own.advance(20_000);
    expect(await read(callId)).toMatchObject({ status: 'in-progress', duration: 15 });
    own.advance(20_000);
    expect(await read(callId)).toMatchObject({ ...ending, endTime: expect.any(String) });
  }
  expect(await read('sim-0s-completed')).toMatchObject({ status: 'completed', duration: 0 });
  expect(await read('sim-1s-running-7')).toMatchObject({ status: 'in-progress' });
  expect(await read('sample-ended')).toMatchObject({ status: 'completed', duration: 90 });
  expect(await read('call-1')).toEqual({ status: 'queued', duration: 0 });
  expect(await read('record-no-status')).not.toHaveProperty('status');
  await own.close();
});

test('a call counted in checks ends at its last one', async () => {
  const own = await start();
  const [me, other] = [await newPerson(own), await newPerson(own)];
  const read = async (person: typeof me, callId: string) => (await person.read(callId)).json();
  for (const [callId, ending] of [
    ['asks-2-completed', { status: 'completed' }],
    ['asks-2-failed-x', { status: 'failed', error: 'carrier rejected the call' }],
    ['asks-2-failed-object', { status: 'failed', error: { code: 31005 } }],
    ['slow-1-asks-2-busy', { status: 'busy' }],
  ] as const) {
    const first = await read(me, callId);
    expect(first).toEqual({ status: 'in-progress', duration: 0, startTime: expect.any(String) });
    own.advance(60_000);
    expect(await read(me, callId)).toEqual({ ...first, duration: 1 });
    const last = await read(me, callId);
    const endTime = new Date(Date.parse(first.startTime) + 2000).toISOString();
    expect(last).toMatchObject({ ...ending, duration: 2, startTime: first.startTime, endTime });
    own.advance(60_000);
    expect(await read(me, callId)).toEqual(last);
    expect(await read(other, callId)).toMatchObject({ status: 'in-progress' });
  }
  expect(await read(me, 'asks-0-completed')).toMatchObject({ status: 'completed', duration: 0 });
  for (let question = 0; question < 3; question += 1) {
    expect(await read(me, 'asks-1-running-7')).toMatchObject({ status: 'in-progress' });
  }
  expect((await me.read('asks-x-completed')).status).toBe(404);
  await own.close();
});

test('an unknown call is 404 with its message', async () => {
  const answer = await (await somebody()).read('nobody-knows.this');
  expect([answer.status, await answer.json()]).toEqual([404, { message: 'call not found' }]);
});

test('answers under a base path and to another provider name', async () => {
  const me = await somebody();
  const acme = { acmeAccountSid: 'a', acmeAuthToken: 'hush', acmePhoneNumber: '1' };
  const init = { body: JSON.stringify(acme), headers: { 'Content-Type': 'application/json' } };
  expect((await me.send('POST', '/tenant/x/api/v3/update_acme', init)).status).toBe(200);
  expect((await me.state()).provider).toEqual({ ...acme, acmeAuthToken: digest });
  expect((await me.send('POST', '/api/v3/update_provider', init)).status).toBe(422);
});

test('forgetting empties state and log', async () => {
  const me = await somebody();
  await me.save(FIELDS);
  expect((await me.send('DELETE', '/sandbox/state')).status).toBe(204);
  expect(await me.state()).toEqual({ provider: null, attached: [], calls: {} });
});
