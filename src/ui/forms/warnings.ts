import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** A new one each time the form is to be sent. `isHeld`: it was not, because of a warning. */
export type Attempt = { isHeld: boolean };

/** `isMistake`: surely not what the user means, such as a secret in a field that shows it. `isError`: won't be sent. */
export type Warning = { text: string; isMistake?: boolean; isError?: boolean };

/**
 * A warning doesn't keep a form from being sent, but the user must have seen that of a mistake. The blur that comes with a
 * click may bring one up, so that only what was on screen before the press counts. A masked value can't be checked against its
 * warning, so that one counts only once it has held a press.
 */
export const useWarnings = (form: RefObject<HTMLFormElement | null>) => {
  const [attempt, setAttempt] = useState<Attempt>({ isHeld: false });
  const seen = useRef<Element[]>([]);
  const held = useRef<Element[]>([]);
  const listShown = () => [...(form.current?.querySelectorAll<HTMLElement>('[data-mistake]') ?? [])];
  const remember = () => {
    seen.current = listShown().filter(
      (warning) => warning.dataset['mistake'] !== 'password' || held.current.includes(warning),
    );
  };
  return {
    /** For the fields: each attempt shows their warnings. */
    attempt,
    /** For the form. */
    listeners: { onPointerDownCapture: remember, onKeyDownCapture: remember },
    /** Call it before sending. Whether there is a warning to read first: the next press sends. */
    holdsBack: (): boolean => {
      flushSync(() => setAttempt(({ isHeld }) => ({ isHeld })));
      const shown = listShown();
      const unseen = shown.find((warning) => !seen.current.includes(warning));
      setAttempt({ isHeld: unseen !== undefined });
      if (unseen) held.current = shown;
      seen.current = shown;
      unseen?.scrollIntoView({ block: 'nearest' });
      return unseen !== undefined;
    },
  };
};
