import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { shownRows } from '#src/features/calls/board/focus-row.ts';
import { shownSelection } from './selection.ts';

const subscribeToNothing = () => () => undefined;

export const useShownRows = () => {
  const rows = useStore(shownRows);
  const count = useSyncExternalStore(rows?.subscribe ?? subscribeToNothing, () => rows?.count() ?? 0);
  return { rows, count };
};

export const useShownSelection = () => {
  const selection = useStore(shownSelection);
  const count = useSyncExternalStore(
    selection?.subscribe ?? subscribeToNothing,
    () => selection?.getState().ids.size ?? 0,
  );
  return selection && count > 0 ? { ids: selection.ids, count } : undefined;
};
