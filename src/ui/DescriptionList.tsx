import type { ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Icon } from './Icon.tsx';
import styles from './DescriptionList.module.css';

export type Description = { label: string; value: ReactNode };

/** A `<small>` in a value is set in quiet ink. */
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

/** A flattened error object. */
export const ErrorTree = ({
  lines,
}: {
  lines: readonly { path: string; value: string; quiet?: boolean }[];
}) => (
  <dl className={styles['tree']}>
    {lines.map((line) => (
      <div key={line.path} className="contents">
        <dt>{line.path}</dt>
        <dd className={line.quiet ? 'second' : undefined}>{line.value}</dd>
      </div>
    ))}
  </dl>
);

export const Fold = ({ title, meta, children }: { title: string; meta?: string; children: ReactNode }) => (
  <details className={styles['fold']} open>
    <summary>
      <Icon name="right" />
      {title}
      {meta && <small>{meta}</small>}
    </summary>
    {children}
  </details>
);
