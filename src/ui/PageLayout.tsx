import { createContext, use, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import styles from './PageLayout.module.css';

/** Messages of the whole console. One is shown: `first`, else the area's own, else `last`. */
export const ConsoleBanner = createContext<{ first: ReactNode; last: ReactNode }>({
  first: null,
  last: null,
});

/** An area: its main panel and, if it has one, its side panel. The target of "Skip to content". */
export const PageLayout = ({ children }: { children: ReactNode }) => (
  <main className={styles['layout']} id="main" tabIndex={-1}>
    {children}
  </main>
);

export const MainPanel = ({
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
    <div className={classes(styles['main'], className)}>
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

/** Its children are `<section>`s. It is below the main panel if the window is narrower than 1024 px. */
export const SidePanel = ({
  id,
  label,
  children,
  className,
}: {
  id?: string;
  label: string;
  children: ReactNode;
  className?: string | undefined;
}) => (
  <aside id={id} tabIndex={-1} className={classes(styles['side'], className)} aria-label={label}>
    {children}
  </aside>
);

/** The title of a section, with its actions at the end. */
export const SidePanelHeader = ({ children }: { children: ReactNode }) => (
  <div className={styles['head']}>{children}</div>
);
