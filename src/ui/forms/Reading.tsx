import type { ReactNode } from 'react';
import styles from './Reading.module.css';

/** A list is being read. `children` is what stops it. */
export const Reading = ({ children }: { children?: ReactNode }) => (
  <div className={`delayed ${styles['reading']}`}>
    <progress aria-label="Reading" />
    <span className="second">Reading…</span>
    {children}
  </div>
);

/** Lies over the page while a file is dragged across it. */
export const DropHere = ({ children }: { children: string }) => (
  <div className={styles['drop']}>{children}</div>
);
