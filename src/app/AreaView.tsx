import { useEffect, useRef } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { BASE } from '#src/lib/base.ts';
import { useLoaded } from '#src/ui/lazy.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Sheet, Work } from '#src/ui/overlays/Sheet.tsx';
import { AREAS, areaOf, CALLS_PATH, type Area as AreaEntry } from './areas.ts';
import { missingParts } from './missing-parts.ts';
import { ReloadAlert } from './ReloadAlert.tsx';
import styles from './AreaView.module.css';

const Message = ({ children }: { children: React.ReactNode }) => (
  <Sheet>
    <Work className={styles['message']}>{children}</Work>
  </Sheet>
);

/** Whoever has gone to another area goes on at its heading, unless the area itself has given the keyboard a place. */
const focusHeading = (): void => {
  if (document.activeElement?.closest('main, dialog')) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/**
 * The area at the present address. While the next one is loaded the last one stays, since a fallback that
 * flashes by is worse than none.
 */
const Area = ({ area }: { area: AreaEntry }) => {
  const loaded = useLoaded(area.load);
  // A fault that the next moment reloads away is not told.
  const isChecking = useStore(missingParts) === 'checking';
  const shown = loaded?.state === 'loaded' ? loaded.load : undefined;
  const last = useRef(shown);
  useEffect(() => {
    if (last.current && shown && shown !== last.current) focusHeading();
    last.current = shown ?? last.current;
  }, [shown]);
  if (!loaded || (loaded.state === 'failed' && isChecking))
    return (
      <Sheet>
        <Skeleton />
      </Sheet>
    );
  if (loaded.state === 'loaded') return <loaded.part />;
  const { label } = AREAS.find(({ load }) => load === loaded.load) ?? area;
  return (
    <Message>
      <h1>{label}</h1>
      <ReloadAlert title={`${label} could not be loaded`}>
        {navigator.onLine
          ? undefined
          : `This browser is offline. ${label} will be loaded when it is back; nothing is lost meanwhile.`}
      </ReloadAlert>
    </Message>
  );
};

/** What stands at the present address. */
export const AreaView = () => {
  const [path] = useLocation();
  const area = areaOf(path);
  if (path === BASE) return <Redirect to={CALLS_PATH} replace />;
  if (!area) {
    return (
      <Message>
        <title>Page not found · Telephony Campaign Console</title>
        <h1>Page not found</h1>
        <p className="second">
          There is nothing at <span className="mono">{path}</span>. <Link href={CALLS_PATH}>Go to Calls</Link>
        </p>
      </Message>
    );
  }
  return <Area area={area} />;
};
