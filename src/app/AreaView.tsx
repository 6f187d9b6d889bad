import { Suspense, useDeferredValue, useEffect, useRef, type ReactNode } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { BASE } from '#src/lib/base.ts';
import { ErrorBoundary, FailureAlert } from '#src/ui/ErrorBoundary.tsx';
import { MainPanel, PageLayout } from '#src/ui/PageLayout.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { findArea, CALLS_PATH, type Area as AreaEntry } from './areas.ts';
import styles from './AreaView.module.css';

export const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <PageLayout>
    <MainPanel className={styles['message']}>
      <h1>{title}</h1>
      {children}
    </MainPanel>
  </PageLayout>
);

/** Focuses the heading of a new area, unless the area has focused something else. */
const focusHeading = (): void => {
  if (document.activeElement?.closest('main, dialog')) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

const Area = ({ area: { label, Page } }: { area: AreaEntry }) => {
  const lastLabel = useRef(label);
  useEffect(() => {
    if (lastLabel.current !== label) focusHeading();
    lastLabel.current = label;
  }, [label]);
  return (
    <ErrorBoundary
      key={label}
      renderFailure={(failure) => (
        <Message title={label}>
          <FailureAlert what={label} failure={failure} />
        </Message>
      )}
    >
      <Page />
    </ErrorBoundary>
  );
};

/** The last area stays while the next one loads. */
export const AreaView = () => {
  const [path] = useLocation();
  const wanted = findArea(path);
  const area = useDeferredValue(wanted);
  if (path === BASE) return <Redirect to={CALLS_PATH} replace />;
  if (!wanted) {
    return (
      <Message title="Page not found">
        <title>Page not found · Telephony Campaign Console</title>
        <p className="second">
          There is nothing at <span className="mono">{path}</span>. <Link href={CALLS_PATH}>Go to Calls</Link>
        </p>
      </Message>
    );
  }
  return (
    <Suspense
      fallback={
        <PageLayout>
          <Skeleton />
        </PageLayout>
      }
    >
      <Area area={area ?? wanted} />
    </Suspense>
  );
};
