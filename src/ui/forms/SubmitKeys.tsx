import type { RefObject } from 'react';
import { commandKey, isMac, useKeys } from '#src/ui/keys.ts';
import styles from './Button.module.css';

/** For `aria-keyshortcuts` of the submit button. */
export const SUBMIT_KEYS = isMac() ? 'Meta+Enter' : 'Control+Enter';

/** Ctrl Enter (on a Mac ⌘ Enter) presses the submit button from any field of the form. */
export const useSubmitKeys = (form: RefObject<HTMLFormElement | null>, label: string): void =>
  useKeys(() => [
    {
      key: 'Mod+Enter',
      label,
      whileTyping: true,
      within: 'form *',
      run: () => form.current?.querySelector<HTMLElement>('[type="submit"]')?.click(),
    },
  ]);

export const SubmitKeys = () => (
  <span className={styles['keys']}>
    <kbd>{commandKey()}</kbd> <kbd>Enter</kbd>
  </span>
);
