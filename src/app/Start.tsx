import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { Session, SessionControl } from '#src/auth/state.ts';
import { SignInPage } from '#src/auth/SignInPage.tsx';
import type { Config } from '#src/config.ts';
import { partsUnderWay, preload, useLoaded } from '#src/ui/lazy.tsx';
import { timeZone } from '#src/lib/timestamp.ts';
import { ReloadAlert } from './ReloadAlert.tsx';
import './zone.ts';
import styles from './Start.module.css';

const loadConsole = () => import('./Console.tsx');
const preloadConsole = () => preload(loadConsole);

/** Loads what a signed-in person needs at this address. Never throws: what failed is told where it would stand. */
export const loadParts = async (): Promise<void> => {
  preloadConsole();
  await partsUnderWay();
};

/** Begins what a signed-in person's page asks for, beside the loading of the rest. */
export const prepareConsole = async (config: Config, session: SessionControl): Promise<void> => {
  const state = session.getState();
  if (state.state !== 'active') return;
  try {
    const { person, personKey } = state;
    await (await loadConsole()).prepareConsole({ config, session, person, personKey });
  } catch {
    // A part that did not come is told where it would stand.
  }
};

type SignedInState = Extract<Session, { state: 'active' | 'expired' }>;

/** Nothing but the sign-in page is there without a session, so the console is loaded apart. */
const SignedIn = ({
  config,
  session,
  state,
}: {
  config: Config;
  session: SessionControl;
  state: SignedInState;
}) => {
  const loaded = useLoaded(loadConsole);
  if (!loaded) return null;
  if (loaded.state === 'failed') {
    return (
      <main className={styles['wait']}>
        <ReloadAlert title="A part of the console could not be loaded" />
      </main>
    );
  }
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

/** Signed in or not. While somebody else's page gives way to a fresh one, nothing is shown. */
export const Start = ({ config, session }: { config: Config; session: SessionControl }) => {
  // In another zone everything is drawn anew; what is memoized and shows a moment follows it as well.
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
            preloadConsole();
            session.prepare();
          }}
        />
      );
    case 'active':
    case 'expired':
      return <SignedIn key={state.personKey} config={config} session={session} state={state} />;
  }
};
