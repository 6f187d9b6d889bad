import { useLayoutEffect } from 'react';

let typed = '';

/** What was typed since the commands were asked for, and before they were there. */
export const typedAhead = (): string => typed;

export const forgetTypedAhead = (): void => {
  typed = '';
};

/** Stands for the commands while they are loaded: what is typed meanwhile is meant for them, and is no shortcut. */
export const TypedAhead = () => {
  useLayoutEffect(() => {
    const take = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || (key.length > 1 && key !== 'Enter' && key !== 'Backspace')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (key === 'Backspace') typed = typed.slice(0, -1);
      else if (key !== 'Enter') typed += key;
    };
    forgetTypedAhead();
    addEventListener('keydown', take, { capture: true });
    return () => removeEventListener('keydown', take, { capture: true });
  }, []);
  return null;
};
