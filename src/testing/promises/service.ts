import type { Promises } from './promise.ts';

const OUTCOME = 'src/api/outcome.test.ts';
const REQUEST = 'src/api/request.test.ts';
const WIRE = 'src/api/wire.test.ts';
const FAULTS = 'src/api/fault-matrix.test.ts';
const FAULTS_SESSION = 'src/fault-matrix-session.test.ts';
const ANSWERED = 'src/features/webhooks/pair/answered.test.ts';
const SERVERS = 'deploy/servers/servers.test.ts';
const SOURCE = 'src/source.test.ts';

/** What is promised of requests and answers, of what is shown, and of the page around it. */
export const OF_THE_SERVICE: Promises = {
  'Asking the service': [
    {
      id: 'E1',
      promise: 'Each operation is exactly the request of the interface, and nothing else is asked.',
      tests: [
        WIRE,
        [ANSWERED, 'R22, R23, R27, R28, R29'],
        ['e2e/calls-watch.test.ts', 'R5, R25, R34'],
        ['e2e/provider-save.test.ts', 'R3, R22'],
        ['e2e/webhooks-pair.test.ts', 'R6, R7, R22'],
        'sandbox/strict.test.ts',
      ],
    },
    {
      id: 'E2',
      promise: 'An ID arrives as it was typed, and cannot change the request.',
      tests: [
        [WIRE, 'R18'],
        [ANSWERED, 'R18'],
        'src/features/webhooks/change/pair.test.ts',
        'src/lib/ids.test.ts',
        ['e2e/calls-watch.test.ts', 'R18, R9'],
        ['src/api/curl.test.ts', 'whatever an ID holds'],
      ],
    },
    {
      id: 'E3',
      promise:
        'A write is sent once; without an answer its outcome is unknown, and only a person sends it again.',
      tests: [
        [FAULTS, 'fault matrix, write'],
        [ANSWERED, 'R40'],
        [OUTCOME, 'R40'],
        [WIRE, 'of a body that breaks off'],
        'src/features/webhooks/run/runner-turned-away.test.ts',
        ['e2e/bulk-books.test.ts', 'a line is on the disk before its request leaves'],
        ['e2e/bulk-storage.test.ts', 'no line goes twice'],
      ],
    },
    {
      id: 'E4',
      promise: 'Reads are tried again, later each time, and never before the service allows it.',
      tests: [
        [FAULTS, 'fault matrix, read'],
        'src/api/retry-after.test.ts',
        'src/api/pace.test.ts',
        ['src/features/calls/call/call.test.ts', 'next check: '],
        ['e2e/calls-failures.test.ts', 'R40'],
      ],
    },
    {
      id: 'E5',
      promise: 'Every request ends.',
      tests: [
        [REQUEST, 'reads and writes have deadlines', 'a body that stalls'],
        [FAULTS, 'come too late', 'breaks after sending'],
        [OUTCOME, 'an endless body is left'],
        [FAULTS_SESSION, 'eight hours of sleep'],
      ],
    },
    {
      id: 'E6',
      promise: 'Any body is survived, and shown as it came.',
      tests: [
        [OUTCOME, 'R30', 'R31', 'R40', 'a long body', 'an endless body', 'invalid UTF-8'],
        'src/api/call-record.test.ts',
        'src/api/words.test.ts',
        'src/lib/json.test.ts',
        [ANSWERED, 'R30, R31'],
        ['e2e/calls-polling.test.ts', 'an error nested 5,000 levels deep'],
        ['e2e/provider-outcomes.test.ts', 'R30: a 200 with any body'],
      ],
    },
    {
      id: 'E7',
      promise: 'A web page in place of an answer is no success.',
      tests: [
        [OUTCOME, 'a page ', 'an XHTML page'],
        [FAULTS, '200 with a web page'],
        ['src/api/call-record.test.ts', 'R30: a read answered with a web page'],
        [ANSWERED, 'R30: a web page'],
        ['e2e/provider-outcomes.test.ts', 'a web page answers'],
      ],
    },
    {
      id: 'E8',
      promise:
        'Checks of calls are polite: within the limits, none for what has ended, none while hidden or offline.',
      tests: [
        'src/features/calls/board/scheduler.test.ts',
        'src/features/calls/board/scheduler-property.test.ts',
        'src/features/calls/board/scheduler-simulation.test.ts',
        'src/features/calls/board/polling.test.ts',
        'src/features/calls/board/poll-lock.test.ts',
        'src/api/pace-property.test.ts',
        'e2e/calls-away.test.ts',
        'e2e/calls-load.test.ts',
        ['e2e/calls-watch.test.ts', 'R35'],
      ],
    },
    {
      id: 'E9',
      promise:
        'The cache asks nothing by itself: only the board decides when a call is checked, and a 401 does not multiply.',
      tests: [
        'src/features/calls/call/queries.test.ts',
        ['src/api/renewal.test.ts', 'ten requests refused at once'],
        ['e2e/calls-failures.test.ts', '401 to every token'],
      ],
    },
  ],
  'What is shown and saved': [
    {
      id: 'F1',
      promise: 'Text from outside stays text.',
      tests: [
        [OUTCOME, 'a script', 'a text called HTML', 'NUL and odd characters'],
        ['src/auth/checks.test.ts', 'plain text', 'names of a person'],
        ['e2e/calls-detail.test.ts', 'R16, R17'],
        ['e2e/webhooks-outcomes.test.ts', 'shown as text'],
        ['e2e/provider-outcomes.test.ts', 'shown as text'],
        [SOURCE, 'no code of the console'],
        ['e2e/integrity.test.ts', 'what the policy forbids'],
      ],
    },
    {
      id: 'F2',
      promise: 'A link never leads where the service or the issuer says.',
      tests: ['src/auth/address.test.ts', [SOURCE, 'no link of the console']],
    },
    {
      id: 'F3',
      promise: 'No cell of an export is run by a spreadsheet.',
      tests: [
        'src/lib/csv.test.ts',
        ['src/features/webhooks/run/run-export.test.ts', 'no formula', 'read back the same'],
        ['src/features/webhooks/history/sent.test.ts', 'runs no formula'],
        ['e2e/calls-export.test.ts', 'no cell is a formula'],
        ['e2e/bulk-after.test.ts', 'runs no formula'],
      ],
    },
    {
      id: 'F4',
      promise: 'Names in JSON never reach what all objects share.',
      tests: [
        ['src/lib/json.test.ts', 'prototype', '__proto__'],
        ['src/config.test.ts', 'by its own words'],
        [OUTCOME, 'reaches for the prototype'],
        ['src/api/call-record.test.ts', 'any JSON value'],
        ['e2e/start.test.ts', 'the name of a member that all objects have'],
      ],
    },
    {
      id: 'F5',
      promise: 'A message of another page or tab is judged: it leads to reading again, or is bounded.',
      tests: [
        ['src/auth/renewal-frame.test.ts', 'answers that are not the frame’s'],
        ['src/auth/two-people.test.ts', 'two tabs to which the server names different people'],
        ['e2e/calls-tabs.test.ts', 'messages that no tab sends'],
        ['src/features/webhooks/run/runner-presses.test.ts', 'the same word in two tabs'],
      ],
    },
  ],
  'The page around it': [
    {
      id: 'G1',
      promise:
        'The headers of the docs stand on every answer, and the browser refuses what the policy forbids.',
      tests: [
        ['sandbox/plugin.test.ts', 'production headers', 'the policy is the one that was decided'],
        ['deploy/settings.test.ts', 'the policy names'],
        ['deploy/examples.test.ts', 'the headers in the docs'],
        ['e2e/start.test.ts', 'the policy of the built app'],
        ['e2e/integrity.test.ts', 'what the policy forbids'],
        SERVERS,
      ],
    },
    {
      id: 'G2',
      promise:
        'A configuration that is wrong stops the start with its mistakes, and no address or setting changes it.',
      tests: [
        'src/config.test.ts',
        ['e2e/start.test.ts', 'a configuration that is missing'],
        'deploy/settings.test.ts',
      ],
      untested: 'that a query or local storage does not change it: no code reads them there.',
    },
    {
      id: 'G3',
      promise: 'A page that is open survives a deployment: one reload, which loses nothing that was typed.',
      tests: ['e2e/missing-parts.test.ts', [FAULTS_SESSION, 'a deployment while'], [SERVERS, 'real 404s']],
    },
    {
      id: 'G4',
      promise: 'The console works where storage is refused, full or cleared, and says what it cannot keep.',
      tests: [
        'e2e/storage-blocked.test.ts',
        'e2e/bulk-no-storage.test.ts',
        'e2e/bulk-storage.test.ts',
        'e2e/full-disk.test.ts',
        'src/features/calls/board/saved-calls.test.ts',
        'src/storage/database.test.ts',
        'src/storage/local.test.ts',
        'src/features/webhooks/run/runner-storage.test.ts',
        'src/features/webhooks/run/runner-no-storage.test.ts',
        ['e2e/calls-kept.test.ts', 'without a database'],
      ],
    },
    {
      id: 'G5',
      promise: 'What is shipped comes from few packages, each with its hash and without scripts.',
      tests: [
        'src/lock-file.test.ts',
        [SOURCE, 'few packages are shipped'],
        ['deploy/servers/release.test.ts', 'the bill of materials'],
        ['deploy/examples.test.ts', 'workflows run scripts that exist'],
      ],
      untested: 'known faults of packages: a job of the workflow asks the registry (`npm audit`).',
    },
    {
      id: 'G6',
      promise: 'A build can be repeated to the byte, and the browser uses only what was built.',
      tests: [
        ['deploy/servers/release.test.ts', 'a second build'],
        ['e2e/integrity.test.ts', 'a script or stylesheet that was changed'],
      ],
    },
    {
      id: 'G7',
      promise: 'The development server is for this machine only.',
      tests: [
        ['sandbox/plugin.test.ts', 'for this machine only'],
        ['sandbox/service.test.ts', 'CORS: the console is admitted'],
      ],
    },
    {
      id: 'G8',
      promise: 'No tool of development is shipped.',
      tests: [[SOURCE, 'none of them a tool of development']],
    },
  ],
};
