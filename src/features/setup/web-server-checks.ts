import { loadInFrame } from '#src/auth/frame.ts';
import { browserPlatform } from '#src/auth/platform.ts';
import { randomHex } from '#src/lib/hex.ts';
import { loadConfig } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { checkVersion, isOutdated } from '#src/lib/new-version.ts';
import { bad, FRAME_LIMIT_MS, notChecked, ok, warn, type Check, type Finding } from './finding.ts';
import { fetchPage } from './fetch-page.ts';

const HEADERS_ADVICE =
  'Include console.nginx.conf or console.Caddyfile as prepare.mjs wrote it, and let no proxy drop or add headers.';

const checkConfiguration = async (): Promise<Finding> => {
  const reply = await fetchPage(`${BASE}config.json`);
  if (reply.kind !== 'answered') return bad(reply.reason);
  const cacheControl = reply.response.headers.get('Cache-Control') ?? 'not sent';
  const read = await loadConfig(Promise.resolve(reply.response));
  if (!read.ok) {
    return bad(read.problems.map(({ key, fix }) => (key ? `${key} ${fix}` : fix)).join('; '));
  }
  if (!/no-store/i.test(cacheControl)) {
    return warn(`All keys are valid. Cache-Control is ${cacheControl}; wanted: no-store.`, HEADERS_ADVICE);
  }
  return ok('All keys are valid.');
};

const checkOwnVersion = async (): Promise<Finding> => {
  await checkVersion();
  return isOutdated.getState()
    ? warn('The server has another version than this page.')
    : ok('The server has this page’s version.');
};

/** Addresses of the console, and what its page at each contains. */
const PAGES = [
  { path: `${BASE}auth/callback`, contains: 'id="root"' },
  { path: `${BASE}auth/silent`, contains: 'id="way-on"' },
  { path: `${BASE}calls/a.b`, contains: 'id="root"' },
  { path: `${BASE}webhooks/bulk`, contains: 'id="root"' },
  { path: `${BASE}provider`, contains: 'id="root"' },
];

const checkAddresses = async (): Promise<Finding> => {
  const faults = await Promise.all(
    PAGES.map(async ({ path, contains }) => {
      const reply = await fetchPage(path);
      if (reply.kind !== 'answered') return [`${path} was not answered.`];
      const { status, ok: isOk } = reply.response;
      if (!isOk) return [`${path} was answered with ${status}.`];
      return (await reply.response.text()).includes(contains) ? [] : [`${path} is another page.`];
    }),
  );
  const all = faults.flat();
  return all.length > 0 ? bad(all.join(' ')) : ok('Each address has the right page.');
};

const HEADERS = [
  {
    name: 'Content-Security-Policy',
    allowed: /^(?=.*frame-ancestors 'none')(?=.*require-trusted-types-for 'script')(?!.*'unsafe-)/,
    wanted: 'a policy as prepare.mjs writes it, without unsafe sources',
  },
  { name: 'X-Content-Type-Options', allowed: /^nosniff$/i, wanted: 'nosniff' },
  { name: 'Referrer-Policy', allowed: /^no-referrer$/i, wanted: 'no-referrer' },
  {
    name: 'Cross-Origin-Opener-Policy',
    allowed: /^same-origin(-allow-popups)?$/i,
    wanted: 'same-origin-allow-popups',
  },
  { name: 'Cross-Origin-Resource-Policy', allowed: /^same-origin$/i, wanted: 'same-origin' },
  { name: 'Permissions-Policy', allowed: /microphone=\(\)/i, wanted: 'microphone=() and more' },
  { name: 'Cache-Control', allowed: /no-cache|no-store/i, wanted: 'no-cache' },
];

const checkHeaders = async (): Promise<Finding> => {
  if (!isSecureContext) {
    return bad(
      'This page came over http, so the browser lets nobody sign in.',
      'Serve the console over https. Only localhost and 127.0.0.1 may do without.',
    );
  }
  if (import.meta.env.DEV) return notChecked('The development server sends no policy.');
  const reply = await fetchPage(BASE);
  if (reply.kind !== 'answered') return bad(reply.reason);
  const { headers } = reply.response;
  const faults = HEADERS.flatMap(({ name, allowed, wanted }) => {
    const value = headers.get(name);
    if (value === null) return [`${name} is not sent; wanted: ${wanted}.`];
    return allowed.test(value.trim()) ? [] : [`${name} is not ${wanted}.`];
  });
  return faults.length > 0 ? bad(faults.join(' ')) : ok('All headers are sent.');
};

const checkSilentPage = async (): Promise<Finding> => {
  const state = randomHex(16);
  const url = `${location.origin}${BASE}auth/silent?state=${state}`;
  const answer = await loadInFrame(browserPlatform(), { url, state }, FRAME_LIMIT_MS);
  return answer === undefined
    ? bad(`The page did not report from a frame within ${FRAME_LIMIT_MS / 1000} s.`)
    : ok('The page reported from a frame.');
};

export const WEB_SERVER_CHECKS: readonly Check[] = [
  {
    group: 'Web server',
    name: 'Configuration',
    does: 'Reads config.json.',
    run: checkConfiguration,
    advice: 'Correct the config.json that the release was prepared from, prepare it again, then reload.',
  },
  {
    group: 'Web server',
    name: 'Version',
    does: 'Compares the page that the server sends.',
    run: checkOwnVersion,
    advice: 'Publish all files of one build, and let no cache keep index.html: Cache-Control: no-cache.',
  },
  {
    group: 'Web server',
    name: 'Addresses',
    does: 'Opens addresses of the console.',
    run: checkAddresses,
    advice: `Answer ${BASE}auth/silent with auth/silent.html, and the other addresses with index.html, without a redirect. Call IDs may contain dots.`,
  },
  {
    group: 'Web server',
    name: 'Headers',
    does: 'Reads the headers that come with this page.',
    run: checkHeaders,
    advice: HEADERS_ADVICE,
  },
  {
    group: 'Web server',
    name: 'Silent page',
    does: `Loads ${BASE}auth/silent in a hidden frame.`,
    run: checkSilentPage,
    advice: `Serve auth/silent.html at ${BASE}auth/silent with frame-ancestors 'self' and without X-Frame-Options. Until then no session is renewed in a frame, and a reload asks users to sign in.`,
  },
];
