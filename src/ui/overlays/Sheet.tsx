import { createContext, use, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import styles from './Sheet.module.css';

/** Messages of the whole console: `first` comes before the area's own banner, `last` after it. One is shown. */
export const ConsoleBanner = createContext<{ first: ReactNode; last: ReactNode }>({
  first: null,
  last: null,
});

/** The sheet that holds an area: its work and, where there is one, the side panel. The target of "Skip to content". */
export const Sheet = ({ children }: { children: ReactNode }) => (
  <main className={styles['sheet']} id="main" tabIndex={-1}>
    {children}
  </main>
);

/** The work area, with the most serious banner on top. */
export const Work = ({
  children,
  className,
  banner,
}: {
  children: ReactNode;
  className?: string | undefined;
  banner?: ReactNode;
}) => {
  const { first, last } = use(ConsoleBanner);
  return (
    <div className={classes(styles['work'], className)}>
      {first || (
        <>
          {banner}
          {last}
        </>
      )}
      {children}
    </div>
  );
};

/** The evidence beside the work; its children are `<section>`s. Stacks below under 1024 px. */
export const Side = ({
  id,
  label,
  children,
  className,
}: {
  /** Of a panel that keys lead into. */
  id?: string;
  label: string;
  children: ReactNode;
  className?: string | undefined;
}) => (
  <aside id={id} tabIndex={-1} className={classes(styles['side'], className)} aria-label={label}>
    {children}
  </aside>
);

/** Title row of a section in the side panel, with what belongs at its end. */
export const SideHead = ({ children }: { children: ReactNode }) => (
  <div className={styles['head']}>{children}</div>
);
