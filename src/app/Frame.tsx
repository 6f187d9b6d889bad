import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { Person } from '#src/auth/state.ts';
import { openRun, type OpenRun } from '#src/log/run-progress.ts';
import { presentCommands, type Command } from '#src/ui/commands.ts';
import { Environment, Mark } from '#src/ui/Brand.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { leaveOrAsk } from '#src/ui/overlays/leave-guard.ts';
import { AccountMenu, ZoneNote } from './AccountMenu.tsx';
import { AREAS, areaOf, CALLS_PATH, WEBHOOKS_PATH } from './areas.ts';
import { SignOutDialog } from './SignOutDialog.tsx';
import { useCommandKeys, useConsoleCommands } from './commands.ts';
import type { WorkspaceControl } from './workspace.ts';
import styles from './Frame.module.css';

const Palette = lazyPart(async () => (await import('./Palette.tsx')).Palette);

/** How many calls are being checked, whichever area is shown. */
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

/** How much of a bulk run is sent, whichever area is shown. */
const RunShare = () => {
  const run = useStore(openRun);
  if (!run) return null;
  const { percent } = run;
  return (
    <span className={styles['run']}>
      <span style={{ width: `${percent}%` }} />
      <span className="vh">, bulk run {percent} percent sent</span>
    </span>
  );
};

const Rail = ({ control }: { control: WorkspaceControl }) => {
  const [path] = useLocation();
  const current = areaOf(path);
  useEffect(() => {
    if (current?.path === CALLS_PATH) void control.watchCalls();
  }, [current, control]);
  return (
    <nav className={styles['rail']} aria-label="Main">
      {AREAS.map((area) => (
        <Link key={area.path} href={area.path} aria-current={area === current ? 'page' : undefined}>
          <Icon name={area.icon} />
          <span>{area.label}</span>
          {area.path === CALLS_PATH && <CheckedCount control={control} />}
          {area.path === WEBHOOKS_PATH && <RunShare />}
        </Link>
      ))}
    </nav>
  );
};

/** Bar, rail and the area between them. */
export const Frame = ({
  person,
  control,
  children,
}: {
  person: Person;
  control: WorkspaceControl;
  children: ReactNode;
}) => {
  /** What could be done as the list was opened; undefined while it is closed. */
  const [commands, setCommands] = useState<readonly Command[]>();
  const showCommands = () => {
    // The keyboard goes back to what opened a menu, and from there it is given back later.
    document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
    setCommands(presentCommands());
  };
  const [leftRun, setLeftRun] = useState<OpenRun>();
  const signOut = () =>
    leaveOrAsk(() => {
      const run = control.openRun();
      if (run?.isSending) setLeftRun(run);
      else void control.signOut();
    });
  useConsoleCommands({ showCommands, signOut });
  useCommandKeys();
  const { environment, api } = control.workspace.config;
  return (
    <div className={styles['app']}>
      <a className={styles['skip']} href="#main">
        Skip to content
      </a>
      <header className={styles['top']}>
        <Link className={styles['mark']} href={CALLS_PATH} aria-label="Telephony Campaign Console, calls">
          <Mark />
        </Link>
        <span className={styles['name']}>Telephony Campaign Console</span>
        <span className={styles['separator']} aria-hidden="true">
          /
        </span>
        {environment && <Environment name={environment} />}
        <span className={styles['host']}>{new URL(api.baseUrl || location.origin).host}</span>
        <div className={styles['end']}>
          <ZoneNote />
          <AccountMenu person={person} onCommands={showCommands} onSignOut={signOut} />
        </div>
      </header>
      <Rail control={control} />
      {children}
      {leftRun && <SignOutDialog run={leftRun} control={control} onClose={() => setLeftRun(undefined)} />}
      {commands && <Palette commands={commands} onClose={() => setCommands(undefined)} />}
    </div>
  );
};
