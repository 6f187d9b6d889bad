import { useId, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button, type ButtonProps } from '#src/ui/forms/Button.tsx';
import { focusByKey } from '#src/ui/keys.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import { togglePopover, usePopover } from './popover.ts';
import styles from './Menu.module.css';

const isIn = (target: EventTarget, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
  const items = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button:not(:disabled), :scope > a'),
  ];
  const at = items.findIndex((item) => item === document.activeElement);
  const target: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const next = target[event.key];
  if (next === undefined || isIn(event.target, 'input, select')) return;
  event.preventDefault();
  focusByKey(items.at(next % items.length));
};

export const Menu = ({
  label,
  trigger,
  children,
}: {
  label: string;
  trigger: ButtonProps;
  children: ReactNode;
}) => {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  // Most menus are never opened.
  const [isRendered, setRendered] = useState(false);
  const { isOpen, onBeforeToggle } = usePopover(menu);

  return (
    <>
      <Button
        variant="bare"
        {...trigger}
        popoverTarget={id}
        aria-haspopup="true"
        aria-controls={id}
        aria-expanded={isOpen}
        onClick={(event) => {
          event.preventDefault();
          // Safari does not focus a clicked button, and the menu could not restore the focus.
          event.currentTarget.focus();
          if (!menu.current || !togglePopover(menu.current)) return;
          const first = menu.current.querySelector<HTMLElement>('button:not(:disabled), a');
          if (event.detail === 0) focusByKey(first);
          else first?.focus();
        }}
      />
      {/* The keys and clicks handled here belong to the buttons within. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={styles['menu']}
        role="group"
        aria-label={label}
        onBeforeToggle={(event) => {
          // `onClick` measures the menu and focuses an item right after this.
          if (event.newState === 'open') flushSync(() => setRendered(true));
          onBeforeToggle(event);
        }}
        onKeyDown={moveFocus}
        onClick={(event) => {
          if (isIn(event.target, `.${styles['menu']} > :is(button, a)`)) menu.current?.hidePopover();
        }}
      >
        {isRendered && children}
      </div>
    </>
  );
};

/** On or off, as one of several or on its own. */
export const MenuChoice = ({ isOn, ...rest }: ComponentProps<'button'> & { isOn: boolean }) => (
  <MenuItem icon={isOn ? 'ok' : 'dot'} aria-pressed={isOn} {...rest} />
);

export type MenuAction = { icon: IconName; label: string; disabled?: boolean; run: () => void };

export const MenuActions = ({ actions }: { actions: readonly MenuAction[] }) =>
  actions.map(({ icon, label, disabled, run }) => (
    <MenuItem key={label} icon={icon} disabled={disabled} onClick={run}>
      {label}
    </MenuItem>
  ));

export const MenuItem = ({
  icon,
  keys,
  children,
  ...rest
}: ComponentProps<'button'> & { icon: IconName; keys?: string }) => (
  <button type="button" {...rest}>
    <Icon name={icon} />
    {children}
    {keys && <kbd aria-hidden="true">{keys}</kbd>}
  </button>
);
