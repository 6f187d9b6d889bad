/** After a click of the mouse, WebKit draws no ring around what a script focuses, even if a key was pressed since. */
export const focusByKey = (element: HTMLElement | null | undefined, options?: FocusOptions): void =>
  element?.focus({ ...options, focusVisible: true });
