import { useEffect, useRef, type ReactNode, type Ref, type FocusEvent } from 'react';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import styles from './Alert.module.css';

type AlertTone = 'info' | 'ok' | 'warn' | 'bad';

export const Alert = ({
  tone,
  title,
  icon = tone,
  live,
  isLine = false,
  details,
  actions,
  onClose,
  children,
  ref,
}: {
  tone: AlertTone;
  title: string;
  icon?: IconName | undefined;
  /** How a screen reader announces it: `status` politely, `alert` at once. */
  live?: 'status' | 'alert';
  /** Title, text and actions beside each other, if there is room. */
  isLine?: boolean;
  /** Folded by default. */
  details?: ReactNode;
  actions?: ReactNode;
  /** Of what is past: dimmed, with a button to close it. */
  onClose?: (() => void) | undefined;
  children?: ReactNode;
  ref?: Ref<HTMLDivElement> | undefined;
}) => {
  const rememberFocus = useRestoreFocus();
  return (
    <div
      onFocus={rememberFocus}
      className={styles['alert']}
      data-tone={tone}
      data-line={isLine || undefined}
      data-past={onClose !== undefined || undefined}
      role={live}
      ref={ref}
    >
      <Icon name={icon} />
      <h2>{title}</h2>
      {onClose && <Button size="sm" variant="bare" square icon="x" aria-label="Close" onClick={onClose} />}
      {children && <p>{children}</p>}
      {details !== undefined && (
        <details>
          <summary>Details</summary>
          {details}
        </details>
      )}
      {actions && <div className="btns">{actions}</div>}
    </div>
  );
};

export const AlertBanner = ({
  tone,
  title,
  actions,
  children,
}: {
  tone: AlertTone;
  title: string;
  actions?: ReactNode;
  children?: ReactNode;
}) => {
  const rememberFocus = useRestoreFocus();
  return (
    <div
      className={styles['banner']}
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
      onFocus={rememberFocus}
    >
      <Icon name={tone} />
      <p>
        <strong>{title}</strong> {children}
      </p>
      {actions && <div className="btns">{actions}</div>}
    </div>
  );
};

/** When this element is removed, restores focus to the one that had it before. Returns the `onFocus` handler. */
export const useRestoreFocus = () => {
  const before = useRef<EventTarget>(null);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before.current instanceof HTMLElement)
        before.current.focus();
    },
    [],
  );
  return ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
      before.current = relatedTarget;
  };
};
