import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '#src/log/workspace.ts';
import { BASE } from '#src/lib/base.ts';
import { SegmentedControl } from '#src/ui/forms/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { chooseTheme, theme } from './theme.ts';
import styles from './Frame.module.css';

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

export const AccountMenu = ({
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
