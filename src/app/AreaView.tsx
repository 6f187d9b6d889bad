import { Suspense, useDeferredValue, useEffect, useRef, type ReactNode } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { BASE } from '#src/lib/base.ts';
import { ErrorBoundary, FailureAlert } from '#src/ui/ErrorBoundary.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { MainPanel, PageLayout, Skeleton } from '#src/ui/page/PageLayout.tsx';
import { Title } from '#src/ui/page/Title.tsx';
import { useWorkspace } from '#src/log/workspace.ts';
import { findAllowedAreas, findArea, type Area } from './areas.ts';
import { classes } from '#src/lib/classes.ts';
import styles from './Frame.module.css';

export const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <PageLayout>
    <Title>{title}</Title>
    <MainPanel>
      <div className={classes('page stack', styles['message'])}>
        <h1>{title}</h1>
        {children}
      </div>
    </MainPanel>
  </PageLayout>
);

const focusHeading = (): void => {
  if (document.activeElement?.closest('main, dialog')) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/** Focuses the heading of another area, unless the area has focused something else: render it after the area. */
const HeadingFocus = ({ title }: { title: string }) => {
  const lastTitle = useRef(title);
  useEffect(() => {
    if (lastTitle.current !== title) focusHeading();
    lastTitle.current = title;
  }, [title]);
  return null;
};

const AreaPage = ({ area: { label, Page } }: { area: Area }) => (
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

export const NoAccess = ({ onSignOut }: { onSignOut: () => void }) => (
  <Message title="No access">
    <p className="second">You’re not allowed to open any area of this console. Ask your administrator.</p>
    <Button onClick={onSignOut}>Sign out</Button>
  </Message>
);

/** The last area stays while the next one loads. */
export const AreaView = () => {
  const [path] = useLocation();
  const allowed = findAllowedAreas(useWorkspace());
  const [first] = allowed;
  const wanted = findArea(path);
  const opened = allowed.find((area) => area === wanted);
  const area = useDeferredValue(opened) ?? opened;
  if (!first) return null;
  const { path: home } = first;
  if (path === BASE) return <Redirect to={home} replace />;
  const title = wanted?.label ?? 'Page not found';
  return (
    <Suspense
      fallback={
        <PageLayout>
          <Skeleton />
        </PageLayout>
      }
    >
      {opened && area ? (
        <AreaPage area={area} />
      ) : (
        <Message title={title}>
          <p className="second">
            {wanted ? (
              `You’re not allowed to open ${title}. Ask your administrator.`
            ) : (
              <>
                There is nothing at <span className="mono">{path}</span>.
              </>
            )}{' '}
            <Link href={home}>Go to {first.label}</Link>
          </p>
        </Message>
      )}
      <HeadingFocus title={opened && area ? area.label : title} />
    </Suspense>
  );
};
