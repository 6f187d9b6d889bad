import { expect, test } from 'playwright/test';
import { checkTokens, type Expected } from './id-token.ts';
import { encodeJwt } from './testing/fixture-server.ts';
import {
  describeSignInProblem,
  endsSession,
  toFailure,
  plainText,
  refusal,
  type Failure,
} from './problems.ts';
import { decodeJwt, readPerson, subjectOfAccessToken } from './id-token.ts';
import { checkAnswerIssuer, checkMetadata } from './server.ts';

const NOW = 1_800_000_000;
const ISSUER = 'https://login.example';
const expected: Expected = {
  issuer: ISSUER,
  clientId: 'console',
  clocks: [NOW],
  nonce: { value: 'n', isRequired: true },
  idTokenRequired: true,
  subject: undefined,
};
const good = { iss: ISSUER, aud: 'console', sub: 'alice', iat: NOW - 5, exp: NOW + 300, nonce: 'n' };

const failureFrom = (check: () => unknown): Failure | undefined => {
  try {
    check();
    return undefined;
  } catch (thrown) {
    return toFailure(thrown);
  }
};

const checkIdToken = (idToken: string, with_: Partial<Expected> = {}) =>
  checkTokens({ access_token: 'a', token_type: 'Bearer', id_token: idToken }, { ...expected, ...with_ });

const judge = (idToken: string, with_: Partial<Expected> = {}): string =>
  failureFrom(() => checkIdToken(idToken, with_))?.code ?? 'accepted';

const claims: [string, string, Record<string, unknown>, Partial<Expected>?][] = [
  ['a good token', 'accepted', {}],
  ['another issuer', 'id_token_issuer', { iss: 'https://evil.example' }],
  ['an issuer with a slash more', 'id_token_issuer', { iss: `${ISSUER}/` }],
  ['an issuer in capitals', 'id_token_issuer', { iss: 'https://LOGIN.example' }],
  ['no issuer', 'id_token_issuer', { iss: undefined }],
  ['an issuer in a list', 'id_token_issuer', { iss: [ISSUER] }],
  ['another audience', 'id_token_audience', { aud: 'other' }],
  ['an audience that begins alike', 'id_token_audience', { aud: 'console-2' }],
  ['no audience', 'id_token_audience', { aud: undefined }],
  ['an empty list of audiences', 'id_token_audience', { aud: [] }],
  ['a list of one audience', 'accepted', { aud: ['console'] }],
  ['two audiences without azp', 'id_token_audience', { aud: ['console', 'other'] }],
  ['two audiences with our azp', 'accepted', { aud: ['console', 'other'], azp: 'console' }],
  ['two audiences with another azp', 'id_token_audience', { aud: ['console', 'other'], azp: 'other' }],
  ['an audience with another azp', 'id_token_audience', { azp: 'other' }],
  ['an audience that is no text', 'id_token_audience', { aud: ['console', 7], azp: 'console' }],
  ['no subject', 'id_token_subject', { sub: undefined }],
  ['an empty subject', 'id_token_subject', { sub: '' }],
  ['a numeric subject', 'id_token_subject', { sub: 7 }],
  ['another nonce', 'id_token_nonce', { nonce: 'm' }],
  ['no nonce', 'id_token_nonce', { nonce: undefined }],
  ['no nonce on a renewal', 'accepted', { nonce: undefined }, { nonce: { value: 'n', isRequired: false } }],
  ['the first nonce on a renewal', 'accepted', {}, { nonce: { value: 'n', isRequired: false } }],
  [
    'another nonce on a renewal',
    'id_token_nonce',
    { nonce: 'm' },
    { nonce: { value: 'n', isRequired: false } },
  ],
  ['expired an hour ago', 'id_token_time', { iat: NOW - 7200, exp: NOW - 3600 }],
  ['expired just beyond the leeway', 'id_token_time', { iat: NOW - 300, exp: NOW - 60 }],
  ['expired within the leeway', 'accepted', { iat: NOW - 300, exp: NOW - 59 }],
  ['expired by only one of two clocks', 'accepted', {}, { clocks: [NOW + 7200, NOW] }],
  ['expired by both clocks', 'id_token_time', {}, { clocks: [NOW + 7200, NOW + 3600] }],
  ['no end', 'id_token_time', { exp: undefined }],
  ['an end as text', 'id_token_time', { exp: String(NOW + 300) }],
  ['no time of issue', 'id_token_time', { iat: undefined }],
  ['an end before the issue', 'id_token_time', { iat: NOW + 100, exp: NOW + 50 }],
  ['issued in an hour', 'id_token_time', { iat: NOW + 3600, exp: NOW + 7200 }],
  ['issued ten minutes ahead of a slow clock', 'accepted', { iat: NOW + 600, exp: NOW + 900 }],
  ['holds in an hour', 'id_token_time', { nbf: NOW + 3600 }],
  ['holds in a minute', 'accepted', { nbf: NOW + 60 }],
  ['holds from a text', 'id_token_time', { nbf: 'now' }],
  ['another person', 'subject_changed', { sub: 'bob' }, { subject: 'alice' }],
  ['the same person', 'accepted', {}, { subject: 'alice' }],
];
for (const [name, outcome, bent, with_] of claims) {
  test(`ID token: ${name}`, () => expect(judge(encodeJwt({ ...good, ...bent }), with_)).toBe(outcome));
}

