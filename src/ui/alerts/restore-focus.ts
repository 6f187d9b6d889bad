import { useEffect, useRef, type FocusEvent } from 'react';

/**
 * Gives the keyboard back to where it was before it came into an element that goes. The result is told when the element, or one
 * within it, is given the keyboard.
 */
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
