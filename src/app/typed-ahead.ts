import { useEffectEvent, useLayoutEffect } from 'react';

let typed = '';

/** What was typed since the commands were asked for, and before they were there. */
export const typedAhead = (): string => typed;

export const forgetTypedAhead = (): void => {
  typed = '';
};

/**
 * Stands for the commands while they are loaded: what is typed meanwhile is meant for them, and is no shortcut. Whoever
 * presses Escape or goes elsewhere does not want them any more, and what is typed then is for another field.
 */
export const TypedAhead = ({ onClose }: { onClose: () => void }) => {
  const cancel = useEffectEvent(() => {
    forgetTypedAhead();
    onClose();
  });
  useLayoutEffect(() => {
    const take = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key === 'Escape') return cancel();
      if (ctrlKey || metaKey || altKey || (key.length > 1 && key !== 'Enter' && key !== 'Backspace')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (key === 'Backspace') typed = typed.slice(0, -1);
      else if (key !== 'Enter') typed += key;
    };
    forgetTypedAhead();
    const leaving = new AbortController();
    const options = { capture: true, signal: leaving.signal };
    addEventListener('keydown', take, options);
    addEventListener('pointerdown', () => cancel(), options);
    addEventListener('focusin', () => cancel(), options);
    return () => leaving.abort();
  }, []);
  return null;
};
