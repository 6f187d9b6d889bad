import {
  useId,
  useRef,
  useState,
  useLayoutEffect,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#src/ui/forms/Button.tsx';
import { focusByKey } from '#src/ui/keys.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import { useListener } from '#src/ui/use-listener.ts';
import styles from './Menu.module.css';

/** To its button, and to the edge of the window. */
const GAP_PX = 4;
const EDGE_PX = 8;

const findButton = (box: HTMLElement) =>
  document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(box.id)}"]`);

const clampStart = (startPx: number, lengthPx: number, windowPx: number): string =>
  `${Math.max(EDGE_PX, Math.min(startPx, windowPx - lengthPx - EDGE_PX))}px`;

/** Below its button, or above it if only there is room, and within the window. Not every browser has anchor positioning yet. */
const place = (box: HTMLElement): void => {
  const { left = 0, right = 0, top = 0, bottom = 0 } = findButton(box)?.getBoundingClientRect() ?? {};
  const startPx = left < innerWidth / 2 ? left : right - box.offsetWidth;
  box.style.left = clampStart(startPx, box.offsetWidth, innerWidth);
  const needsPx = box.offsetHeight + GAP_PX + EDGE_PX;
  const isAbove = innerHeight - bottom < needsPx && top >= needsPx;
  const topPx = isAbove ? top - GAP_PX - box.offsetHeight : bottom + GAP_PX;
  box.style.top = clampStart(topPx, box.offsetHeight, innerHeight);
};

/** Returns whether it is open now. If the attribute of the button opened it, it would first be painted elsewhere. */
const togglePopover = (box: HTMLElement): boolean => {
  box.togglePopover();
  const isOpen = box.matches(':popover-open');
  if (isOpen) place(box);
  return isOpen;
};

/** Keeps a popover at its button while it is open. */
const usePopover = (ref: RefObject<HTMLElement | null>) => {
  const [isOpen, setOpen] = useState(false);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- after every render, which may have changed its size
  useLayoutEffect(() => {
    if (isOpen && ref.current) place(ref.current);
  });
  useListener('resize', () => {
    if (isOpen && ref.current) place(ref.current);
  });
  return {
    isOpen,
    onBeforeToggle: ({ newState }: ToggleEvent<HTMLElement>) => setOpen(newState === 'open'),
  };
};

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
  trigger: ComponentProps<typeof Button>;
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
