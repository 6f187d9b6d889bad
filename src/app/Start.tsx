import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { SessionControl } from '#src/auth/state.ts';
import { SignInPage } from '#src/auth/SignInPage.tsx';
import type { Config } from '#src/config.ts';
import { lazyPart, waitForParts } from '#src/ui/lazy.tsx';
import { timeZone } from '#src/lib/timestamp.ts';
import type { WorkspaceSetup } from './workspace.ts';
import './zone.ts';

const loadConsole = () => import('./Console.tsx');

/** Nothing but the sign-in page is there without a session, so the console is loaded apart. */
const SignedIn = lazyPart(async () => (await loadConsole()).Console);

/** Loads what a signed-in person needs at this address. Never throws: what failed is told where it would stand. */
export const loadParts = async (): Promise<void> => {
  SignedIn.preload();
  await waitForParts();
};

/** Begins what a signed-in person's page asks for, beside the loading of the rest. */
export const prepareConsole = async (setup: WorkspaceSetup): Promise<void> => {
  try {
    await (await loadConsole()).prepareConsole(setup);
  } catch {
    // A part that did not come is told where it would stand.
  }
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
