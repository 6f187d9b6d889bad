import { browserPlatform } from '#src/auth/platform.ts';
import { askInFrame } from '#src/auth/frame.ts';
import { randomText } from '#src/auth/problems.ts';
import { loadConfig, type Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { webLocks } from '#src/storage/tabs.ts';
import { ask } from './ask.ts';
import { findingOf, type Finding } from './finding.ts';
import { headerFaults, mayFrameItself } from './policy.ts';

/** Milliseconds for a page of our own to report from a frame. */
const FRAME_LIMIT_MS = 5000;
/** Seconds of the computer's clock beside the server's: ID tokens bear less than the second (auth/checks.ts). */
const CLOCK_NOTICE = 30;
const CLOCK_LIMIT = 60;

const NO_ANSWER = 'No answer. The connection may have failed.';

export const checkConfiguration = async (): Promise<Finding> => {
  const found = findingOf(`Read ${BASE}config.json from this web server and checked every key.`);
  const asked = await ask(`${BASE}config.json`);
  if (asked.kind !== 'answered')
    return found('bad', NO_ANSWER, 'Check that the web server answers, then reload.');
  const cacheControl = asked.response.headers.get('Cache-Control');
  const read = await loadConfig(Promise.resolve(asked.response));
  if (!read.ok) {
    const problems = read.problems.map(({ key, mend }) => (key ? `${key} ${mend}` : mend));
    return found(
      'bad',
      `The console can’t start with it: ${problems.join('; ')}`,
      'Correct these keys, then reload. docs/configuration.md lists all keys.',
    );
  }
  if (!/no-store/i.test(cacheControl ?? '')) {
    return found(
      'warn',
      `All keys can be used. Cache-Control is ${cacheControl === null ? 'not sent' : `“${cacheControl}”`}.`,
      `Send Cache-Control: no-store with ${BASE}config.json, or a change reaches people late.`,
    );
  }
  return found('ok', 'All keys can be used.');
};

/** Addresses that are answered with the page, and what is in it. */
const PAGES: readonly [path: string, holds: string, file: string][] = [
  [`${BASE}auth/callback`, 'id="root"', 'index.html'],
  [`${BASE}auth/silent`, 'id="way-on"', 'auth/silent.html'],
  [`${BASE}calls/a.b`, 'id="root"', 'index.html'],
  [`${BASE}webhooks/bulk`, 'id="root"', 'index.html'],
  [`${BASE}provider`, 'id="root"', 'index.html'],
];

export const checkAddresses = async (): Promise<Finding> => {
  const found = findingOf(`Asked this web server for ${PAGES.map(([path]) => path).join(', ')}.`);
  const faults = await Promise.all(
    PAGES.map(async ([path, holds, file]) => {
      const asked = await ask(path);
      if (asked.kind !== 'answered') return [`${path}: no answer.`];
      const { status, ok } = asked.response;
      if (!ok) return [`${path} was answered with ${status} and not with ${file}.`];
      return (await asked.response.text()).includes(holds) ? [] : [`${path} was answered with another page.`];
    }),
  );
  const came = faults.flat();
  if (came.length === 0) return found('ok', 'Each was answered with the right page.');
  return found(
    'bad',
    came.join(' '),
    'The table of addresses in docs/deployment.md says what to serve where.',
  );
};

export const checkSilentPage = async (): Promise<Finding> => {
  const found = findingOf(
    `Loaded ${BASE}auth/silent in a hidden frame of this page, as a renewal does, and waited for its report.`,
  );
  const change = `Serve auth/silent.html at ${BASE}auth/silent with frame-ancestors 'self' and without X-Frame-Options. Until then sessions are not renewed in a frame, and a reload asks people to sign in.`;
  const asked = await ask(`${BASE}auth/silent`);
  if (asked.kind === 'answered' && !mayFrameItself(asked.response.headers))
    return found('bad', 'Its own headers forbid framing it.', change);
  const state = randomText(16);
  const url = `${location.origin}${BASE}auth/silent?state=${state}`;
  const answer = await askInFrame(browserPlatform(), { url, state }, FRAME_LIMIT_MS);
  if (answer !== undefined) return found('ok', 'The page reported back.');
  return found('bad', `Nothing came back within ${FRAME_LIMIT_MS / 1000} s.`, change);
};

export const checkHeaders = async ({ api, oidc }: Config): Promise<Finding> => {
  const found = findingOf('Read the headers of this web server’s start page, as this page sees them.');
  const asked = await ask(BASE);
  if (asked.kind !== 'answered') return found('none', NO_ANSWER);
  const faults = headerFaults(asked.response.headers, {
    own: location.origin,
    issuer: new URL(oidc.metadata?.authorization_endpoint ?? oidc.authority).origin,
    service: new URL(api.baseUrl || location.origin).origin,
  });
  if (faults.length === 0) return found('ok', 'The policy and all other headers are as they should be.');
  return found(
    faults.some((fault) => /does not name|^Content-Security/.test(fault)) ? 'bad' : 'warn',
    faults.join(' '),
    'Send the headers of docs/deployment.md, with the origins of your issuer and your service put in.',
  );
};

const apart = (seconds: number): string => {
  const size = Math.abs(seconds);
  const shown = size < 120 ? `${Math.round(size)} s` : `${Math.round(size / 60)} min`;
  return `This computer’s clock is ${shown} ${seconds > 0 ? 'ahead of' : 'behind'} the web server’s.`;
};

export const checkClock = async (): Promise<Finding> => {
  const found = findingOf('Compared this computer’s clock with the Date header of this web server.');
  const before = Date.now();
  const asked = await ask(`${BASE}config.json`);
  const after = Date.now();
  const date = asked.kind === 'answered' ? Date.parse(asked.response.headers.get('Date') ?? '') : Number.NaN;
  if (Number.isNaN(date)) return found('none', 'No Date header came, so there is nothing to compare.');
  // The header has whole seconds, and was written at some moment between.
  const seconds = Math.max(0, before - date - 1000, date - after) / 1000;
  if (seconds <= CLOCK_NOTICE) return found('ok', 'They agree.');
  return found(
    seconds <= CLOCK_LIMIT ? 'warn' : 'bad',
    apart(before > date ? seconds : -seconds),
    'Let both be set by network time (NTP). Where they are further apart, ID tokens are refused as expired or not valid yet.',
  );
};

const works = (act: () => unknown): boolean => {
  try {
    return act() !== false;
  } catch {
    return false;
  }
};

const keeps = (open: () => Storage): boolean =>
  works(() => {
    const key = 'console.setup';
    open().setItem(key, '1');
    const isKept = open().getItem(key) === '1';
    open().removeItem(key);
    return isKept;
  });

const opensDatabase = (): Promise<boolean> =>
  new Promise((resolve) => {
    const isAsked = works(() => {
      const name = 'console.setup';
      const opening = indexedDB.open(name);
      opening.addEventListener('error', () => resolve(false));
      opening.addEventListener('success', () => {
        opening.result.close();
        indexedDB.deleteDatabase(name);
        resolve(true);
      });
    });
    if (!isAsked) resolve(false);
  });

export const checkStorage = async (): Promise<Finding> => {
  const found = findingOf(
    'Wrote to and read from session storage, local storage and IndexedDB, and asked whether they are kept.',
  );
  const can: [what: string, works: boolean][] = [
    ['Session storage', keeps(() => sessionStorage)],
    ['Local storage', keeps(() => localStorage)],
    ['IndexedDB', await opensDatabase()],
    ['Channels between tabs', works(() => new BroadcastChannel('console.setup').close())],
    ['Locks between tabs', webLocks() !== undefined],
  ];
  const refused = can.flatMap(([what, isThere]) => (isThere ? [] : [what]));
  if (refused.length > 0) {
    return found(
      refused.includes('Session storage') ? 'bad' : 'warn',
      `This browser refuses: ${refused.join(', ')}.`,
      'Allow this site to store data. Without session storage nobody can sign in; without IndexedDB no run can begin.',
    );
  }
  const isKept = await navigator.storage?.persisted?.().catch(() => false);
  return found(
    'ok',
    isKept
      ? 'All work, and the browser keeps what is stored.'
      : 'All work. The browser may clear what is stored where it runs short of room; the console asks it not to when a run of many pairs begins.',
  );
};
