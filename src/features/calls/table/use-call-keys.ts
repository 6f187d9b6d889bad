import { useEffect, useEffectEvent } from 'react';
import { shortcutsChoice } from '#src/storage/local.ts';
import { isTypedIn } from '#src/ui/keys.ts';
import { callOfPath } from '#src/features/calls/call/address.ts';
import type { Board } from '#src/features/calls/board/board.ts';
import { copyIds, pauseOrResume } from '#src/features/calls/board/actions.ts';
import { callAt, focusedCall, focusRow } from '#src/features/calls/board/focus-row.ts';
import type { VisibleRows } from '#src/features/calls/board/rows.ts';
import type { Selection } from './selection.ts';

const isElsewhere = (event: KeyboardEvent): boolean =>
  event.altKey ||
  event.defaultPrevented ||
  isTypedIn(event.target) ||
  document.querySelector('dialog[open], :popover-open') !== null;

const regionOf = (): HTMLElement | null | undefined =>
  document.getElementById('calls-rows')?.closest<HTMLElement>('[role=region]');

/** The table's region, where the keyboard is in it. */
const regionInUse = (): HTMLElement | undefined => {
  const region = regionOf();
  return region?.contains(document.activeElement) ? region : undefined;
};

/** The first call that can be seen, at least half of its row. */
const firstInSight = (): string | undefined => {
  const { left = 0, top = 0 } = regionOf()?.getBoundingClientRect() ?? {};
  return callAt(document.elementFromPoint(left + 48, top + 48));
};

/** By how many rows a page goes, so that one row of the last page stays in sight. */
const pageOf = (region: HTMLElement): number =>
  Math.max(
    1,
    Math.floor(region.clientHeight / (region.querySelector('a')?.closest('tr')?.offsetHeight ?? 32)) - 2,
  );

type Keys = {
  board: Board;
  rows: VisibleRows;
  selection: Selection;
  opened: string | undefined;
  open: (id: string, replace: boolean) => void;
  close: () => void;
};

/**
 * The keys of the board; off while typing, in dialogs and menus. Escape and, in the table, the keys that are no
 * characters work also where single keys are off.
 */
export const useCallKeys = ({ board, rows, selection, opened, open, close }: Keys) => {
  const current = () => focusedCall() ?? opened;

  const goTo = (index: number, extends_ = false) => {
    const next = rows.at(Math.max(0, Math.min(index, rows.count() - 1)));
    if (next === undefined) return;
    if (extends_) selection.extend(next, focusedCall());
    else if (opened !== undefined && opened !== next) open(next, true);
    focusRow(next);
  };

  const move = (by: number, extends_ = false) => {
    const at = rows.indexOf(current() ?? '');
    if (at === -1) goTo(by > 0 ? rows.indexOf(firstInSight() ?? '') : rows.count() - 1);
    else goTo(at + by, extends_);
  };

  /** What r, p and c are about: the selected calls, else the one with the keyboard, else the open one. */
  const subjects = (): string[] => {
    const id = current();
    if (selection.getState().ids.size > 0) return selection.ids();
    return id !== undefined && board.call(id) ? [id] : [];
  };

  const characters: Record<string, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    r: () => {
      const [only, ...others] = subjects();
      if (others.length > 0) board.checkSoon(subjects());
      else if (only !== undefined) void board.checkNow(only);
    },
    p: () => pauseOrResume(board, subjects()),
    c: () => {
      const ids = subjects();
      if (ids.length > 0) copyIds(ids);
    },
  };

  const inTable = (region: HTMLElement, { shiftKey, target }: KeyboardEvent): Record<string, () => void> => {
    const focused = focusedCall();
    return {
      ArrowDown: () => move(1, shiftKey),
      ArrowUp: () => move(-1, shiftKey),
      PageDown: () => move(pageOf(region), shiftKey),
      PageUp: () => move(-pageOf(region), shiftKey),
      Home: () => goTo(0, shiftKey),
      End: () => goTo(rows.count() - 1, shiftKey),
      // On a button or a box of its own the space bar is theirs.
      ...(focused !== undefined &&
        target instanceof HTMLAnchorElement && {
          ' ': () => (shiftKey ? selection.extend(focused) : selection.toggle(focused)),
        }),
    };
  };

  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    const { key } = event;
    const region = regionInUse();
    if (event.ctrlKey || event.metaKey) {
      const isAll = key === 'a' && (region !== undefined || document.activeElement === document.body);
      return isAll && rows.count() > 0 ? () => selection.setAll(true) : undefined;
    }
    if (key === 'Escape') {
      if (selection.getState().ids.size > 0) return selection.clear;
      // By the address: what was opened a moment ago may not be drawn yet.
      return callOfPath(location.pathname) === undefined ? undefined : close;
    }
    const keys = { ...(region && inTable(region, event)), ...(shortcutsChoice.isOn() && characters) };
    return Object.hasOwn(keys, key) ? keys[key] : undefined;
  };

  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = isElsewhere(event) ? undefined : actionOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
};
