import { useEffect, useEffectEvent } from 'react';

export const isMac = (): boolean => /^(?:Mac|iP)/.test(navigator.platform);

export const commandKey = (): string => (isMac() ? '⌘' : 'Ctrl');

const LABELS: Record<string, string> = {
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  Escape: 'Esc',
};

/** `Mod+z` → `Ctrl`, `Z`; on a Mac `⌘`, `Z`. */
export const keyLabels = (combination: string): string[] =>
  combination.split('+').map((key, _at, { length }) => {
    if (key === 'Mod') return commandKey();
    return LABELS[key] ?? (length > 1 && key.length === 1 ? key.toUpperCase() : key);
  });

type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether Ctrl (on a Mac ⌘) is pressed, and no other modifier. On a Mac, Ctrl with a letter edits text. */
const hasCommandKey = ({ ctrlKey, metaKey, altKey, shiftKey }: Modifiers, mac: boolean = isMac()): boolean =>
  (mac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;

export const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

const isAscii = (character: string): boolean => /^[ -~]$/.test(character);

/** A letter without Shift, whatever Caps Lock is. A layout without Latin letters has them at the same places: `code`. */
const readCharacter = ({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>) => {
  const letter = isAscii(key) ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  if (letter === undefined) return code === 'Slash' ? (shiftKey ? '?' : '/') : undefined;
  return shiftKey && /^[a-z]$/.test(letter) ? undefined : letter;
};

/** As {@link KeyAction} has it; undefined for what is no shortcut. */
export const readKey = (
  event: Modifiers & Pick<KeyboardEvent, 'key' | 'code'> & Partial<Pick<KeyboardEvent, 'getModifierState'>>,
  mac: boolean = isMac(),
): string | undefined => {
  // Brazilian laptops write `/` by AltGr.
  if (event.getModifierState?.('AltGraph') && /^[!-@[-`{-~]$/.test(event.key)) return event.key;
  const name = event.key === ' ' ? 'Space' : event.key.length > 1 ? event.key : readCharacter(event);
  if (name === undefined) return undefined;
  if (hasCommandKey(event, mac)) return `Mod+${name}`;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return event.shiftKey && name.length > 1 ? `Shift+${name}` : name;
};

export type KeyAction = {
  /** For example `a`, `?`, `Escape`, `Shift+ArrowDown`, `Space`, `Mod+z` (Ctrl, or ⌘ on a Mac). */
  key: string;
  label: string;
  /** Without it, or if it is true, the key works now. It is listed anyway. */
  when?: boolean;
  /** A CSS selector that the focused element must match. Keys of one character work on the whole page anyway. */
  within?: string;
  /** The key works in a field, too. */
  whileTyping?: true;
  run: () => void;
};

const lists = new Set<() => readonly KeyAction[]>();

export const listKeys = (): KeyAction[] => [...lists].flatMap((list) => list());

/** Adds keys while the component is mounted. `list` is called on every key press and when the keys are shown. */
export const useKeys = (list: () => readonly KeyAction[]): void => {
  const latest = useEffectEvent(list);
  useEffect(() => {
    const own = () => latest();
    lists.add(own);
    return () => {
      lists.delete(own);
    };
  }, []);
};

/** Also while the part of a dialog loads: what is typed is meant for it. */
export const hasDialog = (): boolean => document.querySelector('dialog[open], [data-loads-dialog]') !== null;

/** None while a dialog or menu is open. */
export const findKeyAction = (event: KeyboardEvent, hasSingleKeys: boolean): KeyAction | undefined => {
  const key = readKey(event);
  const { target } = event;
  if (key === undefined || event.defaultPrevented || !(target instanceof Element)) return undefined;
  const isSingle = key.length === 1;
  if (hasDialog() || document.querySelector(':popover-open') || (isSingle && !hasSingleKeys))
    return undefined;
  return listKeys().find(
    ({ key: own, when, within, whileTyping }) =>
      own === key &&
      when !== false &&
      (whileTyping === true || !isTypedIn(target)) &&
      (within === undefined || isSingle || target.matches(within)),
  );
};

const isLineBreak = (event: KeyboardEvent): boolean =>
  event.target instanceof HTMLTextAreaElement && !hasCommandKey(event);

/**
 * What is pressed while an input method composes is its own. A held Enter presses once: what it did may have put another button
 * under it. A text area takes more line breaks. If the field that is typed in is taken away, as when another tab stops its call,
 * the next letters are no shortcuts.
 */
export const filterKeys = (): void => {
  let typedIn: EventTarget | null = null;
  const forget = ({ target }: Event) => {
    if (target !== typedIn) typedIn = null;
  };
  addEventListener('focusin', forget);
  addEventListener('pointerdown', forget);
  addEventListener(
    'keydown',
    (event) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isLost = typedIn instanceof Element && !typedIn.isConnected;
      const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey;
      const ignore = () => {
        event.preventDefault();
        event.stopPropagation();
      };
      if (isLost && isLetter) return ignore();
      if (!isLost || key !== 'Shift')
        typedIn = isTypedIn(target) && key !== 'Enter' && key !== 'Escape' ? target : null;
      // Safari ends the composition before the key: code 229.
      if (event.isComposing || event.keyCode === 229) return event.stopPropagation();
      if (key === 'Enter' && event.repeat && !isLineBreak(event)) ignore();
    },
    { capture: true },
  );
};

/** After a click of the mouse, WebKit draws no ring around what a script focuses, even if a key was pressed since. */
export const focusByKey = (element: HTMLElement | null | undefined, options?: FocusOptions): void =>
  element?.focus({ ...options, focusVisible: true });
