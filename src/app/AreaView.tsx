import { useEffect, useState, type ComponentType } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { Sheet, Work } from '#src/ui/overlays/Sheet.tsx';
import { areaOf, type Area } from './areas.ts';
import { ReloadNote } from './ReloadNote.tsx';
import styles from './AreaView.module.css';

const Message = ({ children }: { children: React.ReactNode }) => (
  <Sheet>
    <Work className={styles['message']}>{children}</Work>
  </Sheet>
);

type Loaded = { area: Area; Page: ComponentType } | { area: Area; failed: true };

/**
 * The area at the present address. While the next one is loaded the last one stays, since a fallback that
 * flashes by is worse than none.
 */
export const AreaView = () => {
  const [path] = useLocation();
  const area = areaOf(path);
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (!area) return;
    let current = true;
    area.load().then(
      (Page) => current && setLoaded({ area, Page }),
      () => current && setLoaded({ area, failed: true }),
    );
    return () => {
      current = false;
    };
  }, [area]);

  if (path === '/') return <Redirect to="/calls" replace />;
  if (!area) {
    return (
      <Message>
        <title>Page not found · Telephony Campaign Console</title>
        <h1>Page not found</h1>
        <p className="second">
          There is nothing at <span className="mono">{path}</span>. <Link href="/calls">Go to Calls</Link>
        </p>
      </Message>
    );
  }
  if (!loaded) return <Sheet>{null}</Sheet>;
  if ('failed' in loaded) {
    return (
      <Message>
        <h1>{loaded.area.label}</h1>
        <ReloadNote title={`${loaded.area.label} could not be loaded`}>
          {navigator.onLine
            ? undefined
            : 'This browser is offline. Reload when it is back; nothing is lost meanwhile.'}
        </ReloadNote>
      </Message>
    );
  }
  return <loaded.Page />;
};
