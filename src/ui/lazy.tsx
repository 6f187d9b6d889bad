import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { checkVersion } from '#src/lib/new-version.ts';
import { ErrorBoundary, FailureAlert, MissingPart } from './ErrorBoundary.tsx';
import { Dialog } from './overlays/Dialog.tsx';

type LazyComponent<Props> = ComponentType<Props> & { preload: () => void };

const preloads = new Set<() => void>();
const loading = new Set<Promise<unknown>>();

export const waitForParts = async (): Promise<void> => {
  // A part declares its own parts once it is loaded.
  while (loading.size > 0) await Promise.all(loading);
};

/** A browser may say that it is offline and be wrong: rendering a part loads it all the same. */
export const preloadParts = async (): Promise<void> => {
  if (!navigator.onLine) return;
  let count = 0;
  while (count < preloads.size) {
    count = preloads.size;
    for (const preload of preloads) preload();
    await waitForParts();
  }
};

/** Loads a component when it is first rendered. Needs a `Suspense` and an `ErrorBoundary` around it. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => {
  let loaded: ComponentType<Props> | undefined;
  const create = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        // A new release may have removed it.
        await checkVersion();
        throw new MissingPart(error, () => {
          Lazy = create();
        });
      }
    });
  let Lazy = create();
  const preload = () => {
    if (loaded) return;
    const attempt: Promise<unknown> = load()
      .then((part) => {
        loaded = part;
      })
      // Rendering the part tries again, and shows the failure.
      .catch(() => undefined)
      .finally(() => loading.delete(attempt));
    loading.add(attempt);
  };
  preloads.add(preload);
  const LazyComponent = (props: Props) => {
    // `lazy` always suspends once, and React then holds the fallback for 300 ms.
    const [Part] = useState(() => loaded ?? Lazy);
    return <Part {...props} />;
  };
  return Object.assign(LazyComponent, { preload });
};

/** `lazyComponent` with its own `Suspense` and `ErrorBoundary`: a failure leaves the rest of the page as it is. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): LazyComponent<Props> => {
  const Part = lazyComponent(load);
  const LazyPart = (props: Props) => (
    <ErrorBoundary
      renderFailure={(failure) => {
        const alert = <FailureAlert what="A part of this page" failure={failure} />;
        if (!('onClose' in props)) return alert;
        return (
          <Dialog title="Not loaded" onClose={props.onClose as () => void}>
            {alert}
          </Dialog>
        );
      }}
    >
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
  return Object.assign(LazyPart, { preload: Part.preload });
};

export const lazyDialog = <Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => lazyPart(load, <span data-loads-dialog="" hidden />);
