import { useEffect, useRef, type FocusEvent } from 'react';

/** When this element is removed, restores focus to the one that had it before. Returns the `onFocus` handler. */
export const useRestoreFocus = () => {
  const before = useRef<EventTarget>(null);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before.current instanceof HTMLElement)
        before.current.focus();
    },
    [],
  );
  return ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
      before.current = relatedTarget;
  };
};
