import { useEffect, useState, type ComponentType } from 'react';
import { showToast } from './alerts/toasts.ts';

/**
 * A component that is loaded when it is first shown, for what most visits never need. Nothing stands in its place
 * meanwhile; a failure is told, since the person has asked for it.
 */
export const deferred = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  let Loaded: ComponentType<Props> | undefined;
  return function Deferred(props: Props) {
    const [, setLoaded] = useState(Loaded !== undefined);
    useEffect(() => {
      if (Loaded) return;
      load().then(
        (component) => {
          Loaded = component;
          setLoaded(true);
        },
        () =>
          showToast({ tone: 'bad', text: 'A part of the console could not be loaded. Reload to try again.' }),
      );
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  };
};

/** Loads a part ahead of need. A failure is told when the part is really needed. */
export const prefetch = (load: () => Promise<unknown>) => () => {
  load().catch(() => undefined);
};

/** Loads a stylesheet once, for a part that comes with styles of its own. A failure leaves the part plain, not missing. */
export const loadStyles = (href: string): Promise<void> =>
  new Promise((resolve) => {
    if (document.querySelector(`link[href="${href}"]`)) return resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
    document.head.append(link);
  });
