import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore, type StoreApi } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { BASE } from '#src/lib/base.ts';
import { openRun } from '#src/log/open-run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { EnvironmentBadge, Logo } from '#src/ui/Brand.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { listKeys, findKeyAction, keyLabels, useKeys, type KeyAction } from '#src/ui/keys.ts';
import { lazyDialog } from '#src/ui/lazy.tsx';
import { leaveOrAsk, leaving } from '#src/ui/overlays/leaving.ts';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { goToLookup } from '#src/features/calls/area.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { Checkbox, SegmentedControl } from '#src/ui/forms/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useListener } from '#src/ui/use-listener.ts';
import { persistChoice } from '#src/storage/local.ts';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { NoAccess } from './AreaView.tsx';
import { findAllowedAreas, findArea, getAreaPath } from './areas.ts';
import { chooseTheme, theme } from './theme.ts';
import styles from './Frame.module.css';

/** The question of whatever the user is about to end by leaving. */
const LeaveDialog = () => {
  const asked = useStore(leaving.asked);
  if (!asked) return null;
  const { isWaiting, question } = asked;
  const { title, text, action = 'Leave', wait } = question;
  return (
    <ConfirmDialog
      title={title}
      action={isWaiting ? wait?.action : action}
      variant={wait && !isWaiting ? 'primary' : 'danger'}
      onBack={() => leaving.answer(false)}
      onConfirm={() => leaving.answer(true)}
    >
      <p className="second" role={wait && 'status'}>
        {isWaiting ? wait?.text : text}
      </p>
    </ConfirmDialog>
  );
};

/** Single-key shortcuts can be switched off (WCAG 2.2, 2.1.4): speech input types letters by accident. */
const shortcuts = createStore<'on' | 'off'>(() => 'on');
const chooseShortcuts = persistChoice(shortcuts, 'console.shortcuts', ['on', 'off']);

/** The keys of the whole console, and the listener of all. */
const useConsoleKeys = (onShowKeys: () => void): void => {
  const [, navigate] = useLocation();
  const { areas } = useWorkspace();

  const focusBox = () => goToLookup(navigate);
  useKeys(() => {
    const keys = [{ key: '?', label: 'Keys', run: onShowKeys }];
    if (!areas.includes('calls')) return keys;
    return [
      ...keys,
      { key: '/', label: 'Find or watch calls', run: focusBox },
      { key: 'a', label: 'Find or watch calls', run: focusBox },
    ];
  });
  useListener('keydown', (event) => {
    const action = findKeyAction(event, shortcuts.getState() === 'on');
    if (!action) return;
    event.preventDefault();
    action.run();
  });
};

