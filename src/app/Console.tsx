import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Router } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { entrySession } from '#src/auth/platform.ts';
import type { SessionControl } from '#src/auth/session.ts';
import type { Person, Session } from '#src/auth/state.ts';
import { ServiceContext } from '#src/api/hooks.ts';
import type { Config } from '#src/config.ts';
import { openCalls } from '#src/features/calls/area.ts';
import { followRuns } from '#src/features/webhooks/area.ts';
import { logWrites } from '#src/log/entry.ts';
import { openWorkspace, WorkspaceContext, type Workspace } from '#src/log/workspace.ts';
import { formatConflict } from '#src/storage/format.ts';
import { probeBrowser } from '#src/storage/probe.ts';
import { leaveOrAsk, leaving } from '#src/ui/overlays/leaving.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { ToastRegion } from '#src/ui/alerts/ToastRegion.tsx';
import { ConsoleBanner } from '#src/ui/page/PageLayout.tsx';
import { preloadWhenIdle } from './areas.ts';
import { AreaView } from './AreaView.tsx';
import { Frame } from './Frame.tsx';
import { NewerData, useBanners } from './Banners.tsx';

/** A write only fails if it can't be logged: what came of it is its result. */
const sayUnlogged = (): void => {
  showToast({
    tone: 'bad',
    text: 'This browser’s storage took no entry for it, so nothing was sent. Reload the page, then try again.',
  });
};

const createQueryClient = (workspace: Workspace) =>
  new QueryClient({
    mutationCache: new MutationCache({
      ...logWrites(async () => (await import('#src/log/log.ts')).getLog(workspace)),
      onError: (_error, _variables, _context, { meta }) => {
        if (meta) sayUnlogged();
      },
    }),
    defaultOptions: {
      // Queries run only on demand, whatever the browser says about its connection.
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: Infinity,
        gcTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        structuralSharing: false,
      },
      // A write is never repeated by itself, and its record is the log.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });

/** Shows what other tabs and this one log. Returns a function that stops. */
const followLogOf = (workspace: Workspace, queryClient: QueryClient): (() => void) => {
  // Not needed before something is sent, so the first area doesn't wait for it.
  const following = import('#src/log/queries.ts').then(
    ({ followLog }) => followLog(workspace, queryClient),
    () => undefined,
  );
  return () => void following.then((unfollow) => unfollow?.());
};

type ConsoleOptions = { config: Config; session: SessionControl; person: Person; personKey: string };

const createConsole = ({ config, session, person, personKey }: ConsoleOptions) => {
  const workspace = openWorkspace(config, session, person, personKey);
  const queryClient = createQueryClient(workspace);
  const calls = openCalls(workspace, queryClient);
  const hasLog = workspace.areas.some((area) => area !== 'calls');
  const endLeaving = (): void => {
    if (!('person' in session.getState())) leaving.endSession();
  };
  return {
    workspace,
    queryClient,
    calls,
    signOut: async (): Promise<void> => {
      await session.signOut(await calls.leave());
    },
    /** The result stops it. */
    enter: (): (() => void) => {
      const stops = [calls.enter(), followRuns(workspace), session.subscribe(endLeaving)];
      if (hasLog) stops.push(followLogOf(workspace, queryClient));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};

let current: ReturnType<typeof createConsole> | undefined;

/** What a signed-in user works with: opened before the first render, it goes with the page. */
export const openConsole = (options: ConsoleOptions) => {
  if (current?.workspace.personKey !== options.personKey) current = createConsole(options);
  return current;
};

/** The next history entry belongs to this one's session, which otherwise would replace it once more to say so. */
const withSession = (options: { state?: object; replace?: boolean } = {}) => ({
  ...options,
  state: { ...options.state, session: entrySession() },
});

/** After the session expires, the page stays and sends nothing. */
export const Console = ({
  config,
  session,
  state,
}: {
  config: Config;
  session: SessionControl;
  state: Extract<Session, { state: 'active' | 'expired' }>;
}) => {
  const { person, personKey } = state;
  const [control] = useState(() => openConsole({ config, session, person, personKey }));
  const path = usePathname();
  useEffect(() => control.enter(), [control]);
  useEffect(() => void control.calls.open(path), [control, path]);
  useEffect(() => {
    // After the first paint.
    requestAnimationFrame(() => setTimeout(() => void probeBrowser()));
  }, []);
  useEffect(preloadWhenIdle, []);
  const banners = useBanners(session, state);
  const isDataNewer = useStore(formatConflict) === 'newer';
  return (
    <QueryClientProvider client={control.queryClient}>
      <WorkspaceContext value={control.workspace}>
        <ServiceContext value={control.workspace.service}>
          <Router aroundNav={(navigate, to, options) => leaveOrAsk(() => navigate(to, withSession(options)))}>
            <ConsoleBanner value={banners}>
              <Frame checking={control.calls.checking} onSignOut={control.signOut}>
                {isDataNewer ? <NewerData /> : <AreaView />}
              </Frame>
            </ConsoleBanner>
          </Router>
          <ToastRegion />
        </ServiceContext>
      </WorkspaceContext>
    </QueryClientProvider>
  );
};
