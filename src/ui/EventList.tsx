import type { ReactNode } from 'react';
import { formatTime, formatTimeTitle } from '#src/lib/timestamp.ts';
import { Status, type StatusLook } from './Status.tsx';
import styles from './EventList.module.css';

export const EventList = ({
  ruled = false,
  children,
  label,
}: {
  ruled?: boolean;
  children: ReactNode;
  label?: string;
}) => (
  <ol className={ruled ? styles['ruled'] : undefined} aria-label={label}>
    {children}
  </ol>
);

export const EventListItem = ({
  at,
  time = formatTime(at),
  look,
  action,
  children,
}: {
  /** Epoch milliseconds. */
  at: number;
  /** By default the time of day. */
  time?: string;
  look: Omit<StatusLook, 'word'>;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <li className={styles['item']}>
    <time dateTime={new Date(at).toISOString()} title={formatTimeTitle(at)}>
      {time}
    </time>
    {/* Its text says the word. */}
    <Status {...look} word={undefined} />
    <div>{children}</div>
    {action}
  </li>
);
