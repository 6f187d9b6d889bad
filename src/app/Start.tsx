import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { SessionControl } from '#src/auth/session.ts';
import { SignInPage } from '#src/auth/SignInPage.tsx';
import type { Config } from '#src/config.ts';
import { loadAgain } from '#src/lib/load-again.ts';
import { lazyPart, waitForParts } from '#src/ui/lazy.tsx';
import { timeZone } from '#src/lib/timestamp.ts';
import type { WorkspaceOptions } from './workspace-control.ts';
import './preferences.ts';

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
