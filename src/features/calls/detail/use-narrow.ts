import { useSyncExternalStore } from 'react';

const query = matchMedia('(max-width: 1023px)');

const subscribe = (listener: () => void) => {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Whether the detail stands in place of the board. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
