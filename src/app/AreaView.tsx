import { Suspense, useDeferredValue, useEffect, useRef, type ReactNode } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { BASE } from '#src/lib/base.ts';
import { ErrorBoundary, FailureAlert } from '#src/ui/ErrorBoundary.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { MainPanel, PageLayout } from '#src/ui/page/PageLayout.tsx';
import { Skeleton } from '#src/ui/page/Skeleton.tsx';
import { Title } from '#src/ui/page/Title.tsx';
import { useWorkspace } from '#src/log/workspace.ts';
import { findAllowedAreas, findArea, type Area as AreaEntry } from './areas.ts';
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

const NoArea = ({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) => (
  <Message title={title}>
    <Title>{title}</Title>
    <p className="second">{children}</p>
    {action}
  </Message>
);

export const NoAccess = ({ onSignOut }: { onSignOut: () => void }) => (
  <NoArea title="No access" action={<Button onClick={onSignOut}>Sign out</Button>}>
    You’re not allowed to open any area of this console. Ask your administrator.
  </NoArea>
);

/** The last area stays while the next one loads. */
export const AreaView = () => {
  const [path] = useLocation();
  const allowed = findAllowedAreas(useWorkspace());
  const [first] = allowed;
  const wanted = findArea(path);
  const area = useDeferredValue(wanted);
  if (!first) return null;
  if (path === BASE) return <Redirect to={first.path} replace />;
  const { path: home, label } = first;
  const wayOn = <Link href={home}>Go to {label}</Link>;
  if (!wanted) {
    return (
      <NoArea title="Page not found">
        There is nothing at <span className="mono">{path}</span>. {wayOn}
      </NoArea>
    );
  }
  if (!allowed.includes(wanted)) {
    return (
      <NoArea title={wanted.label}>
        You’re not allowed to open {wanted.label}. Ask your administrator. {wayOn}
      </NoArea>
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
