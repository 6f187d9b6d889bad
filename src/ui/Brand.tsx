import styles from './Brand.module.css';

export const Logo = () => (
  <svg width="24" height="24" fill="currentColor" aria-hidden="true">
    <path
      fillRule="evenodd"
      d="M6 0h12a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6ZM6.25 6.25a1.25 1.25 0 0 0 0 2.5h5.5a1.25 1.25 0 0 0 0-2.5ZM9.75 10.75a1.25 1.25 0 0 0 0 2.5h8a1.25 1.25 0 0 0 0-2.5ZM6.25 15.25a1.25 1.25 0 0 0 0 2.5h3.5a1.25 1.25 0 0 0 0-2.5Z"
    />
  </svg>
);

export const EnvironmentBadge = ({ name }: { name: string }) => (
  <span className={styles['env']} data-production={/^prod/i.test(name) || undefined}>
    <span className="vh">Environment: </span>
    {name}
  </span>
);
