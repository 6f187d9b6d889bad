import styles from './Skeleton.module.css';

/** The placeholder of a part that is loading, shown after 300 ms. */
export const Skeleton = () => (
  <div className={`delayed ${styles['skeleton']}`} aria-hidden="true">
    <span />
    <span />
    <span />
  </div>
);
