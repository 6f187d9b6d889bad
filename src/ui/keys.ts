export const isMac = (): boolean => /^(?:Mac|iP)/.test(navigator.platform);

export const commandKey = (): string => (isMac() ? '⌘' : 'Ctrl');

const LABELS: Record<string, string> = {
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  Escape: 'Esc',
};

/** `Mod+k` → `Ctrl`, `K`; on a Mac `⌘`, `K`. */
export const keyLabels = (combination: string): string[] =>
  combination.split('+').map((key, _at, { length }) => {
    if (key === 'Mod') return commandKey();
    return LABELS[key] ?? (length > 1 && key.length === 1 ? key.toUpperCase() : key);
  });

/** Whether Ctrl (on a Mac ⌘) is pressed, and no other modifier. On a Mac, Ctrl with a letter edits text. */
export const hasCommandKey = (
  { ctrlKey, metaKey, altKey, shiftKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  mac: boolean = isMac(),
): boolean => (mac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;

export const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

/** A held Enter presses once: what it did may have put another button under it. A text area takes more line breaks. */
export const ignoreHeldEnter = (): void =>
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );

/** After a click of the mouse, WebKit draws no ring around what a script focuses, even if a key was pressed since. */
export const focusByKey = (element: HTMLElement | null | undefined, options?: FocusOptions): void =>
  element?.focus({ ...options, focusVisible: true });
