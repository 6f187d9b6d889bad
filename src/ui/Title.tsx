import { useSyncExternalStore } from 'react';

let badge = 0;
const listeners = new Set<() => void>();

/** A number before the title of whichever page is shown; 0: none. */
export const setTitleBadge = (count: number): void => {
  badge = count;
  for (const listener of listeners) listener();
};

let ownText: string | undefined;

/** Says in the title what a part of a page is about, in place of the page's own; undefined: the page's own. */
export const setTitleText = (text: string | undefined): void => {
  ownText = text;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The title of a page. */
export const Title = ({ children }: { children: string }) => {
  const count = useSyncExternalStore(subscribe, () => badge);
  const text = useSyncExternalStore(subscribe, () => ownText) ?? children;
  return <title>{`${count > 0 ? `(${count}) ` : ''}${text} · Telephony Campaign Console`}</title>;
};
