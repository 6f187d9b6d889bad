import type { ComponentProps, MouseEvent, RefObject } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import { commandKey, isMac, useKeys } from '#src/ui/keys.ts';
import styles from './Button.module.css';

type Variant = 'default' | 'primary' | 'bare' | 'risk' | 'danger';

type ButtonProps = ComponentProps<'button'> & {
  /** `primary` once a view, `risk` opens a confirmation, `danger` only inside one. */
  variant?: Variant;
  size?: 'sm' | 'md' | 'lg';
  square?: boolean;
  icon?: IconName | undefined;
  /** Stays focusable and ignores clicks. */
  busy?: boolean;
};

/** Of a double click: what the first did may have put another button under it. Clicks of the keyboard have `detail` 0. */
const isSecondClick = ({ detail }: MouseEvent): boolean => detail > 1;

export const Button = ({
  variant = 'default',
  size = 'md',
  square = false,
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) => {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || isSecondClick(event)) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      className={classes(
        styles['btn'],
        variant !== 'default' && styles[variant],
        size !== 'md' && styles[size],
        square && styles['square'],
        className,
      )}
      aria-disabled={busy || undefined}
      onClick={handleClick}
      {...rest}
    >
      {busy ? <Icon name="wait" spin /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
};

export const TextButton = ({ className, onClick, ...rest }: ComponentProps<'button'>) => (
  <button
    type="button"
    className={classes(styles['link'], className)}
    onClick={(event) => !isSecondClick(event) && onClick?.(event)}
    {...rest}
  />
);

/** For `aria-keyshortcuts` of the submit button. */
export const SUBMIT_KEYS = isMac() ? 'Meta+Enter' : 'Control+Enter';

/** Ctrl Enter (on a Mac ⌘ Enter) presses the submit button from any field of the form. */
export const useSubmitKeys = (form: RefObject<HTMLFormElement | null>, label: string): void =>
  useKeys(() => [
    {
      key: 'Mod+Enter',
      label,
      whileTyping: true,
      within: 'form *',
      run: () => form.current?.querySelector<HTMLElement>('[type="submit"]')?.click(),
    },
  ]);

export const SubmitKeys = () => (
  <span className="keys">
    <kbd>{commandKey()}</kbd> <kbd>Enter</kbd>
  </span>
);
