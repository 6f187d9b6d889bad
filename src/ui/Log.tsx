import type { ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import styles from './Log.module.css';

/** What was seen or sent. `ruled` draws hairlines between the entries. */
export const Log = ({
  ruled = false,
  children,
  label,
}: {
  ruled?: boolean;
  children: ReactNode;
  label?: string;
}) => (
  <ol className={classes(styles['log'], ruled && styles['ruled'])} aria-label={label}>
    {children}
  </ol>
);

/** Time, icon, what, and one action. */
export const LogEntry = ({
  time,
  dateTime,
  icon,
  action,
  children,
}: {
  time: string;
  dateTime: string;
  icon: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <li className={styles['entry']}>
    <time dateTime={dateTime}>{time}</time>
    {icon}
    <div>{children}</div>
    {action}
  </li>
);