const part = (text: string): string => btoa(text).replaceAll('=', '');
const forms: [string, string][] = [
  ['unsigned', encodeJwt(good, { alg: 'none' })],
  ['unsigned in capitals', encodeJwt(good, { alg: 'NONE' })],
  ['of no algorithm', encodeJwt(good, {})],
  ['without a signature', encodeJwt(good, { alg: 'RS256' }, '')],
  ['of two parts', encodeJwt(good).split('.').slice(0, 2).join('.')],
  ['of five parts', `${encodeJwt(good)}.a.b`],
  ['empty', ''],
  ['a text', 'hello'],
  ['no JSON', `${part('{"alg":"RS256"}')}.${part('{')}.c2ln`],
  ['a list', encodeJwt([good])],
  ['null', encodeJwt(null)],
  ['of foreign characters', encodeJwt(good).replace('.', '+.')],
  ['of broken text', `${part('{"alg":"RS256"}')}.${part('{"sub":"\xff"}')}.c2ln`],
];
for (const [name, token] of forms) {
  test(`ID token: ${name}`, () => {
    expect(decodeJwt(token)).toBeUndefined();
    expect(judge(token)).toBe('id_token_unreadable');
  });
}

const answer = { access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: encodeJwt(good) };
const answers: [string, string, unknown, Partial<Expected>?][] = [
  ['a good answer', 'accepted', answer],
  ['bearer in other letters', 'accepted', { ...answer, token_type: 'bEARER' }],
  ['no access token', 'malformed tokens_unusable', { ...answer, access_token: undefined }],
  ['an empty access token', 'malformed tokens_unusable', { ...answer, access_token: '' }],
  ['a blank access token', 'malformed tokens_unusable', { ...answer, access_token: ' ' }],
  ['an access token with a line end', 'malformed tokens_unusable', { ...answer, access_token: 'a\r\nb' }],
  ['an access token beyond ASCII', 'malformed tokens_unusable', { ...answer, access_token: 'ä' }],
  ['a numeric access token', 'malformed tokens_unusable', { ...answer, access_token: 1 }],
  ['an error beside the tokens', 'malformed tokens_unusable', { ...answer, error: 'invalid_grant' }],
  ['an empty error beside the tokens', 'malformed tokens_unusable', { ...answer, error: '' }],
  ['an error that is no text', 'malformed tokens_unusable', { ...answer, error: { code: 1 } }],
  ['an error that is null', 'accepted', { ...answer, error: null }],
  ['type mac', 'malformed tokens_unusable', { ...answer, token_type: 'mac' }],
  ['no type', 'malformed tokens_unusable', { ...answer, token_type: undefined }],
  ['no ID token', 'foreign id_token_missing', { ...answer, id_token: undefined }],
  [
    'no ID token where none is due',
    'accepted',
    { ...answer, id_token: undefined },
    { idTokenRequired: false },
  ],
  [
    'a foreign ID token where none is due',
    'foreign id_token_issuer',
    { ...answer, id_token: encodeJwt({ ...good, iss: 'x' }) },
    { idTokenRequired: false },
  ],
  ['a numeric ID token', 'foreign id_token_unreadable', { ...answer, id_token: 7 }],
  [
    'an empty ID token',
    'foreign id_token_unreadable',
    { ...answer, id_token: '' },
    { idTokenRequired: false },
  ],
  ['null', 'malformed tokens_unusable', null],
  ['a list', 'malformed tokens_unusable', []],
  ['a text', 'malformed tokens_unusable', 'ok'],
];
for (const [name, outcome, given, with_] of answers) {
  test(`token answer: ${name}`, () => {
    const failure = failureFrom(() => checkTokens(given, { ...expected, ...with_ }));
    expect(failure ? `${failure.kind} ${failure.code}` : 'accepted').toBe(outcome);
  });
}

