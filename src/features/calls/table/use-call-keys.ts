import { useEffect, useEffectEvent } from 'react';
import { shortcutsChoice } from '#src/storage/local.ts';
import { isTypedIn } from '#src/ui/keys.ts';
import { callOfPath } from '#src/features/calls/call/address.ts';
import type { Board } from '#src/features/calls/board/board.ts';
import { checkNow, copyIds, pauseOrResume } from '#src/features/calls/board/actions.ts';
import { callAt, callPanel, focusedCall, focusRow } from '#src/features/calls/board/focus-row.ts';
import type { VisibleRows } from '#src/features/calls/board/rows.ts';
import type { Selection } from './selection.ts';

const isElsewhere = (event: KeyboardEvent): boolean =>
  event.altKey || event.defaultPrevented || document.querySelector('dialog[open], :popover-open') !== null;

const isInPanel = (target: EventTarget | null): boolean =>
  target instanceof Node && callPanel()?.contains(target) === true;

const findRegion = (): HTMLElement | null | undefined =>
  document.getElementById('calls-rows')?.closest<HTMLElement>('[role=region]');

/** The first call that can be seen, at least half of its row. */
const firstInSight = (): string | undefined => {
  const { left = 0, top = 0 } = findRegion()?.getBoundingClientRect() ?? {};
  return callAt(document.elementFromPoint(left + 48, top + 48));
};

const countRowsInPage = (region: HTMLElement): number =>
  // One row of the last page stays in sight.
  Math.max(
    1,
    Math.floor(region.clientHeight / (region.querySelector('a')?.closest('tr')?.offsetHeight ?? 32)) - 2,
  );

const headControls = (region: HTMLElement): HTMLElement[] => [
  ...region.querySelectorAll<HTMLElement>('thead :is(button, input)'),
];

type Keys = {
  board: Board;
  rows: VisibleRows;
  selection: Selection;
  opened: string | undefined;
  open: (id: string, replace: boolean) => void;
  close: () => void;
};

type KeyActions = Record<string, () => void>;

/**
 * The keys of the board; off while typing, in dialogs and menus. Escape, F6 and, in the table, the keys that are no
 * characters work also if single keys are switched off.
 */
export const useCallKeys = ({ board, rows, selection, opened, open, close }: Keys) => {
  const current = () => focusedCall() ?? opened;

  const goTo = (index: number, { extends: isRange = false, opens = false } = {}) => {
    const next = rows.at(Math.max(0, Math.min(index, rows.count() - 1)));
    if (next === undefined) return;
    if (isRange) selection.extend(next, focusedCall());
    else if (opens && opened !== undefined && opened !== next) open(next, true);
    focusRow(next);
  };

  /** The panel follows a single step; a longer way moves the keyboard alone. */
  const step = (by: 1 | -1, isRange = false) => {
    const at = rows.indexOf(current() ?? '');
    if (at !== -1) goTo(at + by, { extends: isRange, opens: true });
    else goTo(by > 0 ? rows.indexOf(firstInSight() ?? '') : rows.count() - 1, { opens: true });
  };

  const enterPanel = () => callPanel()?.focus();
  const leavePanel = () => {
    if (opened !== undefined && rows.has(opened)) focusRow(opened);
    // The panel has taken the place of the table, or the filter hides the call.
    if (isInPanel(document.activeElement)) close();
  };

  /** What r, p and c are about: the selected calls, else the one with the keyboard, else the open one. */
  const subjects = (): string[] => {
    const id = current();
    if (selection.getState().ids.size > 0) return selection.ids();
    return id !== undefined && board.call(id) ? [id] : [];
  };

  const characters: KeyActions = {
    j: () => step(1),
    k: () => step(-1),
    r: () => checkNow(board, subjects()),
    p: () => pauseOrResume(board, subjects()),
    c: () => {
      const ids = subjects();
      if (ids.length > 0) copyIds(ids);
    },
  };

  const inHead = (region: HTMLElement): KeyActions => {
    const controls = headControls(region);
    const at = controls.findIndex((control) => control === document.activeElement);
    return {
      ArrowLeft: () => controls[at - 1]?.focus(),
      ArrowRight: () => controls[at + 1]?.focus(),
      ArrowDown: () => goTo(rows.indexOf(firstInSight() ?? '')),
    };
  };

  const inRows = (region: HTMLElement, { shiftKey, target }: KeyboardEvent): KeyActions => {
    const focused = focusedCall();
    const at = rows.indexOf(current() ?? '');
    const isRange = shiftKey;
    return {
      ArrowDown: () => step(1, isRange),
      ArrowUp: () => {
        if (at === 0 && focused !== undefined && !isRange) headControls(region)[0]?.focus();
        else step(-1, isRange);
      },
      ...(callPanel() && { ArrowRight: enterPanel }),
      PageDown: () => goTo(at + countRowsInPage(region), { extends: isRange }),
      PageUp: () => goTo(at - countRowsInPage(region), { extends: isRange }),
      Home: () => goTo(0, { extends: isRange }),
      End: () => goTo(rows.count() - 1, { extends: isRange }),
      // On a button or a box of its own the space bar is theirs.
      ...(focused !== undefined &&
        target instanceof HTMLAnchorElement && {
          ' ': () => (shiftKey ? selection.extend(focused) : selection.toggle(focused)),
        }),
    };
  };

  const inTable = (event: KeyboardEvent): KeyActions => {
    const region = findRegion();
    if (!region?.contains(document.activeElement)) return {};
    return document.activeElement?.closest('thead') ? inHead(region) : inRows(region, event);
  };

  const escape = (): (() => void) | undefined => {
    if (selection.getState().ids.size > 0) return selection.clear;
    // By the address: what was opened a moment ago may not be drawn yet.
    return callOfPath(location.pathname) === undefined ? undefined : close;
  };

  const findAction = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, target } = event;
    if (key === 'F6') return isInPanel(target) ? leavePanel : callPanel() ? enterPanel : undefined;
    if (key === 'Escape' && isInPanel(target)) return leavePanel;
    if (isTypedIn(target)) return undefined;
    if (key === 'Escape') return escape();
    if (event.ctrlKey || event.metaKey) {
      const region = findRegion();
      const isHere = region?.contains(document.activeElement) || document.activeElement === document.body;
      return key === 'a' && isHere && rows.count() > 0 ? () => selection.setAll(true) : undefined;
    }
    const keys = { ...inTable(event), ...(shortcutsChoice.isOn() && characters) };
    return Object.hasOwn(keys, key) ? keys[key] : undefined;
  };

  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = isElsewhere(event) ? undefined : findAction(event);
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
