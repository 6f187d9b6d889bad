import { callOfPath } from '#src/features/calls/call/address.ts';
import type { Board } from '#src/features/calls/board/board.ts';
import { checkNow, copyIds, pauseOrResume } from '#src/features/calls/board/actions.ts';
import { callAt, callPanel, focusedCall, focusRow } from '#src/features/calls/board/focus-row.ts';
import type { VisibleRows } from '#src/features/calls/board/rows.ts';
import { useCommands, type Command } from '#src/ui/commands.ts';
import type { Selection } from './selection.ts';

/** The region that scrolls. */
export const TABLE_ID = 'calls-table';

const TABLE = `#${TABLE_ID}, #${TABLE_ID} *`;
const HEAD = `#${TABLE_ID} thead *`;
const ROW = '#calls-rows a';

const findRegion = (): HTMLElement | null => document.getElementById(TABLE_ID);

/** The first call that can be seen, at least half of its row. */
const firstInSight = (): string | undefined => {
  const { left = 0, top = 0 } = findRegion()?.getBoundingClientRect() ?? {};
  return callAt(document.elementFromPoint(left + 48, top + 48));
};

/** One row of the last page stays in sight. */
const countRowsInPage = (): number => {
  const region = findRegion();
  const rowPx = region?.querySelector('a')?.closest('tr')?.offsetHeight ?? 32;
  return Math.max(1, Math.floor((region?.clientHeight ?? 0) / rowPx) - 2);
};

const focusInHead = (by: number): void => {
  const controls = [...(findRegion()?.querySelectorAll<HTMLElement>('thead :is(button, input)') ?? [])];
  const at = controls.findIndex((control) => control === document.activeElement);
  controls[Math.max(0, at + by)]?.focus();
};

/** What can be done with the rows of the table, by keys and by name. Keys lead from row to row, to the head and the panel. */
export const useCallCommands = ({
  board,
  rows,
  selection,
  opened,
  open,
  close,
}: {
  board: Board;
  rows: VisibleRows;
  selection: Selection;
  opened: string | undefined;
  open: (id: string, replace: boolean) => void;
  close: () => void;
}): void => {
  const current = () => focusedCall() ?? opened;
  const currentIndex = () => rows.indexOf(current() ?? '');
  const last = () => rows.count() - 1;

  const goTo = (index: number, opens = false) => {
    const next = rows.at(Math.max(0, Math.min(index, last())));
    if (next === undefined) return;
    if (opens && opened !== undefined && opened !== next) open(next, true);
    focusRow(next);
  };
  const extendTo = (index: number) => {
    const next = rows.at(Math.max(0, Math.min(index, last())));
    if (next === undefined) return;
    selection.extend(next, focusedCall());
    focusRow(next);
  };
  /** The panel follows a single step; a longer way moves the focus alone. */
  const step = (by: 1 | -1) => {
    const at = currentIndex();
    if (at !== -1) goTo(at + by, true);
    else goTo(by > 0 ? rows.indexOf(firstInSight() ?? '') : last(), true);
  };
  const goUp = () => {
    if (focusedCall() !== undefined && currentIndex() === 0) focusInHead(0);
    else step(-1);
  };

  const withFocused = (act: (id: string) => void) => {
    const id = focusedCall();
    if (id !== undefined) act(id);
  };

  /** The selected calls, else the one with the focus, else the open one. */
  const subjects = (): string[] => {
    const id = current();
    if (selection.getState().ids.size > 0) return selection.ids();
    return id !== undefined && board.call(id) ? [id] : [];
  };

  const isInPanel = () => callPanel()?.contains(document.activeElement) === true;
  const leavePanel = () => {
    if (opened !== undefined && rows.has(opened)) focusRow(opened);
    // The panel has taken the place of the table, or the filter hides the call.
    if (isInPanel()) close();
  };
  const escape = (): (() => void) | undefined => {
    if (isInPanel()) return leavePanel;
    if (selection.getState().ids.size > 0) return selection.clear;
    // By the address: what was opened a moment ago may not be drawn yet.
    return callOfPath(location.pathname) === undefined ? undefined : close;
  };

  const inRow = (label: string, key: string, run: () => void): Command => ({
    group: 'Calls',
    label,
    keys: [key],
    within: TABLE,
    run,
  });

  useCommands(() => {
    const leave = escape();
    return [
      { group: 'Calls', label: 'Next column', keys: ['ArrowRight'], within: HEAD, run: () => focusInHead(1) },
      {
        group: 'Calls',
        label: 'Previous column',
        keys: ['ArrowLeft'],
        within: HEAD,
        run: () => focusInHead(-1),
      },
      {
        group: 'Calls',
        label: 'From the head to the rows',
        keys: ['ArrowDown'],
        within: HEAD,
        run: () => goTo(rows.indexOf(firstInSight() ?? '')),
      },
      { group: 'Calls', label: 'Next call', keys: ['j', 'ArrowDown'], within: TABLE, run: () => step(1) },
      { group: 'Calls', label: 'Previous call', keys: ['k'], run: () => step(-1) },
      inRow('Up, from the first call to the head', 'ArrowUp', goUp),
      inRow('Calls of the next page', 'PageDown', () => goTo(currentIndex() + countRowsInPage())),
      inRow('Calls of the previous page', 'PageUp', () => goTo(currentIndex() - countRowsInPage())),
      inRow('First call', 'Home', () => goTo(0)),
      inRow('Last call', 'End', () => goTo(last())),
      {
        group: 'Calls',
        label: 'Select the call',
        keys: ['Space'],
        within: ROW,
        run: () => withFocused(selection.toggle),
      },
      {
        group: 'Calls',
        label: 'Select up to the call',
        keys: ['Shift+Space'],
        within: ROW,
        run: () => withFocused(selection.extend),
      },
      inRow('Select up to the next', 'Shift+ArrowDown', () => extendTo(currentIndex() + 1)),
      inRow('Select up to the previous', 'Shift+ArrowUp', () => extendTo(currentIndex() - 1)),
      inRow('Select a page on', 'Shift+PageDown', () => extendTo(currentIndex() + countRowsInPage())),
      inRow('Select a page back', 'Shift+PageUp', () => extendTo(currentIndex() - countRowsInPage())),
      inRow('Select up to the first', 'Shift+Home', () => extendTo(0)),
      inRow('Select up to the last', 'Shift+End', () => extendTo(last())),
      {
        group: 'Calls',
        label: 'Select all shown',
        keys: ['Mod+a'],
        within: `${TABLE}, body`,
        run: () => selection.setAll(true),
      },
      {
        group: 'Calls',
        label: 'Check now',
        icon: 'refresh',
        keys: ['r'],
        run: () => checkNow(board, subjects()),
      },
      {
        group: 'Calls',
        label: 'Pause or resume checks',
        icon: 'pause',
        keys: ['p'],
        run: () => pauseOrResume(board, subjects()),
      },
      {
        group: 'Calls',
        label: 'Copy call IDs',
        icon: 'copy',
        keys: ['c'],
        run: () => {
          const ids = subjects();
          if (ids.length > 0) copyIds(ids);
        },
      },
      ...(callPanel()
        ? [
            inRow('Into the open call', 'ArrowRight', () => callPanel()?.focus()),
            {
              group: 'Calls',
              label: 'Between row and open call',
              keys: ['F6'],
              run: () => (isInPanel() ? leavePanel() : callPanel()?.focus()),
            },
          ]
        : []),
      ...(leave
        ? [
            {
              group: 'Calls',
              label: 'Back, clear the selection, close the call',
              keys: ['Escape'],
              run: leave,
            },
          ]
        : []),
    ];
  });
};
