import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const SYSTEM_PATHS = [
  process.env['CHROMIUM_PATH'],
  // Without the windows around the page, as Playwright's own has none: a fifth less to compute.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/** Playwright's own browser first, since it is the one its version was made for. */
const hasOwnBrowser = () => existsSync(chromium.executablePath());

/** @returns {string | undefined} the path of the system's Chromium, if there is one */
const systemBrowser = () =>
  SYSTEM_PATHS.find((path) => path !== undefined && path !== '' && existsSync(path));

/** Whether the browser tests can start. */
export const hasBrowser = () => hasOwnBrowser() || systemBrowser() !== undefined;

/**
 * What a whole browser does without here. The address bar's popups are pages of their own, loaded with each window: a
 * fifth of what a short test costs; and the process kept in reserve for the next page is one more for each. Of several
 * such arguments the last one counts, so Playwright's own list comes again.
 */
const WITHOUT = [
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

/** For the Chromium that was found; quiet, so that a closed network costs no time. */
export const chromiumLaunchOptions = () => {
  const executablePath = hasOwnBrowser() ? undefined : systemBrowser();
  return {
    args: [
      '--disable-quic',
      '--disable-background-networking',
      ...(executablePath ? [`--disable-features=${WITHOUT.join(',')}`] : []),
    ],
    ...(executablePath && { executablePath }),
  };
};
