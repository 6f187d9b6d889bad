import { useEffect, useEffectEvent } from 'react';
import { hasCommandKey, isTypedIn } from './keys.ts';

export type Command = {
  /** The heading in the list of commands. */
  group: string;
  label: string;
  /** For example `j`, `?`, `Escape`, `Shift+ArrowDown`, `Space`, `Mod+a` (Ctrl, or ⌘ on a Mac). */
  keys?: readonly string[];
  /** A CSS selector that the focused element must match. Keys of one character work on the whole page anyway. */
  within?: string;
  /** The keys work in a field, too. */
  whileTyping?: true;
  run: () => void;
};

const lists = new Set<() => readonly Command[]>();

export const availableCommands = (): Command[] => [...lists].flatMap((list) => list());

/** Adds commands while the component is mounted. `list` is called on every key press and when the list is opened. */
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

/** Also while the part of a dialog loads: what is typed is meant for it. */
export const hasDialog = (): boolean => document.querySelector('dialog[open], [data-loads-dialog]') !== null;

const pressedKey = (event: KeyboardEvent): string | undefined => {
  const name = event.key === ' ' ? 'Space' : event.key;
  if (hasCommandKey(event)) return `Mod+${name.toLowerCase()}`;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return event.shiftKey && name.length > 1 ? `Shift+${name}` : name;
};

/** Dialogs and menus leave only `Mod` keys to commands, and fields only those without `within`. */
export const findCommand = (event: KeyboardEvent, hasSingleKeys: boolean): Command | undefined => {
  const key = pressedKey(event);
  const { target } = event;
  if (key === undefined || event.defaultPrevented || !(target instanceof Element)) return undefined;
  const isSingle = key.length === 1;
  const isMod = key.startsWith('Mod+');
  const isCovered = hasDialog() || document.querySelector(':popover-open') !== null;
  if ((isSingle && !hasSingleKeys) || (isCovered && !isMod)) return undefined;
  return availableCommands().find(({ keys, within, whileTyping }) => {
    if (!keys?.includes(key)) return false;
    const worksInFields = whileTyping === true || (isMod && within === undefined);
    if (isTypedIn(target) && !worksInFields) return false;
    return within === undefined || isSingle || (!isCovered && target.matches(within));
  });
};
