import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { Person } from '#src/auth/state.ts';
import { runProgress } from '#src/journal/runs/run-progress.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Environment, Mark } from '#src/ui/Brand.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { AREAS, areaOf, CALLS_PATH, preloadArea, WEBHOOKS_PATH } from './areas.ts';
import { useShortcuts } from './shortcuts.ts';
import type { WorkspaceControl } from './workspace.ts';
import styles from './Frame.module.css';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

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
  const percent = useStore(runProgress);
  if (percent === undefined) return null;
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
        <Link
          key={area.path}
          href={area.path}
          aria-current={area === current ? 'page' : undefined}
          onPointerEnter={() => preloadArea(area)}
          onFocus={() => preloadArea(area)}
        >
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
  const [helping, setHelping] = useState(false);
  const { filterCalls } = useShortcuts({ showHelp: () => setHelping(true) });
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
          <div className={styles['hints']}>
            <Button variant="bare" size="sm" onClick={filterCalls}>
              Search calls <kbd>/</kbd>
            </Button>
            <Button variant="bare" size="sm" onClick={() => setHelping(true)}>
              <span className={styles['words']}>Shortcuts</span>
              <span className="vh"> </span>
              <kbd>?</kbd>
            </Button>
          </div>
          <AccountMenu person={person} onHelp={() => setHelping(true)} onSignOut={() => control.signOut()} />
        </div>
      </header>
      <Rail control={control} />
      {children}
      {helping && <ShortcutsDialog onClose={() => setHelping(false)} />}
    </div>
  );
};
