import { useEffect, useRef, type FocusEvent } from 'react';

/** Restores focus to the element that had it before, when this one goes. Returns the `onFocus` handler. */
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
