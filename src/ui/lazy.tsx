import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { loadAgain } from '#src/lib/load-again.ts';
import { showToast } from './alerts/toasts.ts';
import { ErrorBoundary, FailureAlert, MissingPart, type Failure } from './ErrorBoundary.tsx';

type LazyComponent<Props> = ComponentType<Props> & { preload: () => void };

const preloads = new Set<() => void>();
const loading = new Set<Promise<unknown>>();

export const preloadParts = async (): Promise<void> => {
  let count = 0;
  while (count < preloads.size) {
    count = preloads.size;
    for (const preload of preloads) preload();
    // oxlint-disable-next-line no-await-in-loop -- a part declares its own parts once it is loaded
    await waitForParts();
  }
};

export const waitForParts = async (): Promise<void> => {
  // oxlint-disable-next-line no-await-in-loop -- more may start meanwhile
  while (loading.size > 0) await Promise.all(loading);
};

/** Loads a component when it is first rendered. Needs a `Suspense` and an `ErrorBoundary` around it. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => {
  let loaded: ComponentType<Props> | undefined;
  const create = () =>
    lazy(async () => {
      try {
        return { default: await loadAgain(load) };
      } catch (error) {
        throw new MissingPart(error, () => {
          Lazy = create();
        });
      }
    });
  let Lazy = create();
  const preload = () => {
    // A part that is needed while offline shows its failure when it is rendered.
    if (loaded || !navigator.onLine) return;
    const attempt: Promise<unknown> = loadAgain(load)
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

/** A dialog that fails is closed, so that it can be opened again. */
const CloseFailed = ({ failure, onClose }: { failure: Failure; onClose: () => void }) => {
  const close = useEffectEvent(() => {
    if (failure.error instanceof MissingPart) failure.error.reset();
    onClose();
  });
  useEffect(() => {
    showToast({
      tone: 'bad',
      text: 'A part of the console could not be shown. Try again, or reload.',
      action: { label: 'Reload', run: () => location.reload() },
    });
    close();
  }, []);
  return null;
};

const findOnClose = (props: object): (() => void) | undefined =>
  'onClose' in props ? (props.onClose as () => void) : undefined;

/** `lazyComponent` with its own `ErrorBoundary`: a failure leaves the rest of the page as it is. */
export const lazyGuarded = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => {
  const Part = lazyComponent(load);
  const renderFailure = (props: Props, failure: Failure) => {
    const onClose = findOnClose(props);
    if (onClose) return <CloseFailed failure={failure} onClose={onClose} />;
    return <FailureAlert what="A part of this page" failure={failure} />;
  };
  const Guarded = (props: Props) => (
    <ErrorBoundary renderFailure={(failure) => renderFailure(props, failure)}>
      <Part {...props} />
    </ErrorBoundary>
  );
  return Object.assign(Guarded, { preload: Part.preload });
};

/** `lazyGuarded` with its own `Suspense`. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): LazyComponent<Props> => {
  const Part = lazyGuarded(load);
  const LazyPart = (props: Props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
  return Object.assign(LazyPart, { preload: Part.preload });
};

export const lazyDialog = <Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => lazyPart(load, <span data-loads-dialog="" hidden />);
