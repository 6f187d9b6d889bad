import type { Session } from '#src/auth/state.ts';
import { createSession } from '#src/auth/session.ts';
import { createPage } from '#src/auth/testing/fixture-platform.ts';
import { configWith, ORIGIN } from '#src/auth/testing/fixture-server.ts';
import { createBrowser, start, type Started } from './testing.ts';

// For tests: the console's sign-in against the sandbox, without a browser.

export const startForConsole = (provider?: string): Promise<Started> =>
  start({ consoleOrigin: ORIGIN, ...(provider !== undefined && { provider }) });

/**
 * Signs in and returns the resulting page. Frames and popups use the same browser, and find its session. `oidc` overrides the
 * sandbox's `config.json`.
 */
export const signInToConsole = async (
  sandbox: Started,
  { person, oidc = {} }: { person: string; oidc?: Record<string, unknown> },
) => {
  const browser = createBrowser(sandbox);
  const config = configWith({ ...(sandbox.config as { oidc: object }).oidc, ...oidc });
  const open = (options: Parameters<typeof createPage>[1]) => {
    const opened = createPage((url) => {
      void browser.get(url).then((back) => {
        if (back.url.startsWith(ORIGIN)) opened.page.report(back.url);
      });
      return undefined;
    }, options);
    return { ...opened, session: createSession(config, opened.platform) };
  };
  const first = open({});
  await first.session.start();
  await first.session.signIn();
  const [address] = first.page.navigated;
  if (address === undefined) return first;
  let answer = await browser.get(address);
  if (!answer.url.startsWith(ORIGIN)) answer = await browser.post(answer.url, { name: person });
  const { tab, browser: storage, channels, clock } = first.page;
  const back = open({ tab, browser: storage, channels, clock, href: answer.url });
  await back.session.start();
  return { ...back, asked: new URL(address).searchParams };
};

export const outcomeOf = (state: Session): string =>
  state.state === 'failed' ? `${state.problem.code}: ${state.problem.text}` : state.state;
