import type { KeyboardEvent } from 'react';
import { commandKey, hasCommandKey, isMac } from '#src/ui/keys.ts';
import styles from './Button.module.css';

/** For `aria-keyshortcuts` of the submit button. */
export const SUBMIT_KEYS = isMac() ? 'Meta+Enter' : 'Control+Enter';

/** Ctrl Enter (on a Mac ⌘ Enter) presses the submit button from any field of the form. */
export const submitByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !hasCommandKey(event)) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.querySelector<HTMLElement>('[type="submit"]')?.click();
};

export const SubmitKeys = () => (
  <span className={styles['keys']}>
    <kbd>{commandKey()}</kbd> <kbd>Enter</kbd>
  </span>
);
