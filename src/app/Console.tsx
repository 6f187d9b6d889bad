import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Router, Link, useLocation } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { entrySession } from '#src/auth/platform.ts';
import type { SessionControl } from '#src/auth/session.ts';
import type { Person, Session, SignInProblem } from '#src/auth/state.ts';
import { ServiceContext } from '#src/api/hooks.ts';
import type { Config } from '#src/config.ts';
import { openCalls } from '#src/features/calls/area.ts';
import { followRuns, linkToPausedRun } from '#src/features/webhooks/area.ts';
import { logWrites } from '#src/log/entry.ts';
import { openWorkspace, WorkspaceContext, type Workspace, useWorkspace } from '#src/log/workspace.ts';
import { formatConflict, type FormatConflict } from '#src/storage/format.ts';
import { probeBrowser, isPageOnly } from '#src/storage/probe.ts';
import { leaveOrAsk, leaving } from '#src/ui/overlays/leaving.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { ToastRegion } from '#src/ui/alerts/ToastRegion.tsx';
import { ConsoleBanner } from '#src/ui/page/PageLayout.tsx';
import { describeSignInProblem } from '#src/auth/problems.ts';
import { openRun } from '#src/log/open-run.ts';
import { isOutdated } from '#src/lib/new-version.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { preloadWhenIdle, findArea } from './areas.ts';
import { AreaView, Message } from './AreaView.tsx';
import { Frame } from './Frame.tsx';
import { BlockedOrigins } from './BlockedOrigins.tsx';

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

const Reload = () => (
  <Button size="sm" icon="refresh" onClick={() => leaveOrAsk(() => location.reload(), 'page')}>
    Reload
  </Button>
);

const SessionEnded = ({ session }: { session: SessionControl }) => {
  const [problem, setProblem] = useState<SignInProblem>();
  const [path] = useLocation();
  const { person } = useWorkspace();
  const signInAgain = async () => {
    setProblem(undefined);
    setProblem(await session.signInAgain());
  };
  return (
    <AlertBanner
      tone="bad"
      title="Your session has ended."
      actions={
        <>
          <Button size="sm" onClick={() => void signInAgain()}>
            Sign in
          </Button>
          {problem?.kind === 'popup' && <Reload />}
        </>
      }
    >
      {findArea(path)?.name === 'calls' && 'Checks are paused. '}
      {problem
        ? `Sign-in failed (${problem.code}). ${describeSignInProblem(problem).advice}`
        : `Nothing on this page is lost if ${person.name} signs in.`}
    </AlertBanner>
  );
};

/** Only the user resumes a paused run, so every page reminds of it. */
const PausedRun = () => {
  const run = useStore(openRun);
  const [path] = useLocation();
  const { areas } = useWorkspace();
  const link = run && linkToPausedRun(run, path);
  if (!link || !areas.includes('webhooks')) return null;
  return (
    <AlertBanner tone="info" title={`“${run.name}” is paused.`} actions={<Link {...link}>Open run</Link>}>
      {run.percent} % is sent.
    </AlertBanner>
  );
};

const StorageBlocked = () => (
  <AlertBanner tone="warn" title="This browser blocks storage for this site.">
    What you do here is kept for this page only, and bulk runs are off. Allow this site to store data, then
    reload.
  </AlertBanner>
);

const showConflict = (conflict: FormatConflict | undefined) => {
  switch (conflict) {
    case 'replaced':
      return (
        <AlertBanner tone="warn" title="New version." actions={<Reload />}>
          It is open in another tab. This tab no longer saves or changes anything.
        </AlertBanner>
      );
    case 'blocked':
      return (
        <AlertBanner tone="warn" title="An older version is open in another tab." actions={<Reload />}>
          Until you close the console’s other tabs and reload, this tab can’t save or change anything.
        </AlertBanner>
      );
    case 'newer':
    case undefined:
      return null;
  }
};

/** Instead of the area, which would be empty. */
const NewerData = () => (
  <Message title="New version">
    <p>
      This browser’s calls and records are of a newer version of the console. This page can’t read them and
      changes nothing.
    </p>
    <p className="second">
      If a reload brings this page back, the server went back to an older version. The data is kept for the
      newer one.
    </p>
    <div className="btns">
      <Reload />
    </div>
  </Message>
);

/** The messages of the whole console. */
const useBanners = (session: SessionControl, { state }: Session) => {
  const conflict = useStore(formatConflict);
  const pageOnly = useStore(isPageOnly);
  const outdated = useStore(isOutdated);
  return {
    first: state === 'expired' ? <SessionEnded session={session} /> : showConflict(conflict),
    last: (
      <>
        <BlockedOrigins />
        {pageOnly && <StorageBlocked />}
        <PausedRun />
        {outdated && <AlertBanner tone="info" title="New version." actions={<Reload />} />}
      </>
    ),
  };
};

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
