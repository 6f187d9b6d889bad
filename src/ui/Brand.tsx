import styles from './Brand.module.css';

/** The mark: spans on a time axis. */
export const Mark = () => (
  <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6" fill="currentColor" />
    <g fill="var(--mark-cut, var(--ground))">
      <rect x="5" y="6.25" width="8" height="2.5" rx="1.25" />
      <rect x="8.5" y="10.75" width="10.5" height="2.5" rx="1.25" />
      <rect x="5" y="15.25" width="6" height="2.5" rx="1.25" />
    </g>
  </svg>
);

/** The environment's name. Production is filled, so that it can't be mistaken for the others. */
export const Environment = ({ name }: { name: string }) => (
  <span className={styles['env']} data-production={/^prod/i.test(name) || undefined}>
    <span className="vh">Environment: </span>
    {name}
  </span>
);
