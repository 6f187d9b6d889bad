import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const SYSTEM_PATHS = [
  process.env['CHROMIUM_PATH'],
  // Without a user interface, as Playwright's own browser: a fifth less to compute.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/** Preferred, because Playwright's version is made for it. */
const hasOwnBrowser = () => existsSync(chromium.executablePath());

/** @returns {string | undefined} the path of the system's Chromium, if there is one */
const systemBrowser = () =>
  SYSTEM_PATHS.find((path) => path !== undefined && path !== '' && existsSync(path));

/** Whether the browser tests can start. */
export const hasBrowser = () => hasOwnBrowser() || systemBrowser() !== undefined;

/**
 * The first four cost a short test a fifth of its time: a spare process, and pages that the address bar loads for each
 * window. The others are Playwright's own list, because only the last such argument counts.
 */
const DISABLED_FEATURES = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * Without background requests, which take time if there is no network.
 * @param {readonly string[]} others
 */
export const chromiumLaunchOptions = (others = []) => {
  const executablePath = hasOwnBrowser() ? undefined : systemBrowser();
  return {
    args: [
      '--disable-quic',
      '--disable-background-networking',
      ...others,
      ...(executablePath ? [`--disable-features=${DISABLED_FEATURES.join(',')}`] : []),
    ],
    ...(executablePath && { executablePath }),
  };
};

/** For what only a browser with a user interface has; undefined if there is none. */
export const fullChromium = () => {
  const executablePath = SYSTEM_PATHS.find(
    (path) => path !== undefined && !path.includes('headless') && existsSync(path),
  );
  const args = ['--disable-quic', '--disable-background-networking'];
  if (hasOwnBrowser()) return { args, channel: 'chromium' };
  return executablePath === undefined ? undefined : { args, executablePath };
};
