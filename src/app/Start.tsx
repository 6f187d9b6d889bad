import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { SessionControl } from '#src/auth/session.ts';
import { SignInPage } from '#src/auth/SignInPage.tsx';
import type { Config, ConfigProblem } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { loadAgain } from '#src/lib/load-again.ts';
import { lazyPart, waitForParts } from '#src/ui/lazy.tsx';
import { timeZone } from '#src/lib/timestamp.ts';
import type { WorkspaceOptions } from './workspace-control.ts';
import './preferences.ts';
import styles from './Start.module.css';

const loadConsole = () => import('./Console.tsx');

/** The sign-in page doesn't need the console, so it is loaded apart. */
const SignedIn = lazyPart(async () => (await loadConsole()).Console);

/** Loads the console and the area of this address. Never rejects: a missing part shows its own error. */
export const loadParts = async (): Promise<void> => {
  SignedIn.preload();
  await waitForParts();
};

/** Requests the calls of this address while the rest of the code is loading. Never rejects. */
export const prepareConsole = async (options: WorkspaceOptions): Promise<void> => {
  try {
    await (await loadAgain(loadConsole)).prepareConsole(options);
  } catch {
    // The missing part shows its own error.
  }
};

export const Start = ({ config, session }: { config: Config; session: SessionControl }) => {
  // Another time zone renders everything again.
  useStore(timeZone);
  const state = useSyncExternalStore(session.subscribe, session.getState);
  switch (state.state) {
    case 'restoring':
      return null;
    case 'anonymous':
    case 'leaving':
    case 'failed':
      return (
        <SignInPage
          config={config}
          session={session}
          state={state}
          onIntent={() => {
            SignedIn.preload();
            session.prepare();
          }}
        />
      );
    case 'active':
    case 'expired':
      return <SignedIn key={state.personKey} config={config} session={session} state={state} />;
  }
};

export const ConfigProblems = ({ problems }: { problems: readonly ConfigProblem[] }) => (
  <main className={styles['problems']}>
    <title>Configuration · Telephony Campaign Console</title>
    <h1>The console is not configured</h1>
    <p>
      <code>{BASE}config.json</code> can’t be used, so nothing was sent anywhere. Ask the person who runs this
      console to fix it:
    </p>
    <ul>
      {problems.map((problem) => (
        <li key={problem.key + problem.fix}>
          {problem.key && <code>{problem.key}</code>} {problem.fix}
        </li>
      ))}
    </ul>
    <p>
      Correct the file that the release was prepared from, prepare it again, then reload this page.{' '}
      <a href={`${BASE}setup`}>Check setup</a>
    </p>
  </main>
);
