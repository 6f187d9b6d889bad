import { useEffect, useEffectEvent } from 'react';
import type { IconName } from './Icon.tsx';
import { hasCommandKey, isTypedIn } from './keys.ts';

/** Something that can be done, listed under its label and run by its keys. */
export type Command = {
  /** The heading that it is listed under, usually its area. */
  group: string;
  label: string;
  icon?: IconName;
  /** Further words that it is found by. */
  words?: string;
  /** Each of them runs it: `j`, `?`, `Escape`, `ArrowDown`, `Shift+ArrowDown`, `Space`, `Mod+a` (Ctrl, on a Mac ⌘). */
  keys?: readonly string[];
  /**
   * A CSS selector that the element with the focus has to match, for keys that mean something else outside of it. Keys of
   * one character work on the whole page, whatever stands here.
   */
  within?: string;
  /** Its keys work also in a field. */
  whileTyping?: true;
  run: () => void;
};

const lists = new Set<() => readonly Command[]>();

/** All that can be done now. */
export const presentCommands = (): Command[] => [...lists].flatMap((list) => list());

/** Offers commands while the component is shown. `list` is read at every press and whenever the commands are opened. */
export const useCommands = (list: () => readonly Command[]): void => {
  const latest = useEffectEvent(list);
  useEffect(() => {
    const own = () => latest();
    lists.add(own);
    return () => {
      lists.delete(own);
    };
  }, []);
};

/** A press, written as in `keys`. */
const pressedKey = (event: KeyboardEvent): string | undefined => {
  const name = event.key === ' ' ? 'Space' : event.key;
  if (hasCommandKey(event)) return `Mod+${name.toLowerCase()}`;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return event.shiftKey && name.length > 1 ? `Shift+${name}` : name;
};

/**
 * The command that a press runs. In fields, dialogs and menus only `Mod` keys run commands, and only those without `within`;
 * in fields also those with `whileTyping`.
 */
export const commandOf = (event: KeyboardEvent, hasSingleKeys: boolean): Command | undefined => {
  const key = pressedKey(event);
  const { target } = event;
  if (key === undefined || event.defaultPrevented || !(target instanceof Element)) return undefined;
  const isSingle = key.length === 1;
  const isMod = key.startsWith('Mod+');
  const isTyping = isTypedIn(target);
  const isCovered = document.querySelector('dialog[open], :popover-open') !== null;
  if ((isSingle && !hasSingleKeys) || (isCovered && !isMod)) return undefined;
  return presentCommands().find(({ keys, within, whileTyping }) => {
    if (!keys?.includes(key)) return false;
    if (isTyping && whileTyping !== true && !(isMod && within === undefined)) return false;
    return within === undefined || isSingle || (!isCovered && target.matches(within));
  });
};
