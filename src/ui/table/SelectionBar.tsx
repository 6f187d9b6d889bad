import type { ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import styles from './SelectionBar.module.css';

export const SelectionBar = ({
  label,
  className,
  count,
  hidden = 0,
  before,
  children,
  onClear,
}: {
  label: string;
  className?: string | undefined;
  count: number;
  /** How many of them a filter hides. */
  hidden?: number;
  before?: ReactNode;
  children: ReactNode;
  onClear: () => void;
}) => (
  <div
    className={classes(styles['bar'], className)}
    role="group"
    tabIndex={-1}
    aria-label={label}
    data-selection-bar=""
  >
    {before}
    <span role="status">
      {formatNumber(count)}
      <span className={styles['word']}> selected</span>
      {hidden > 0 && <span className="quiet">, {formatNumber(hidden)} not shown</span>}
    </span>
    {children}
    <Button variant="bare" size="sm" aria-label="Clear selection" onClick={onClear}>
      Clear
    </Button>
  </div>
);
