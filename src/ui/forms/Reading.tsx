import type { ReactNode } from 'react';
import styles from './Reading.module.css';

export const Reading = ({ children }: { children?: ReactNode }) => (
  <div className={`delayed ${styles['reading']}`}>
    <progress aria-label="Reading" />
    <span className="second">Reading…</span>
    {children}
  </div>
);

export const DropHere = ({ children }: { children: string }) => (
  <div className={styles['drop']}>{children}</div>
);
