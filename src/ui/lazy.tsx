import { lazy, Suspense, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { showToast } from './alerts/toasts.ts';
import { ErrorBoundary, FailureAlert, MissingPart, type Failure } from './ErrorBoundary.tsx';

type LazyComponent<Props> = ComponentType<Props> & { preload: () => void };

const preloads = new Set<() => void>();
const underWay = new Set<Promise<unknown>>();

/** Loads every part that is not loaded yet, and those that they bring. */
export const preloadParts = async (): Promise<void> => {
  let known = 0;
  while (known < preloads.size) {
    known = preloads.size;
    for (const preload of preloads) preload();
    // oxlint-disable-next-line no-await-in-loop -- the parts of a part are known once it is there
    await partsUnderWay();
  }
};

/** Settles when all parts that are being loaded, and what they load in turn, are there or have failed. */
export const partsUnderWay = async (): Promise<void> => {
  // oxlint-disable-next-line no-await-in-loop -- see above
  while (underWay.size > 0) await Promise.all(underWay);
};

/** A component that is loaded when it is first shown, below a `Suspense` and an `ErrorBoundary` of its user. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => {
  let loaded: ComponentType<Props> | undefined;
  const create = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        throw new MissingPart(error, () => {
          Lazy = create();
        });
      }
    });
  let Lazy = create();
  const preload = () => {
    if (loaded) return;
    const loading = load()
      .then((part) => {
        loaded = part;
      })
      // It is shown when the part is needed.
      .catch(() => undefined)
      .finally(() => underWay.delete(loading));
    underWay.add(loading);
  };
  preloads.add(preload);
  const LazyComponent = (props: Props) => {
    // React shows a part that suspends at its first moment only 300 ms later, even if it was loaded before.
    const [Part] = useState(() => loaded ?? Lazy);
    return <Part {...props} />;
  };
  return Object.assign(LazyComponent, { preload });
};

/** Closes what failed, so that it can be opened again. */
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

const closeOf = (props: object): (() => void) | undefined =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what closes a part is called so everywhere
  'onClose' in props ? (props.onClose as () => void) : undefined;

/** The same, on its own: `Meanwhile` is shown until it is there. If it fails, what can be closed closes, and the rest of the page goes on. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Meanwhile }: { Meanwhile?: ComponentType } = {},
): LazyComponent<Props> => {
  const Part = lazyComponent(load);
  const instead = (props: Props, failure: Failure) => {
    const onClose = closeOf(props);
    if (onClose) return <CloseFailed failure={failure} onClose={onClose} />;
    return <FailureAlert what="A part of this page" failure={failure} />;
  };
  const LazyPart = (props: Props) => (
    <ErrorBoundary renderFailure={(failure) => instead(props, failure)}>
      <Suspense fallback={Meanwhile && <Meanwhile />}>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
  return Object.assign(LazyPart, { preload: Part.preload });
};
