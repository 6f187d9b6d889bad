/** Apple's keyboards have a key of their own for commands; elsewhere it is Ctrl. */
export const isMac = (): boolean => /^(?:Mac|iP)/.test(navigator.platform);

/** The name of that key. */
export const commandKey = (): string => (isMac() ? '⌘' : 'Ctrl');

const LABELS: Record<string, string> = {
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  Escape: 'Esc',
};

/** The keys of a combination such as `Mod+k`, as they are labelled. */
export const keyLabels = (combination: string): string[] =>
  combination.split('+').map((key, _at, { length }) => {
    if (key === 'Mod') return commandKey();
    return LABELS[key] ?? (length > 1 && key.length === 1 ? key.toUpperCase() : key);
  });

/** Whether that key is held with a press, and no other one. On a Mac, Ctrl with a letter edits text. */
export const hasCommandKey = (
  { ctrlKey, metaKey, altKey, shiftKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  mac: boolean = isMac(),
): boolean => (mac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;

/** Whether letters that are pressed and texts that are pasted there belong to a field. */
export const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));
