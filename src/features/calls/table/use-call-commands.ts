import { useCommands, type Command } from '#src/ui/commands.ts';
import { parseCallPath } from '#src/features/calls/call/address.ts';
import type { Board } from '#src/features/calls/board/board.ts';
import { checkNow, copyIds, pauseOrResume } from '#src/features/calls/board/actions.ts';
import { callAt, callPanel, focusedCall, focusRow } from '#src/features/calls/board/focus-row.ts';
import type { VisibleRows } from '#src/features/calls/board/rows.ts';
import type { Selection } from './selection.ts';

const TABLE = '[role=region]:has(#calls-rows)';
const HEAD = `${TABLE} thead *`;
const ROWS = `${TABLE}, ${TABLE} tbody *`;
/** On a button or a box of a row the space bar is theirs. */
const ROW_LINK = '#calls-rows a';

const isInPanel = (target: EventTarget | null): boolean =>
  target instanceof Node && callPanel()?.contains(target) === true;

const findRegion = (): HTMLElement | null => document.querySelector<HTMLElement>(TABLE);

/** The first call that can be seen, at least half of its row. */
const firstInSight = (): string | undefined => {
  const { left = 0, top = 0 } = findRegion()?.getBoundingClientRect() ?? {};
  return callAt(document.elementFromPoint(left + 48, top + 48));
};

const countRowsInPage = (): number => {
  const region = findRegion();
  const rowPx = region?.querySelector('a')?.closest('tr')?.offsetHeight ?? 32;
  // One row of the last page stays in sight.
  return Math.max(1, Math.floor((region?.clientHeight ?? 0) / rowPx) - 2);
};

/** Focuses a control of the table's head: the first, or the one beside the one with the focus. */
const focusHead = (by: -1 | 0 | 1): void => {
  const controls = [...document.querySelectorAll<HTMLElement>(`${TABLE} thead :is(button, input)`)];
  const at = controls.findIndex((control) => control === document.activeElement);
  controls[by === 0 ? 0 : at + by]?.focus();
};

type Keys = {
  board: Board;
  rows: VisibleRows;
  selection: Selection;
  opened: string | undefined;
  open: (id: string, replace: boolean) => void;
  close: () => void;
};

/** What can be done with the calls of the board, and by which keys. */
export const useCallCommands = ({ board, rows, selection, opened, open, close }: Keys) => {
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

  const goFrom = (by: number, isRange: boolean) =>
    goTo(rows.indexOf(current() ?? '') + by, { extends: isRange });

  useCommands(() => {
    const row = (
      label: string,
      keys: readonly string[],
      run: () => void,
      more: Partial<Command> = {},
    ): Command => ({ group: 'Calls', label, keys, run, ...more });
    const inRows = { within: ROWS };
    const inHead = { within: HEAD };
    const focused = focusedCall();
    const chosen = subjects();
    const hasSelected = selection.getState().ids.size > 0;
    const panel = callPanel();
    const inPanel = {
      within: panel ? `#${panel.id}, #${panel.id} *` : ':not(*)',
      whileTyping: true,
    } as const;
    return [
      ...(focused !== undefined && rows.indexOf(focused) === 0
        ? [row('Go to the head of the table', ['ArrowUp'], () => focusHead(0), inRows)]
        : []),
      row('Next call', ['j', 'ArrowDown'], () => step(1), inRows),
      row('Previous call', ['k', 'ArrowUp'], () => step(-1), inRows),
      row('First call', ['Home'], () => goTo(0), inRows),
      row('Last call', ['End'], () => goTo(rows.count() - 1), inRows),
      row('Next page', ['PageDown'], () => goFrom(countRowsInPage(), false), inRows),
      row('Previous page', ['PageUp'], () => goFrom(-countRowsInPage(), false), inRows),
      ...(focused === undefined
        ? []
        : [
            row('Select or clear the call', ['Space'], () => selection.toggle(focused), { within: ROW_LINK }),
            row('Select up to the call', ['Shift+Space'], () => selection.extend(focused), {
              within: ROW_LINK,
            }),
          ]),
      row('Select up to the next call', ['Shift+ArrowDown'], () => step(1, true), inRows),
      row('Select up to the previous call', ['Shift+ArrowUp'], () => step(-1, true), inRows),
      row('Select up to the next page', ['Shift+PageDown'], () => goFrom(countRowsInPage(), true), inRows),
      row('Select up to the previous page', ['Shift+PageUp'], () => goFrom(-countRowsInPage(), true), inRows),
      row('Select up to the first call', ['Shift+Home'], () => goTo(0, { extends: true }), inRows),
      row(
        'Select up to the last call',
        ['Shift+End'],
        () => goTo(rows.count() - 1, { extends: true }),
        inRows,
      ),
      ...(rows.count() > 0
        ? [
            row('Select all shown', ['Mod+a'], () => selection.setAll(true), {
              within: `body, ${ROWS}, ${HEAD}`,
            }),
          ]
        : []),
      ...(chosen.length > 0
        ? [
            row('Check now', ['r'], () => checkNow(board, subjects())),
            row('Pause or resume checks', ['p'], () => pauseOrResume(board, subjects())),
            row('Copy call ID', ['c'], () => copyIds(subjects())),
          ]
        : []),
      ...(panel
        ? [
            row('Back to the call’s row', ['Escape', 'F6'], leavePanel, inPanel),
            row('Go to the call’s panel', ['F6'], () => panel.focus(), { whileTyping: true }),
            row('Go into the call’s panel', ['ArrowRight'], () => panel.focus(), inRows),
          ]
        : []),
      ...(hasSelected ? [row('Clear selection', ['Escape'], selection.clear)] : []),
      // By the address: what was opened a moment ago may not be drawn yet.
      ...(parseCallPath(location.pathname) === undefined ? [] : [row('Close the call', ['Escape'], close)]),
      row('Next column', ['ArrowRight'], () => focusHead(1), inHead),
      row('Previous column', ['ArrowLeft'], () => focusHead(-1), inHead),
      row('Back to the rows', ['ArrowDown'], () => goTo(rows.indexOf(firstInSight() ?? '')), inHead),
    ];
  });
};
