import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * A warning doesn't keep a form from being sent, but the user must have seen it. The blur that comes with a click may bring
 * one up, so that only what was on screen before the press counts.
 */
export const useWarnings = (form: RefObject<HTMLFormElement | null>) => {
  const [attempts, setAttempts] = useState(0);
  const seen = useRef<Element[]>([]);
  const listShown = () => [...(form.current?.querySelectorAll('[data-warning]') ?? [])];
  const remember = () => {
    seen.current = listShown();
  };
  return {
    /** For the fields: each attempt shows their warnings. */
    attempts,
    /** For the form. */
    listeners: { onPointerDownCapture: remember, onKeyDownCapture: remember },
    /** Call it before sending. Whether there is a warning to read first: the next press sends. */
    holdsBack: (): boolean => {
      flushSync(() => setAttempts((count) => count + 1));
      const shown = listShown();
      const unseen = shown.find((warning) => !seen.current.includes(warning));
      seen.current = shown;
      unseen?.scrollIntoView({ block: 'nearest' });
      return unseen !== undefined;
    },
  };
};
