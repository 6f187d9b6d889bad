import { startTransition, useEffect, useState, type ComponentType } from 'react';
import { dismissToast, showToast } from './alerts/toasts.ts';

type Load<Part> = () => Promise<Part>;

/** What came of loading a part; `load` tells of which one. */
export type Loaded<Part> =
  | { state: 'loaded'; load: Load<Part>; part: Part }
  | { state: 'failed'; load: Load<Part> };

/** Parts that are there, which are shown at once. */
const known = new Map<Load<unknown>, unknown>();

const loadKnown = async <Part,>(load: Load<Part>): Promise<Part> => {
  const part = await load();
  known.set(load, part);
  return part;
};

const underWay = new Set<Promise<unknown>>();

/** Loads a part ahead of need. A failure is told when the part is really needed. */
export const preload = (load: Load<unknown>): void => {
  const loading = loadKnown(load)
    .catch(() => undefined)
    .finally(() => underWay.delete(loading));
  underWay.add(loading);
};

/** Settles once all that is loaded ahead, and what that loads in turn, has come or failed. */
export const partsUnderWay = async (): Promise<void> => {
  while (underWay.size > 0) await Promise.all(underWay);
};

/**
 * A part of the code that is loaded apart; undefined until the first one is there. While another one is loaded the last one
 * stays, and a press that asks for it is painted before it. What did not come without a network comes once there is one
 * again. Kept in state, since a Suspense fallback that was shown would be held for 300 ms.
 */
export const useLoaded = <Part,>(load: Load<Part>): Loaded<Part> | undefined => {
  const [loaded, setLoaded] = useState<Loaded<Part> | undefined>(() =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its own part stands under `load`
    known.has(load) ? { state: 'loaded', load, part: known.get(load) as Part } : undefined,
  );
  const isLoaded = loaded?.state === 'loaded' && loaded.load === load;
  useEffect(() => {
    if (isLoaded) return;
    let isCurrent = true;
    const take = (next: Loaded<Part>) => isCurrent && startTransition(() => setLoaded(next));
    const ask = () =>
      void loadKnown(load).then(
        (part) => take({ state: 'loaded', load, part }),
        () => take({ state: 'failed', load }),
      );
    ask();
    addEventListener('online', ask);
    return () => {
      isCurrent = false;
      removeEventListener('online', ask);
    };
  }, [load, isLoaded]);
  return loaded;
};

const tellMissing = (): number =>
  showToast({
    tone: 'bad',
    text: navigator.onLine
      ? 'A part of the console could not be loaded. Reload to try again.'
      : 'A part of the console could not be loaded: this browser is offline. It comes when the network is back.',
  });

/** A component that is loaded apart. */
type LazyPart<Props> = ComponentType<Props> & { preload: () => void };

/**
 * A component that is loaded when it is first shown. `Meanwhile` stands in its place until then, and `Failed` where it can't
 * be loaded; without one a toast says so, since the person has asked for it.
 */
export const lazyPart = <Props extends object>(
  load: Load<ComponentType<Props>>,
  { Meanwhile, Failed }: { Meanwhile?: ComponentType<Props>; Failed?: ComponentType<Props> } = {},
): LazyPart<Props> => {
  const LazyPart = (props: Props) => {
    const loaded = useLoaded(load);
    useEffect(() => {
      if (loaded?.state !== 'failed' || Failed) return;
      // Anew with each vain attempt: the reason may be another one.
      const toast = tellMissing();
      return () => dismissToast(toast);
    }, [loaded]);
    if (loaded?.state === 'loaded') return <loaded.part {...props} />;
    const Instead = loaded?.state === 'failed' ? Failed : Meanwhile;
    return Instead ? <Instead {...props} /> : null;
  };
  return Object.assign(LazyPart, { preload: () => preload(load) });
};
