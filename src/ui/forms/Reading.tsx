import styles from './Reading.module.css';

export const Reading = () => (
  <div className={`delayed ${styles['reading']}`}>
    <progress aria-label="Reading" />
    <span className="second">Reading…</span>
  </div>
);

export const DropHere = ({ children }: { children: string }) => (
  <div className={styles['drop']}>{children}</div>
);
