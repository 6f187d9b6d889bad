import styles from './Skeleton.module.css';

/** Stands where a part of the page is still loading, once that takes longer than a moment (300 ms). */
export const Skeleton = () => (
  <div className={`delayed ${styles['skeleton']}`} aria-hidden="true">
    <span />
    <span />
    <span />
  </div>
);
