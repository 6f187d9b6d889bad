import type { ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import styles from './DescriptionList.module.css';

export type Description = { label: string; value: ReactNode };

export const DescriptionList = ({
  items,
  className,
}: {
  items: readonly Description[];
  className?: string | undefined;
}) => (
  <dl className={classes(styles['list'], className)}>
    {items.map(({ label, value }) => (
      <div key={label} className="contents">
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
