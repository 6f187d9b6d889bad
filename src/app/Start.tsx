import { useEffect, useState } from 'react';
import type { Session, SessionControl } from '#src/auth/state.ts';
import { useSession } from '#src/auth/use-session.ts';
import type { Config } from '#src/config.ts';
import { prefetch } from '#src/ui/deferred.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { ReloadNote } from './ReloadNote.tsx';
import styles from './Start.module.css';

const loadConsole = () => import('./Console.tsx');
const loadSignIn = () => import('#src/auth/SignInPage.tsx');

const prefetchConsole = prefetch(loadConsole);
const prefetchSignIn = prefetch(loadSignIn);

/** Loads ahead what this page will most likely show, while the configuration is still on its way. */
export const prefetchFor = (expectsSession: boolean) =>
  expectsSession ? prefetchConsole() : prefetchSignIn();

/** A part that is loaded apart. A Suspense fallback would hold it back for 300 ms, so it is kept in state. */
const useLoaded = <Part,>(load: () => Promise<Part>): Part | 'failed' | undefined => {
  const [loaded, setLoaded] = useState<{ part: Part } | 'failed'>();
  useEffect(() => {
    let current = true;
    load().then(
      (part) => current && setLoaded({ part }),
      () => current && setLoaded('failed'),
    );
    return () => {
      current = false;
    };
  }, [load]);
  return typeof loaded === 'object' ? loaded.part : loaded;
};

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
    <ReloadNote title="A part of the console could not be loaded" />
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
  if (loaded === 'failed') return <NotLoaded />;
  if (!loaded) return <OnItsWay words="Loading the console…" />;
  const { person, personKey } = state;
  return (
    <loaded.Console
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
  if (loaded === 'failed') return <NotLoaded />;
  if (!loaded) return <OnItsWay words="Loading…" />;
  return <loaded.SignInPage config={config} session={session} state={state} onIntent={prefetchConsole} />;
};

/** Signed in or not: the sign-in page needs none of what the console needs, so the console is loaded apart. */
export const Start = ({ config, session }: { config: Config; session: SessionControl }) => {
  const state = useSession(session);
  useEffect(() => {
    if (state.state === 'restoring') prefetchConsole();
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
