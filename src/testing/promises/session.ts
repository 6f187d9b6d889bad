import type { Promises } from './promise.ts';

const SIGN_IN = 'src/auth/sign-in.test.ts';
const REFUSED = 'src/auth/sign-in-refused.test.ts';
const CHECKS = 'src/auth/checks.test.ts';
const ARRIVE = 'src/auth/arrive.test.ts';
const LIFETIME = 'src/auth/lifetime.test.ts';
const RENEWAL = 'src/auth/renewal.test.ts';
const SIGN_OUT = 'src/auth/sign-out.test.ts';
const SESSION = 'e2e/session.test.ts';
const REQUEST = 'src/api/request.test.ts';
const WIRE = 'src/api/wire.test.ts';
const FAULTS = 'src/api/fault-matrix.test.ts';
const FAULTS_SESSION = 'src/fault-matrix-session.test.ts';
const STORIES = 'e2e/providers.story.ts';

/** What is promised of signing in and out, and of secrets. */
export const OF_THE_SESSION: Promises = {
  'Sign-in': [
    {
      id: 'A1',
      promise: 'Sign-in uses the authorization code flow with PKCE (S256), and never a client secret.',
      tests: [
        [SIGN_IN, 'leaves with code flow, PKCE, a nonce and a state'],
        [SESSION, 'code flow with PKCE'],
        [CHECKS, 'a server that wants a secret'],
        STORIES,
      ],
    },
    {
      id: 'A2',
      promise: 'Code, state, nonce and ID token belong to the request of this browser.',
      tests: [
        [
          REFUSED,
          'nonce',
          'state',
          'two codes',
          'no code',
          'a code that the server refuses',
          'used a second time',
        ],
        [CHECKS, 'another nonce', 'no nonce'],
        [ARRIVE, 'old requests are swept away'],
        ['sandbox/conformance.test.ts', 'oidcc-client-test'],
      ],
    },
    {
      id: 'A3',
      promise: 'The ID token is meant for this console and is current; else nobody is signed in.',
      tests: [
        [CHECKS, 'ID token: '],
        [REFUSED, 'issuer', 'audience', 'expired', 'subject', 'ID token'],
        ['sandbox/conformance.test.ts', 'oidcc-client-test'],
      ],
    },
    {
      id: 'A4',
      promise: 'Discovery document and answer come from the configured issuer, over TLS.',
      tests: [
        [CHECKS, 'discovery document: ', 'what is of another issuer'],
        [REFUSED, 'iss parameter', 'a description of another issuer', 'without TLS'],
        ['sandbox/providers.test.ts', 'refused by both names'],
      ],
    },
    {
      id: 'A5',
      promise:
        'The callback page takes the code out of the address before anything else, and keeps nothing of it.',
      tests: [
        [SIGN_IN, 'the code is out of the address', 'with nothing left behind'],
        ['e2e/start.test.ts', 'the page that a frame or popup comes back to'],
      ],
    },
    {
      id: 'A6',
      promise: 'A sign-in returns to the page that was asked for, and never to another site.',
      tests: [
        'src/auth/address.test.ts',
        [SESSION, 'a deep link survives sign-in'],
        'e2e/two-people.test.ts',
      ],
    },
    {
      id: 'A7',
      promise: 'An answer is used once, and no address leads into a loop of sign-ins.',
      tests: [
        [SIGN_IN, 'start runs once', 'a callback address without an answer'],
        [REFUSED, 'an answer used a second time'],
        [ARRIVE, 'goes round no more', 'not a second time', 'does not ask again'],
      ],
    },
    {
      id: 'A8',
      promise: 'A failed sign-in is told as plain text with a way on.',
      tests: [
        [REFUSED, 'a refusal is told', 'are not shown'],
        [CHECKS, 'a problem has words', 'plain text'],
        [SESSION, 'a cancelled sign-in says why', 'tokens that come together with an error'],
      ],
    },
    {
      id: 'A9',
      promise: 'Scope, resource and further parameters are those of the configuration.',
      tests: [
        [SIGN_IN, 'configured parameters and resource'],
        [RENEWAL, 'the scope and the resource are said again'],
        ['src/config.test.ts', 'authorization parameters may add', 'a resource is an absolute URI'],
        STORIES,
      ],
    },
  ],
  'Keeping the session': [
    {
      id: 'B1',
      promise: 'A refresh token is used once: one renewal at a time, however many ask.',
      tests: [
        [RENEWAL, 'ten at once', 'refresh tokens rotate', 'a token that was replaced'],
        ['src/api/renewal.test.ts', 'ten requests refused at once'],
        [FAULTS_SESSION, '401 in the middle of polling'],
        STORIES,
      ],
    },
    {
      id: 'B2',
      promise: 'Tokens are renewed before they end, and not more often than needed.',
      tests: [LIFETIME, [SESSION, 'a token is renewed before it ends'], [CHECKS, 'lifetimes in seconds']],
    },
    {
      id: 'B3',
      promise:
        'A 401 is renewed once and the request repeated once; only a refused renewal ends the session.',
      tests: [
        'src/api/renewal.test.ts',
        [RENEWAL, 'refused again after its renewal', 'ends the session, and the page stays'],
        [CHECKS, 'which refusals end a session'],
        [FAULTS, '401 ', 'takes the token off', '403'],
        [SESSION, 'R37: a 401 renews once for all'],
      ],
    },
    {
      id: 'B4',
      promise: 'Trouble of the network or the issuer ends no session; it heals by itself.',
      tests: [
        [RENEWAL, 'the session stays and heals by itself', 'a server that hangs'],
        [LIFETIME, 'offline: tried further and further apart'],
        [FAULTS_SESSION, 'the identity provider is down'],
        ['e2e/bulk-interrupted.test.ts', 'the sign-in server is gone in the middle'],
      ],
    },
    {
      id: 'B5',
      promise: 'After a sleep, or hidden for long, the console goes on with a fresh token.',
      tests: [
        [LIFETIME, 'after eight hours of sleep'],
        [FAULTS_SESSION, 'eight hours of sleep'],
        'e2e/calls-away.test.ts',
        ['e2e/calls-polling.test.ts', 'a tab that was in the background'],
      ],
    },
    {
      id: 'B6',
      promise: 'A clock that is wrong or set neither ends a session nor prolongs it.',
      tests: [
        [LIFETIME, 'a clock that is set back or forth'],
        [FAULTS_SESSION, 'the clock is ten minutes off'],
        ['src/features/calls/call/saved-call.test.ts', 'after the clock was put back'],
        ['src/features/webhooks/run/runner-presses.test.ts', 'a clock that is put on by an hour'],
      ],
    },
    {
      id: 'B7',
      promise:
        'Without a refresh token a hidden frame asks; where it is blocked the person is asked, without a loop.',
      tests: [
        'src/auth/renewal-frame.test.ts',
        ARRIVE,
        'src/auth/sign-in-again.test.ts',
        [STORIES, 'nobody is left on it'],
      ],
    },
    {
      id: 'B8',
      promise: 'With an idle limit a session ends without input, and checking calls is no input.',
      tests: ['src/auth/idle.test.ts', [SESSION, 'after the idle limit the session ends']],
    },
    {
      id: 'B9',
      promise: 'A token of another type than Bearer is refused.',
      tests: [
        [CHECKS, 'bearer in other letters', 'type mac', 'no type'],
        [REFUSED, 'a token of type mac'],
        [RENEWAL, 'a token of another type', 'a token of no type', 'another type case'],
      ],
    },
  ],
  'Signing out': [
    {
      id: 'C1',
      promise: 'Signing out ends the session in this browser at once, whatever fails at the server.',
      tests: [
        SIGN_OUT,
        [RENEWAL, 'signing out meanwhile'],
        [REQUEST, 'the end of the session calls off'],
        [SESSION, 'sign-out ends the session here'],
        ['src/auth/sign-in-again.test.ts', 'signing out'],
      ],
    },
    {
      id: 'C2',
      promise:
        'The server is told by what it understands: ID token, client, return address, or its own parameters.',
      tests: [
        [SIGN_OUT, 'ends it here at once, then leaves for the server', 'a server without a sign-out'],
        STORIES,
      ],
    },
    {
      id: 'C3',
      promise: 'A sign-out and a change of person reach every tab; nobody sees what another person had open.',
      tests: [
        [SIGN_OUT, 'reaches'],
        'src/auth/two-people.test.ts',
        'e2e/two-people.test.ts',
        'e2e/two-people-tabs.test.ts',
        ['e2e/bulk-books-away.test.ts', 'who signs in next'],
      ],
    },
    {
      id: 'C4',
      promise: 'A closed tab leaves no token behind, but where the configuration keeps it for the tab.',
      tests: [
        [ARRIVE, 'tokens kept', 'without that setting nothing is kept'],
        [SESSION, 'no token is kept'],
        [SIGN_IN, 'with nothing left behind'],
        ['e2e/two-people-tabs.test.ts', 'tokens kept for the tab'],
      ],
    },
  ],
  'The secret and the tokens': [
    {
      id: 'D1',
      promise: 'The provider’s auth token leaves in the body of one request, and is nowhere else.',
      tests: [
        'e2e/provider-secret.test.ts',
        ['e2e/provider-invisible.test.ts', 'R10:'],
        ['src/features/provider/provider.test.ts', 'R10: the token is taken as it is'],
        'src/features/provider/secret.test.ts',
        'src/features/provider/secret-encoded.test.ts',
        ['src/log/recorded.test.ts', 'R10:'],
        [WIRE, 'no secret is in it'],
      ],
    },
    {
      id: 'D2',
      promise: 'Its field is a password field, empty at first, after an accepted save and after leaving.',
      tests: ['e2e/provider-secret.test.ts', ['e2e/provider-form.test.ts', 'R9, R10']],
    },
    {
      id: 'D3',
      promise: 'Characters that cannot be seen are asked about, and never changed without a word.',
      tests: [
        'e2e/provider-invisible.test.ts',
        'src/features/provider/field-notes.test.ts',
        'src/lib/invisible.test.ts',
        ['e2e/calls-import.test.ts', 'one ID with a character that can’t be seen'],
      ],
    },
    {
      id: 'D4',
      promise: 'Tokens go to the service and the issuer, and no redirect is followed.',
      tests: [
        [WIRE, 'R37: a redirect is not followed', 'R22 to R29, R37'],
        [REQUEST, 'every request says how it wants to be treated', 'an opaque redirect'],
        [FAULTS, 'a redirect'],
        ['src/config.test.ts', 'base URL '],
        [SESSION, 'R37'],
      ],
    },
    {
      id: 'D5',
      promise: 'The console writes no log; of an error of others it keeps code and description.',
      tests: [
        [CHECKS, 'nothing but code and description'],
        ['src/features/provider/messages.test.ts', 'R33'],
        [WIRE, 'no secret is in it'],
        ['src/api/curl.test.ts', 'no token'],
        ['sandbox/service.test.ts', 'without token and secret'],
      ],
    },
    {
      id: 'D6',
      promise: 'What deletes or replaces is confirmed, named by its effect, and sent once.',
      tests: [
        'e2e/provider-delete.test.ts',
        ['e2e/provider-save.test.ts', 'R3:'],
        ['e2e/webhooks-pair.test.ts', 'R6, R7'],
        ['src/features/webhooks/run/runner-presses.test.ts', 'two presses of one button'],
      ],
    },
  ],
};