test('reads lifetimes in seconds', () => {
  const table: [unknown, number | undefined][] = [
    [300, 300],
    ['300', 300],
    [0.5, 0.5],
    [0, undefined],
    [-1, undefined],
    ['-1', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
    [null, undefined],
    [NaN, undefined],
    [Infinity, undefined],
    [1e300, 1e300],
    [{}, undefined],
  ];
  for (const [given, seconds] of table) {
    const granted = {
      access_token: 'a',
      token_type: 'Bearer',
      id_token: encodeJwt(good),
      expires_in: given,
    };
    expect(checkTokens(granted, expected).lifetimeSeconds).toBe(seconds);
  }
});

const metadata = { issuer: ISSUER, authorization_endpoint: `${ISSUER}/a`, token_endpoint: `${ISSUER}/t` };
const descriptions: [string, string, unknown][] = [
  ['good', 'accepted', metadata],
  ['of another host', 'discovery_issuer', { ...metadata, issuer: 'https://evil.example' }],
  ['with a slash more', 'discovery_issuer', { ...metadata, issuer: `${ISSUER}/` }],
  ['in capitals', 'discovery_issuer', { ...metadata, issuer: 'https://LOGIN.example' }],
  ['without TLS', 'discovery_issuer', { ...metadata, issuer: 'http://login.example' }],
  ['without issuer', 'discovery_issuer', { ...metadata, issuer: undefined }],
  ['without token endpoint', 'discovery_endpoint', { ...metadata, token_endpoint: undefined }],
  [
    'with a token endpoint without TLS',
    'discovery_endpoint',
    { ...metadata, token_endpoint: 'http://login.example/t' },
  ],
  [
    'with a script for an endpoint',
    'discovery_endpoint',
    { ...metadata, authorization_endpoint: 'javascript:alert(1)' },
  ],
  [
    'with a sign-out without TLS',
    'discovery_endpoint',
    { ...metadata, end_session_endpoint: 'http://login.example/o' },
  ],
  ['on this computer', 'accepted', { ...metadata, token_endpoint: 'http://localhost:9000/t' }],
  ['a list', 'discovery_unreadable', []],
];
for (const [name, outcome, given] of descriptions) {
  test(`discovery document: ${name}`, () => {
    expect(failureFrom(() => checkMetadata(given, ISSUER))?.code ?? 'accepted').toBe(outcome);
  });
}

test('names both issuers', () => {
  const textOf = (check: () => unknown) => failureFrom(check)?.text;
  const found = 'https://sts.windows.net/8eaef023/';
  expect(textOf(() => checkMetadata({ ...metadata, issuer: found }, ISSUER))).toBe(
    `The description of the sign-in service names the issuer ${found}, but the configuration expects ${ISSUER}.`,
  );
  expect(textOf(() => checkMetadata({ ...metadata, issuer: 42 }, ISSUER))).toContain('names no issuer, but');
  expect(textOf(() => checkAnswerIssuer(found, metadata, ISSUER))).toBe(
    `The answer names the issuer ${found}, but the configuration expects ${ISSUER}.`,
  );
  expect(textOf(() => checkIdToken(encodeJwt({ iss: found })))).toBe(
    `The ID token names the issuer ${found}, but the configuration expects ${ISSUER}.`,
  );
});

test('takes only code and description of an error', () => {
  const form = new URLSearchParams({ refresh_token: 'secret', code_verifier: 'secret' });
  const thrown = Object.assign(new Error('secret'), {
    error: 'invalid_grant',
    error_description: 'Gone',
    form,
  });
  expect(toFailure(thrown)).toEqual({ kind: 'refused', code: 'invalid_grant', text: 'Gone' });
  for (const other of [
    new SyntaxError('Unexpected token "secret"'),
    new TypeError('Failed to fetch'),
    'secret',
    null,
  ]) {
    expect(toFailure(other)).toMatchObject({ kind: 'unreachable', code: 'no_answer' });
    expect(JSON.stringify(toFailure(other))).not.toContain('secret');
  }
});

test('final refusals end a session', () => {
  for (const code of [
    'invalid_grant',
    'login_required',
    'interaction_required',
    'consent_required',
    'account_selection_required',
    'access_denied',
  ]) {
    expect(endsSession(refusal(code, ''))).toBe(true);
  }
  for (const code of ['server_error', 'temporarily_unavailable', 'slow_down', 'whatever']) {
    expect(endsSession(refusal(code, ''))).toBe(false);
  }
});

test('every problem has a code and a reason', () => {
  for (const [code, text] of [
    ['', ''],
    [undefined, undefined],
    [7, {}],
    ['x'.repeat(500), '\u0000\u202e'],
  ] as const) {
    const problem = refusal(code, text);
    expect(problem.code.length).toBeGreaterThan(0);
    expect(problem.code.length).toBeLessThanOrEqual(60);
    expect(describeSignInProblem(problem).reason.length).toBeGreaterThan(0);
  }
});

test('makes text plain and short', () => {
  expect(plainText(' a\n\tb\u202ec\u0000 ', 10)).toBe('a bc');
  expect(plainText('😀😀😀😀', 5)).toBe('😀😀…');
  expect(plainText(undefined, 3)).toBe('');
});

test('reads the name of a person', () => {
  const nameOf = (more: Record<string, unknown>) =>
    readPerson({ claims: { sub: 's', ...more }, accessToken: 'x' }, ISSUER)?.name;
  expect(nameOf({ name: 'A B', email: 'e' })).toBe('A B');
  expect(nameOf({ given_name: 'A', family_name: 'B' })).toBe('A B');
  expect(nameOf({ name: ' ', preferred_username: 'ab' })).toBe('ab');
  expect(nameOf({ email: 'a@b.example' })).toBe('a@b.example');
  expect(nameOf({ name: 7 })).toBe('Signed in');
  expect(readPerson({ claims: undefined, accessToken: 'opaque' }, ISSUER)).toBeUndefined();
  expect(subjectOfAccessToken(encodeJwt({ iss: ISSUER, sub: 'a' }), ISSUER)).toBe('a');
  expect(subjectOfAccessToken(encodeJwt({ iss: 'x', sub: 'a' }), ISSUER)).toBeUndefined();
});

test('blames http for a sign-in that reaches nothing', () => {
  const describe = () => describeSignInProblem({ kind: 'unreachable', code: 'no_answer', text: '' }).advice;
  expect(describe()).toContain('Check your connection');
  globalThis.isSecureContext = false;
  try {
    expect(describe()).toContain('serve it over https');
  } finally {
    Reflect.deleteProperty(globalThis, 'isSecureContext');
  }
});
