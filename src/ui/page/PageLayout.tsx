import { createContext, use, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import styles from './PageLayout.module.css';

/** Messages of the whole console. Only the topmost is shown: `first`, else the area's own, else `last`. */
export const ConsoleBanner = createContext<{ first: ReactNode; last: ReactNode }>({
  first: null,
  last: null,
});

/** `form`: as wide as a form, and the side panel takes the rest. */
export const PageLayout = ({ form, children }: { form?: boolean; children: ReactNode }) => (
  // The target of "Skip to content".
  <main className={classes(styles['layout'], form && styles['form'])} id="main" tabIndex={-1}>
    {children}
  </main>
);

/** Messages of a moment are shown above the banners. */
const reportHeight = (banners: HTMLElement | null) => {
  if (!banners) return undefined;
  const root = document.documentElement.style;
  const observer = new ResizeObserver(() => root.setProperty('--banners', `${banners.offsetHeight}px`));
  observer.observe(banners);
  return () => {
    observer.disconnect();
    root.removeProperty('--banners');
  };
};

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
      {children}
      {/* At the lower edge, where they move nothing. */}
      <div className={styles['banners']} ref={reportHeight}>
        {first}
        {banner}
        {last}
      </div>
    </div>
  );
};

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

export const SidePanelHeader = ({ children }: { children: ReactNode }) => (
  <div className={styles['head']}>{children}</div>
);
