import { useSyncExternalStore } from 'react';
import { useScope } from '#src/journal/scope.ts';
import { keptOf } from './names-kept.ts';
import type { NameBook } from './names.ts';

/** The names that the signed-in person gave in this browser, also as another tab changes them. */
export const useNameBook = (): NameBook => {
  const names = keptOf(useScope());
  return useSyncExternalStore(names.subscribe, names.book);
};
