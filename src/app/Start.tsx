import { useSyncExternalStore } from 'react';
import { createSession, type SessionControl } from '#src/auth/session.ts';
import { expectsUser } from '#src/auth/session-storage.ts';
import { SignInPage } from '#src/auth/SignInPage.tsx';
import { loadConfig, type Config, type ConfigProblem, type ConfigResult } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { lazyPart, waitForParts } from '#src/ui/lazy.tsx';
import { setTitle } from '#src/ui/page/Title.tsx';
import { BlockedOrigins } from './BlockedOrigins.tsx';
import { AREAS, findArea } from './areas.ts';
import './theme.ts';
import styles from './Start.module.css';

const loadConsole = () => import('./Console.tsx');

/** The sign-in page doesn't need the console, so it is loaded apart. */
const SignedIn = lazyPart(async () => (await loadConsole()).Console);
const SetupPage = lazyPart(async () => (await import('#src/features/setup/SetupPage.tsx')).SetupPage);

/** A page for administrators, outside of the areas: it needs no session. */
const isAtSetup = (): boolean => location.pathname.replace(/\/$/, '') === `${BASE}setup`;

/** Loads the code of this address. Never rejects: a missing part shows its own error. */
const loadParts = async (): Promise<void> => {
  if (isAtSetup()) SetupPage.preload();
  else {
    SignedIn.preload();
    (findArea(location.pathname) ?? AREAS[0]).Page.preload();
  }
  await waitForParts();
};

type StartProps = { loaded: ConfigResult; session: SessionControl | undefined };

/** Whatever the first render needs: an earlier one would only be replaced. */
export const prepare = async (): Promise<StartProps> => {
  // The code of this address loads beside the configuration and the session, unless the sign-in page comes first.
  if (isAtSetup() || expectsUser()) void loadParts();
  const loaded = await loadConfig();
  if (!loaded.ok) return { loaded, session: undefined };
  const { config } = loaded;
  setTitle({ site: config.title });
  const session = createSession(config);
  // The setup page requests nothing before a click.
  if (!isAtSetup()) await session.start();
  const state = session.getState();
  if (state.state === 'active') {
    const opening = loadConsole().then(({ openConsole }) => openConsole({ config, session, ...state }));
    const isAtCalls = findArea(location.pathname)?.name === 'calls';
    const board = isAtCalls && opening.then(({ calls }) => calls.open(location.pathname));
    // A missing part shows its own error.
    await Promise.allSettled([opening, board, loadParts()]);
  } else if (isAtSetup()) await loadParts();
  return { loaded, session };
};

const Session = ({ config, session }: { config: Config; session: SessionControl }) => {
  const state = useSyncExternalStore(session.subscribe, session.getState);
  switch (state.state) {
    case 'restoring':
      return null;
    case 'anonymous':
    case 'leaving':
    case 'failed':
      return (
        <>
          <BlockedOrigins />
          <SignInPage
            config={config}
            session={session}
            state={state}
            onIntent={() => {
              SignedIn.preload();
              session.prepare();
            }}
          />
        </>
      );
    case 'active':
    case 'expired':
      return <SignedIn key={state.personKey} config={config} session={session} state={state} />;
  }
};

const ConfigProblems = ({ problems }: { problems: readonly ConfigProblem[] }) => (
  <main className={styles['problems']}>
    <title>Configuration · Telephony Campaign Console</title>
    <h1>The console can’t start</h1>
    <p>
      <code>{BASE}config.json</code> can’t be used, so nothing was sent anywhere. Reload this page. If that
      doesn’t help, ask the person who runs this console to fix it:
    </p>
    <ul>
      {problems.map((problem) => (
        <li key={problem.key + problem.fix}>
          {problem.key && <code>{problem.key}</code>} {problem.fix}
        </li>
      ))}
    </ul>
  </main>
);

export const Start = ({ loaded, session }: StartProps) => {
  if (!loaded.ok || !session) return <ConfigProblems problems={loaded.ok ? [] : loaded.problems} />;
  // A sign-in that began there ends there.
  if (isAtSetup()) return <SetupPage config={loaded.config} session={session} />;
  return <Session config={loaded.config} session={session} />;
};
