import { expect, test } from 'playwright/test';
import { readRoles } from './id-token.ts';
import { encodeJwt } from './testing/fixture-server.ts';

const CASES: readonly (readonly [claim: string, claims: object, roles: readonly string[]])[] = [
  ['roles', { roles: ['a', 'b', 3] }, ['a', 'b']],
  ['realm_access.roles', { realm_access: { roles: ['a'] } }, ['a']],
  ['resource_access.my.app.roles', { resource_access: { 'my.app': { roles: ['a'] } } }, ['a']],
  ['https://example.com/roles', { 'https://example.com/roles': ['a'] }, ['a']],
  ['scope', { scope: 'read write' }, ['read write', 'read', 'write']],
  [
    'urn:zitadel:iam:org:project:roles',
    { 'urn:zitadel:iam:org:project:roles': { admin: { 1: 'org.example' } } },
    ['admin'],
  ],
  ['roles.a', { roles: null }, []],
  ['constructor.name', {}, []],
];

for (const [claim, claims, roles] of CASES) {
  test(`reads ${claim} of ${JSON.stringify(claims).slice(0, 22)}`, () => {
    expect(readRoles({ claims: { ...claims }, accessToken: 'opaque' }, claim)).toEqual(roles);
  });
}

test('reads the access token if the ID token lacks the claim', () => {
  const accessToken = encodeJwt({ roles: ['access'] });
  expect(readRoles({ claims: { sub: 'a' }, accessToken }, 'roles')).toEqual(['access']);
  expect(readRoles({ claims: undefined, accessToken }, 'roles')).toEqual(['access']);
  expect(readRoles({ claims: { roles: [] }, accessToken }, 'roles')).toEqual([]);
});