const KeysDialog = ({ keys, onClose }: { keys: readonly KeyAction[]; onClose: () => void }) => {
  const byLabel = groupBy(keys, ({ label }) => label);
  return (
    <Dialog title="Keys" onClose={onClose} isLong>
      <dl className={styles['keys']}>
        {[...byLabel].map(([label, actions]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {[...new Set(actions.map(({ key }) => key))].map((key) => (
                <kbd key={key}>{keyLabels(key).join(' ')}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        checked={useStore(shortcuts) === 'on'}
        onChange={({ target }) => chooseShortcuts(target.checked ? 'on' : 'off')}
      >
        Single-key shortcuts are on
      </Checkbox>
    </Dialog>
  );
};

const Help = lazyDialog(async () => (await import('./Help.tsx')).Help);

const CheckedCount = ({ checking }: { checking: StoreApi<number> }) => {
  const count = useStore(checking);
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

const Rail = ({ checking }: { checking: StoreApi<number> }) => {
  const [path, navigate] = useLocation();
  const current = findArea(path);
  return (
    <nav className={styles['rail']} aria-label="Main">
      {findAllowedAreas(useWorkspace()).map((area) => (
        <Link
          key={area.name}
          href={getAreaPath(area, path)}
          aria-current={area === current ? 'page' : undefined}
          onClick={(event) => {
            // By keyboard. A tap would open the keyboard of a phone.
            if (event.detail > 0) return;
            event.preventDefault();
            navigate(getAreaPath(area, path), { state: { focus: area.field } });
          }}
        >
          <Icon name={area.name} />
          <span>{area.label}</span>
          {area.name === 'calls' && <CheckedCount checking={checking} />}
          {area.name === 'webhooks' && <RunProgress />}
        </Link>
      ))}
    </nav>
  );
};

type OpenDialog = { name: 'help' } | { name: 'keys'; keys: readonly KeyAction[] };

const initials = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
};

const THEMES = [
  { value: 'system', name: 'System', label: <Icon name="screen" /> },
  { value: 'light', name: 'Light', label: <Icon name="sun" /> },
  { value: 'dark', name: 'Dark', label: <Icon name="moon" /> },
] as const;

const Setting = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles['choice']}>
    <span>{name}</span>
    {children}
  </div>
);

const AccountMenu = ({
  onKeys,
  onHelp,
  onSignOut,
}: Record<'onKeys' | 'onHelp' | 'onSignOut', () => void>) => {
  const { person, service } = useWorkspace();
  const avatar = (
    <span className={styles['avatar']} aria-hidden="true">
      {initials(person.name)}
    </span>
  );
  return (
    <Menu
      label="Account menu"
      trigger={{
        className: styles['who'],
        children: (
          <>
            {avatar}
            <span className="vh">Account: </span>
            <span className="cut">{person.name}</span>
            <Icon name="down" />
          </>
        ),
      }}
    >
      <div className={styles['me']}>
        {avatar}
        <div>
          <b>{person.name}</b>
          {person.email && <p className="hint">{person.email}</p>}
        </div>
      </div>
      <hr />
      <Setting name="Service">
        <span className="mono quiet cut">{new URL(service.baseUrl).host}</span>
      </Setting>
      <Setting name="Theme">
        <SegmentedControl
          label="Theme"
          small
          segments={THEMES}
          value={useStore(theme)}
          onChange={chooseTheme}
        />
      </Setting>
      <hr />
      <MenuItem icon="keys" keys="?" onClick={onKeys}>
        Keys
      </MenuItem>
      <MenuItem icon="info" onClick={onHelp}>
        Help
      </MenuItem>
      <a href={`${BASE}setup`}>
        <Icon name="ok" />
        Check setup
      </a>
      <MenuItem icon="sign-out" onClick={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
};

export const Frame = ({
  checking,
  onSignOut,
  children,
}: {
  /** The number of calls being checked. */
  checking: StoreApi<number>;
  onSignOut: () => Promise<void>;
  children: ReactNode;
}) => {
  const workspace = useWorkspace();
  const [dialog, setDialog] = useState<OpenDialog>();
  const closeDialog = () => setDialog(undefined);
  const showKeys = () => {
    // Closing the menu restores the focus, and closing the dialog restores it again.
    document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
    setDialog({ name: 'keys', keys: listKeys() });
  };
  const signOut = () => leaveOrAsk(() => void onSignOut(), 'sign-out');
  useConsoleKeys(showKeys);
  const { title, environment, environments } = workspace.config;
  const [first] = findAllowedAreas(workspace);
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
          aria-label={`${title}, ${first?.label.toLowerCase() ?? 'no access'}`}
        >
          <Logo />
        </Link>
        <span className={styles['name']}>{title}</span>
        <span className={styles['separator']} aria-hidden="true">
          /
        </span>
        {environment && environments.length === 0 && <EnvironmentBadge name={environment} />}
        {environments.length > 0 && (
          <Menu
            label="Environments"
            trigger={{
              className: styles['environments'],
              children: (
                <>
                  {environment ? <EnvironmentBadge name={environment} /> : 'Environments'}
                  <Icon name="down" />
                </>
              ),
            }}
          >
            {environments.map(({ name, url }) => (
              <a key={url} href={url} aria-current={name === environment ? 'true' : undefined}>
                <Icon name={name === environment ? 'ok' : 'dot'} />
                {name}
              </a>
            ))}
          </Menu>
        )}
        <AccountMenu onKeys={showKeys} onHelp={() => setDialog({ name: 'help' })} onSignOut={signOut} />
      </header>
      <Rail checking={checking} />
      {first ? children : <NoAccess onSignOut={signOut} />}
      <LeaveDialog />
      {dialog?.name === 'help' && <Help onClose={closeDialog} />}
      {dialog?.name === 'keys' && <KeysDialog keys={dialog.keys} onClose={closeDialog} />}
    </div>
  );
};
