import { useEffect } from 'react';
import type { Session, SessionControl } from '#src/auth/state.ts';
import { useSession } from '#src/auth/use-session.ts';
import type { Config } from '#src/config.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { preload, useLoaded } from '#src/ui/lazy.tsx';
import { ReloadAlert } from './ReloadAlert.tsx';
import styles from './Start.module.css';

const loadConsole = () => import('./Console.tsx');
const loadSignIn = () => import('#src/auth/SignInPage.tsx');

const preloadConsole = () => preload(loadConsole);

/** Loads ahead what this page will most likely show, while the configuration is still on its way. */
export const preloadFor = (expectsSession: boolean): void =>
  preload(expectsSession ? loadConsole : loadSignIn);

/** What is on its way: said after a moment, so that a fast start shows nothing in between. */
const OnItsWay = ({ words }: { words: string }) => (
  <main className={styles['wait']} aria-busy="true">
    <title>Telephony Campaign Console</title>
    <p role="status">
      <Icon name="wait" spin /> {words}
    </p>
  </main>
);

const NotLoaded = () => (
  <main className={styles['wait']}>
    <ReloadAlert title="A part of the console could not be loaded" />
  </main>
);

const SignedIn = ({
  config,
  session,
  state,
}: {
  config: Config;
  session: SessionControl;
  state: Extract<Session, { state: 'active' | 'expired' }>;
}) => {
  const loaded = useLoaded(loadConsole);
  if (loaded?.state === 'failed') return <NotLoaded />;
  if (!loaded) return <OnItsWay words="Loading the console…" />;
  const { person, personKey } = state;
  return (
    <loaded.part.Console
      config={config}
      session={session}
      person={person}
      personKey={personKey}
      expired={state.state === 'expired'}
      hasReplaced={state.state === 'active' && state.hasReplaced === true}
    />
  );
};

const SignedOut = ({
  config,
  session,
  state,
}: {
  config: Config;
  session: SessionControl;
  state: Extract<Session, { state: 'anonymous' | 'leaving' | 'failed' }>;
}) => {
  const loaded = useLoaded(loadSignIn);
  if (loaded?.state === 'failed') return <NotLoaded />;
  if (!loaded) return <OnItsWay words="Loading…" />;
  return <loaded.part.SignInPage config={config} session={session} state={state} onIntent={preloadConsole} />;
};

/** Signed in or not: the sign-in page needs none of what the console needs, so the console is loaded apart. */
export const Start = ({ config, session }: { config: Config; session: SessionControl }) => {
  const state = useSession(session);
  useEffect(() => {
    if (state.state === 'restoring') preloadConsole();
  }, [state.state]);
  switch (state.state) {
    case 'restoring':
      return <OnItsWay words="Signing you in…" />;
    case 'anonymous':
    case 'leaving':
    case 'failed':
      return <SignedOut config={config} session={session} state={state} />;
    case 'active':
    case 'expired':
      return <SignedIn key={state.personKey} config={config} session={session} state={state} />;
  }
};
