import styles from './Skeleton.module.css';

export const Skeleton = () => (
  <div className={`delayed ${styles['skeleton']}`} aria-hidden="true">
    <span />
    <span />
    <span />
  </div>
);
