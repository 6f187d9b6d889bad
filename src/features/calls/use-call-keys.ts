import { useEffect, useEffectEvent } from 'react';
import { shortcutsOn } from '#src/ui/shortcut-setting.ts';
import { copyText } from '#src/ui/toasts.ts';
import type { Board } from './board.ts';

const links = () => [...document.querySelectorAll<HTMLAnchorElement>('#calls-rows a')];

/** The call whose row has the keyboard. */
const focusedCall = (): string | undefined => {
  const active = document.activeElement;
  return active instanceof HTMLAnchorElement && active.closest('#calls-rows') ? active.title : undefined;
};

/** Puts the keyboard on a call's row, at once or as soon as it is drawn. */
export const focusRow = (id: string): void => {
  const focus = () =>
    links()
      .find((link) => link.title === id)
      ?.focus();
  focus();
  if (focusedCall() !== id) requestAnimationFrame(focus);
};

const isElsewhere = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.defaultPrevented ||
  (event.target instanceof HTMLElement &&
    (event.target.isContentEditable || event.target.matches('input, textarea, select'))) ||
  document.querySelector('dialog[open], :popover-open') !== null;

type Keys = {
  board: Board;
  /** The calls in the order shown. */
  ids: readonly string[];
  opened: string | undefined;
  open: (id: string, replace: boolean) => void;
  close: () => void;
};

/** The keys of the board; off while typing, in dialogs and menus. Escape works also where single keys are off. */
export const useCallKeys = ({ board, ids, opened, open, close }: Keys) => {
  const move = (by: 1 | -1) => {
    const at = ids.indexOf(focusedCall() ?? opened ?? '');
    const next = ids[at === -1 ? (by === 1 ? 0 : ids.length - 1) : at + by];
    if (next === undefined) return;
    if (opened !== undefined) open(next, true);
    focusRow(next);
  };

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isElsewhere(event)) return;
    if (event.key === 'Escape') {
      if (opened !== undefined) close();
      return;
    }
    if (!shortcutsOn()) return;
    const id = focusedCall() ?? opened;
    const view = id === undefined ? undefined : board.call(id);
    const act: Record<string, () => void> = {
      j: () => move(1),
      k: () => move(-1),
      r: () => view && void board.checkNow(view.entry.id),
      p: () =>
        view &&
        (view.due !== undefined || view.entry.paused) &&
        board.setPaused([view.entry.id], view.entry.paused !== true),
      c: () => view && void copyText(view.entry.id, 'ID'),
    };
    if (!Object.hasOwn(act, event.key)) return;
    event.preventDefault();
    act[event.key]?.();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
};
