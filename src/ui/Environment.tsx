import styles from './Environment.module.css';

/** The environment's name. Production is filled, so that it can't be mistaken for the others. */
export const Environment = ({ name }: { name: string }) => (
  <span className={styles['env']} data-production={/^prod/i.test(name) || undefined}>
    <span className="vh">Environment: </span>
    {name}
  </span>
);
