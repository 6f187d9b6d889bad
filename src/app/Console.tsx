import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Link, Router, useLocation } from 'wouter';
import type { Session, SessionControl } from '#src/auth/state.ts';
import { ServiceContext } from '#src/api/hooks.ts';
import type { Config } from '#src/config.ts';
import { BULK_PATH, getRunPath } from '#src/features/webhooks/change/bulk-address.ts';
import { openRun } from '#src/log/run-progress.ts';
import { WorkspaceContext } from '#src/log/workspace.ts';
import { isPageOnly, probeBrowser } from '#src/storage/probe.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { leaveOrAsk } from '#src/ui/overlays/leave-guard.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { ConsoleBanner } from '#src/ui/PageLayout.tsx';
import { ToastRegion } from '#src/ui/alerts/ToastRegion.tsx';
import { AREAS, areaOf, preloadWhenIdle, WEBHOOKS_PATH } from './areas.ts';
import { AreaView } from './AreaView.tsx';
import { Frame } from './Frame.tsx';
import { isOutdated } from './new-version.ts';
import { controlWorkspace, type WorkspaceControl, type WorkspaceSetup } from './workspace.ts';

// The area at this address is needed next: its chunk is on its way while the books are opened.
const firstArea = areaOf(location.pathname) ?? AREAS[0];
firstArea.Page.preload();

const Expired = ({ session }: { session: SessionControl }) => (
  <AlertBanner
    tone="bad"
    live="alert"
    title="Your session has ended."
    actions={
      <Button size="sm" onClick={() => void session.signInAgain()}>
        Sign in
      </Button>
    }
  >
    Checks are paused. Nothing on this page is lost.
  </AlertBanner>
);

const NewVersion = () => (
  <AlertBanner
    tone="info"
    title="New version."
    actions={
      <Button size="sm" icon="refresh" onClick={() => leaveOrAsk(() => location.reload())}>
        Reload
      </Button>
    }
  />
);

/** A run that stands still is easily forgotten, since it goes on only when somebody resumes it. */
const StandingRun = () => {
  const run = useStore(openRun);
  const [path] = useLocation();
  const isShownThere = path === WEBHOOKS_PATH || path.startsWith(BULK_PATH);
  if (!run || run.isSending || isShownThere) return null;
  return (
    <AlertBanner
      tone="info"
      title={`“${run.name}” is paused.`}
      actions={<Link href={getRunPath(run.id)}>Open run</Link>}
    >
      {run.percent} % is sent.
    </AlertBanner>
  );
};

const PageOnly = () => (
  <AlertBanner tone="warn" title="This browser blocks storage for this site.">
    What you do here is kept for this page only, and bulk runs are off. Allow this site to store data, then
    reload.
  </AlertBanner>
);

void probeBrowser();

let prepared: { personKey: string; control: WorkspaceControl; unfollow: () => void } | undefined;

/** What was prepared is entered by now, or nobody's any more. */
const endPreparing = (): void => {
  prepared?.unfollow();
  prepared = undefined;
};

/** Begins ahead of the first rendering, for whoever is signed in then. Settles when that may begin. */
export const prepareConsole = async (setup: WorkspaceSetup): Promise<void> => {
  const { session, personKey } = setup;
  const control = controlWorkspace(setup);
  const { asked, leave } = control.prepare();
  const unfollow = session.subscribe(() => {
    const state = session.getState();
    if ('personKey' in state && state.personKey === personKey) return;
    endPreparing();
    leave();
  });
  prepared = { personKey, control, unfollow };
  await asked;
};

/** What was prepared for this person serves until it is entered, however often React begins to render before. */
const controlFor = (setup: WorkspaceSetup): WorkspaceControl =>
  prepared?.personKey === setup.personKey ? prepared.control : controlWorkspace(setup);

/** Everything a signed-in person works with. Of an expired session all stays as it is, and nothing is sent until they are back. */
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
  const [control] = useState(() => controlFor({ config, session, person, personKey }));
  useEffect(() => {
    endPreparing();
    return control.enter();
  }, [control]);
  useEffect(() => preloadWhenIdle(), []);
  useEffect(() => control.setSignedIn(!expired), [control, expired]);
  const isNew = useStore(isOutdated);
  const pageOnly = useStore(isPageOnly);
  const banner = {
    first: expired ? <Expired session={session} /> : null,
    last: (
      <>
        {pageOnly && <PageOnly />}
        <StandingRun />
        {isNew && <NewVersion />}
      </>
    ),
  };
  return (
    <QueryClientProvider client={control.queryClient}>
      <WorkspaceContext value={control.workspace}>
        <ServiceContext value={control.workspace.service}>
          <Router aroundNav={(navigate, to, options) => leaveOrAsk(() => navigate(to, options))}>
            <ConsoleBanner value={banner}>
              <Frame person={person} control={control}>
                <AreaView />
              </Frame>
            </ConsoleBanner>
          </Router>
          <ToastRegion />
        </ServiceContext>
      </WorkspaceContext>
    </QueryClientProvider>
  );
};
