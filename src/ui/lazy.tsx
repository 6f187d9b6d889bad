import { useEffect, useState, type ComponentType } from 'react';
import { showToast } from './alerts/toasts.ts';

type Load<Part> = () => Promise<Part>;

/** What came of loading a part; `load` tells of which one. */
export type Loaded<Part> =
  | { state: 'loaded'; load: Load<Part>; part: Part }
  | { state: 'failed'; load: Load<Part> };

/** Loads a part ahead of need. A failure is told when the part is really needed. */
export const preload = (load: Load<unknown>): void => {
  load().catch(() => undefined);
};

/**
 * A part of the code that is loaded apart; undefined until the first one is there. While another one is loaded the last one
 * stays. Kept in state, since a Suspense fallback that was shown would be held for 300 ms.
 */
export const useLoaded = <Part,>(load: Load<Part>): Loaded<Part> | undefined => {
  const [loaded, setLoaded] = useState<Loaded<Part>>();
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (part) => isCurrent && setLoaded({ state: 'loaded', load, part }),
      () => isCurrent && setLoaded({ state: 'failed', load }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  return loaded;
};

/** A component that is loaded apart. */
type LazyPart<Props> = ComponentType<Props> & { preload: () => void };

/**
 * A component that is loaded when it is first shown, for what most visits never need. Nothing stands in its place
 * meanwhile; a failure is told, since the person has asked for it.
 */
export const lazyPart = <Props extends object>(load: Load<ComponentType<Props>>): LazyPart<Props> => {
  // Shown at once from the second time on.
  let Known: ComponentType<Props> | undefined;
  const loadKnown = async () => (Known = await load());
  const LazyPart = (props: Props) => {
    const loaded = useLoaded(loadKnown);
    const hasFailed = loaded?.state === 'failed';
    useEffect(() => {
      if (hasFailed)
        showToast({ tone: 'bad', text: 'A part of the console could not be loaded. Reload to try again.' });
    }, [hasFailed]);
    return Known ? <Known {...props} /> : null;
  };
  return Object.assign(LazyPart, { preload: () => preload(loadKnown) });
};
