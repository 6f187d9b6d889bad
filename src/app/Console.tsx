import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Link, Router, useLocation } from 'wouter';
import { entrySession } from '#src/auth/platform.ts';
import { describeSignInProblem } from '#src/auth/problems.ts';
import type { SessionControl } from '#src/auth/session.ts';
import type { Session, SignInProblem } from '#src/auth/state.ts';
import { ServiceContext } from '#src/api/hooks.ts';
import type { Config } from '#src/config.ts';
import { BULK_PATH, linkToRun, ONE_PAIR_PATH } from '#src/features/webhooks/change/paths.ts';
import { openRun } from '#src/log/open-run.ts';
import { isOutdated } from '#src/lib/new-version.ts';
import { useWorkspace, WorkspaceContext } from '#src/log/workspace.ts';
import { formatConflict } from '#src/storage/format.ts';
import { isPageOnly, probeBrowser } from '#src/storage/probe.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { leaveOrAsk } from '#src/ui/overlays/leaving.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { ConsoleBanner } from '#src/ui/page/PageLayout.tsx';
import { ToastRegion } from '#src/ui/alerts/ToastRegion.tsx';
import { findArea, preloadWhenIdle } from './areas.ts';
import { AreaView } from './AreaView.tsx';
import { Frame } from './Frame.tsx';
import { NewerData, NewVersion, showConflict } from './OtherVersion.tsx';
import { controlWorkspace, type WorkspaceControl, type WorkspaceOptions } from './workspace-control.ts';

const SessionEnded = ({ session }: { session: SessionControl }) => {
  const [problem, setProblem] = useState<SignInProblem>();
  const [path] = useLocation();
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
          {problem?.kind === 'popup' && (
            <Button size="sm" onClick={() => leaveOrAsk(() => location.reload(), 'page')}>
              Reload
            </Button>
          )}
        </>
      }
    >
      {findArea(path)?.name === 'calls' && 'Checks are paused. '}
      {problem
        ? `Sign-in failed (${problem.code}). ${describeSignInProblem(problem).advice}`
        : 'Nothing on this page is lost.'}
    </AlertBanner>
  );
};

/** Only the user resumes a paused run, so every page reminds of it. */
const PausedRun = () => {
  const run = useStore(openRun);
  const [path] = useLocation();
  const { areas } = useWorkspace();
  const isShownHere = path === ONE_PAIR_PATH || path.startsWith(BULK_PATH);
  if (!run || run.isSending || isShownHere || !areas.includes('webhooks')) return null;
  return (
    <AlertBanner
      tone="info"
      title={`“${run.name}” is paused.`}
      actions={<Link {...linkToRun(run.id)}>Open run</Link>}
    >
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

void probeBrowser();

let prepared: { personKey: string; control: WorkspaceControl } | undefined;

/** Settles when the first render may begin. */
export const prepareConsole = async (options: WorkspaceOptions): Promise<void> => {
  const control = controlWorkspace(options);
  prepared = { personKey: options.personKey, control };
  await control.prepare();
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
  const expired = state.state === 'expired';
  const [control] = useState(() =>
    prepared?.personKey === personKey
      ? prepared.control
      : controlWorkspace({ config, session, person, personKey }),
  );
  useEffect(() => control.enter(), [control]);
  useEffect(preloadWhenIdle, []);
  const outdated = useStore(isOutdated);
  const conflict = useStore(formatConflict);
  const pageOnly = useStore(isPageOnly);
  const banner = {
    first: expired ? <SessionEnded session={session} /> : showConflict(conflict),
    last: (
      <>
        {pageOnly && <StorageBlocked />}
        <PausedRun />
        {outdated && <NewVersion />}
      </>
    ),
  };
  return (
    <QueryClientProvider client={control.queryClient}>
      <WorkspaceContext value={control.workspace}>
        <ServiceContext value={control.workspace.service}>
          <Router aroundNav={(navigate, to, options) => leaveOrAsk(() => navigate(to, withSession(options)))}>
            <ConsoleBanner value={banner}>
              <Frame control={control}>{conflict === 'newer' ? <NewerData /> : <AreaView />}</Frame>
            </ConsoleBanner>
          </Router>
          <ToastRegion />
        </ServiceContext>
      </WorkspaceContext>
    </QueryClientProvider>
  );
};
