import type { ReactNode } from 'react';
import styles from './Reading.module.css';

/** How far a list is read; `share` from 0 to 1, absent while nothing can be said of it. `children` is what stops it. */
export const Reading = ({ share, children }: { share: number | undefined; children?: ReactNode }) => (
  <div className={`delayed ${styles['reading']}`}>
    <progress {...(share !== undefined && { value: share })} aria-label="Reading" />
    <span className="second">Reading{share === undefined ? '…' : `, ${Math.round(share * 100)} %`}</span>
    {children}
  </div>
);

/** Lies over the page while a file is dragged across it. */
export const DropHere = ({ children }: { children: string }) => (
  <div className={styles['drop']}>{children}</div>
);
