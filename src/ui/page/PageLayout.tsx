import { createContext, use, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Button } from '#src/ui/forms/Button.tsx';
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
  const observer = new ResizeObserver(() => {
    const height = banners.offsetHeight;
    // Not without banners: a property of the root restyles the whole page.
    root.setProperty('--banners', height > 0 ? `${height}px` : '');
  });
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

/** The side panel takes the place of the page. */
const narrow = matchMedia('(max-width: 1023px)');

const subscribeNarrow = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

export const useNarrow = (): boolean => useSyncExternalStore(subscribeNarrow, () => narrow.matches);

/** The first line of a panel that can be closed; on a narrow screen with a way back. */
export const SidePanelTop = ({
  backLabel,
  closeLabel,
  onClose,
  actions,
  children,
}: {
  backLabel: string;
  closeLabel: string;
  onClose: () => void;
  actions: ReactNode;
  children: ReactNode;
}) => {
  const isNarrow = useNarrow();
  const back = useRef<HTMLButtonElement>(null);
  // The element with the focus is hidden now. In a low window the page scrolls to the top of the panel, too.
  useEffect(() => {
    if (isNarrow) back.current?.focus();
  }, [isNarrow]);
  const bare = { variant: 'bare', size: 'sm', square: true, onClick: onClose } as const;
  return (
    <SidePanelHeader>
      <Button ref={back} className={styles['back']} {...bare} icon="left" aria-label={backLabel} />
      {children}
      <span className={styles['push']} />
      {actions}
      <Button className={styles['shut']} {...bare} icon="x" aria-label={closeLabel} />
    </SidePanelHeader>
  );
};

export const Skeleton = () => (
  <div className={`delayed ${styles['skeleton']}`} aria-hidden="true">
    <span />
    <span />
    <span />
  </div>
);
