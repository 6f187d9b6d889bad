import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { BASE } from '#src/lib/base.ts';
import { openRun, type OpenRun } from '#src/log/open-run.ts';
import { availableCommands, type Command } from '#src/ui/commands.ts';
import { EnvironmentBadge, Logo } from '#src/ui/Brand.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { leaveOrAsk } from '#src/ui/overlays/leave-guard.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { NoAccess } from './AreaView.tsx';
import { findAllowedAreas, findArea, CALLS_PATH, WEBHOOKS_PATH } from './areas.ts';
import { SignOutDialog } from './SignOutDialog.tsx';
import { useConsoleCommands } from './commands.ts';
import type { WorkspaceControl } from './workspace.ts';
import styles from './Frame.module.css';

const Backups = lazyPart(async () => (await import('./Backups.tsx')).Backups);
const Palette = lazyPart(async () => (await import('./Palette.tsx')).Palette);

const CheckedCount = ({ control }: { control: WorkspaceControl }) => {
  const count = useStore(control.checking);
  if (count === 0) return null;
  return (
    <span className={styles['count']}>
      <span className="vh">, </span>
      {count > 999 ? '999+' : count}
      <span className="vh"> being checked</span>
    </span>
  );
};

const RunProgress = () => {
  const run = useStore(openRun);
  if (!run) return null;
  return (
    <span className={styles['run']}>
      <span style={{ width: `${run.percent}%` }} />
      <span className="vh">, bulk run {run.percent} percent sent</span>
    </span>
  );
};

const Rail = ({ control }: { control: WorkspaceControl }) => {
  const [path] = useLocation();
  const current = findArea(path);
  useEffect(() => {
    if (current?.path === CALLS_PATH) void control.watchCalls();
  }, [current, control]);
  return (
    <nav className={styles['rail']} aria-label="Main">
      {findAllowedAreas(control.workspace).map((area) => (
        <Link key={area.path} href={area.path} aria-current={area === current ? 'page' : undefined}>
          <Icon name={area.icon} />
          <span>{area.label}</span>
          {area.path === CALLS_PATH && <CheckedCount control={control} />}
          {area.path === WEBHOOKS_PATH && <RunProgress />}
        </Link>
      ))}
    </nav>
  );
};

export const Frame = ({ control, children }: { control: WorkspaceControl; children: ReactNode }) => {
  /** Those available when the list was opened, since they depend on the focus. */
  const [commands, setCommands] = useState<readonly Command[]>();
  const showCommands = () => {
    // Closing the menu restores the focus, and closing the list restores it again.
    document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
    setCommands(availableCommands());
  };
  const [dialog, setDialog] = useState<'back up' | 'restore'>();
  const [runToPause, setRunToPause] = useState<OpenRun>();
  const signOut = () =>
    leaveOrAsk(() => {
      const run = control.openRun();
      if (run?.isSending) setRunToPause(run);
      else void control.signOut();
    });
  const hasDialog = [commands, dialog, runToPause].some(Boolean);
  useConsoleCommands({ hasDialog, onList: showCommands, onSignOut: signOut });
  const { environment } = control.workspace.config;
  const [first] = findAllowedAreas(control.workspace);
  const home = first?.path ?? BASE;
  return (
    <div className={styles['app']}>
      <a className={styles['skip']} href="#main">
        Skip to content
      </a>
      <header className={styles['top']}>
        <Link
          className={styles['mark']}
          href={home}
          aria-label={`Telephony Campaign Console, ${first?.label.toLowerCase() ?? 'no access'}`}
        >
          <Logo />
        </Link>
        <span className={styles['name']}>Telephony Campaign Console</span>
        <span className={styles['separator']} aria-hidden="true">
          /
        </span>
        {environment && <EnvironmentBadge name={environment} />}
        <AccountMenu
          workspace={control.workspace}
          onCommands={showCommands}
          onBackUp={() => setDialog('back up')}
          onRestore={() => setDialog('restore')}
          onSignOut={signOut}
        />
      </header>
      <Rail control={control} />
      {first ? children : <NoAccess onSignOut={signOut} />}
      {runToPause && (
        <SignOutDialog run={runToPause} control={control} onClose={() => setRunToPause(undefined)} />
      )}
      {dialog && <Backups dialog={dialog} control={control} onClose={() => setDialog(undefined)} />}
      {commands && <Palette commands={commands} onClose={() => setCommands(undefined)} />}
    </div>
  );
};
