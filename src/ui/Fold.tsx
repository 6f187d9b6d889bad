import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Fold.module.css';

export const Fold = ({
  summary,
  open = false,
  children,
}: {
  summary: ReactNode;
  open?: boolean;
  children: ReactNode;
}) => (
  <details className={styles['fold']} open={open}>
    <summary>
      <Icon name="right" />
      {summary}
    </summary>
    {children}
  </details>
);
