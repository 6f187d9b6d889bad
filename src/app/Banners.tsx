import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { describeSignInProblem } from '#src/auth/problems.ts';
import type { SessionControl } from '#src/auth/session.ts';
import type { Session, SignInProblem } from '#src/auth/state.ts';
import { linkToPausedRun } from '#src/features/webhooks/area.ts';
import { openRun } from '#src/log/open-run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { isOutdated } from '#src/lib/new-version.ts';
import { formatConflict, type FormatConflict } from '#src/storage/format.ts';
import { isPageOnly } from '#src/storage/probe.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { leaveOrAsk } from '#src/ui/overlays/leaving.ts';
import { Message } from './AreaView.tsx';
import { findArea } from './areas.ts';
import { BlockedOrigins } from './BlockedOrigins.tsx';

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

const Reload = () => (
  <Button size="sm" icon="refresh" onClick={() => leaveOrAsk(() => location.reload(), 'page')}>
    Reload
  </Button>
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
export const NewerData = () => (
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
export const useBanners = (session: SessionControl, { state }: Session) => {
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
