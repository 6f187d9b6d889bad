import type { ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { StatusIcon, type StatusLook } from './Status.tsx';
import styles from './EventList.module.css';

/** What was seen or sent. `ruled` draws hairlines between the entries. */
export const EventList = ({
  ruled = false,
  children,
  label,
}: {
  ruled?: boolean;
  children: ReactNode;
  label?: string;
}) => (
  <ol className={classes(styles['list'], ruled && styles['ruled'])} aria-label={label}>
    {children}
  </ol>
);

/** Time, icon, what, and one action. `at` in epoch milliseconds, shown as the time of day where `time` is not given. */
export const EventListItem = ({
  at,
  time = formatTime(at),
  look,
  action,
  children,
}: {
  at: number;
  time?: string;
  look: Omit<StatusLook, 'word'>;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <li className={styles['item']}>
    <time dateTime={new Date(at).toISOString()}>{time}</time>
    <StatusIcon {...look} />
    <div>{children}</div>
    {action}
  </li>
);
