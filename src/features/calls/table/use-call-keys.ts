import { useKeys } from '#src/ui/keys.ts';
import { LOOKUP_ID, parseCallPath } from '#src/features/calls/call/address.ts';
import { useBoard } from '#src/features/calls/board/board.ts';
import { useTable } from '#src/features/calls/board/visible-rows.ts';
import { copyForTicket, exportCalls } from '#src/features/calls/board/actions.ts';
import { findCallAt, focusPanel, focusRow, PANEL_ID, ROWS_ID } from '#src/features/calls/board/focus.ts';

const TABLE = `[role=region]:has(#${ROWS_ID})`;
const IN_ROWS = `${TABLE}, ${TABLE} tbody *`;
/** A click on an empty part of the page focuses `main`. */
const IN_ROWS_OR_NOWHERE = `body, main, ${IN_ROWS}`;
/** Not the checkbox, which the space bar presses itself. */
const ROW_LINK = `#${ROWS_ID} a`;
const FILTERS = '[aria-label="Show only"] > button:not([aria-expanded])';
const IN_PANEL = `#${PANEL_ID}, #${PANEL_ID} *`;

const findFocusedCall = (): string | undefined => findCallAt(document.activeElement);

const findPanel = (): HTMLElement | null => document.getElementById(PANEL_ID);

/** The first call whose row is at least half in sight. */
const findFirstInSight = (): string | undefined => {
  const { left = 0, top = 0 } = document.querySelector(TABLE)?.getBoundingClientRect() ?? {};
  return findCallAt(document.elementFromPoint(left + 48, top + 48));
};

type CallKeyOptions = {
  opened: string | undefined;
  open: (id: string, replace: boolean) => void;
  close: () => void;
  note: (ids: readonly string[]) => void;
};

export const useCallKeys = ({ opened, open, close, note }: CallKeyOptions) => {
  const board = useBoard();
  const { rows, selection } = useTable();
  const goToFirstInSight = () => goTo(rows.indexOf(findFirstInSight() ?? ''));

  const goTo = (index: number, isRange = false): string | undefined => {
    const next = rows.at(Math.max(0, Math.min(index, rows.all().length - 1)));
    if (next === undefined) return undefined;
    if (isRange) selection.extend(next, findFocusedCall());
    focusRow(next, true);
    return next;
  };

  /** An open panel follows a step to the next row. */
  const step = (by: 1 | -1, isRange: boolean) => {
    const index = rows.indexOf(findFocusedCall() ?? opened ?? '');
    const start = by > 0 ? rows.indexOf(findFirstInSight() ?? '') : rows.all().length - 1;
    const next = goTo(index === -1 ? start : index + by, isRange && index !== -1);
    if (!isRange && next !== undefined && opened !== undefined && opened !== next) open(next, true);
  };

  const leavePanel = () => {
    if (opened === undefined) return;
    if (rows.has(opened)) focusRow(opened, true);
    // The row could not be focused: the panel covers the table, or the filter hides the call.
    if (findPanel()?.contains(document.activeElement)) close();
  };

  /** The selected calls, unless a call is open and the focus is in no selected row: then the focused one, else the open one. */
  const findTargets = (): string[] => {
    const focused = findFocusedCall();
    const id = focused ?? opened;
    const { ids } = selection.getState();
    const isInSelection = focused !== undefined && ids.has(focused);
    if (ids.size > 0 && (opened === undefined || isInSelection)) return selection.ids();
    return id !== undefined && board.store.call(id) ? [id] : [];
  };

  /** As "Share" does: without others, those shown. */
  const findShared = (): readonly string[] => {
    const targets = findTargets();
    return targets.length > 0 ? targets : rows.all();
  };

  useKeys(() => {
    const hasRows = rows.all().length > 0;
    const focused = findFocusedCall();
    const toggle = () => focused !== undefined && selection.toggle(focused);
    const extend = () => focused !== undefined && selection.extend(focused);
    const openFocused = () => focused !== undefined && open(focused, false);
    const hasTargets = findTargets().length > 0;
    // By the address: a call that was just opened may not have rendered.
    const inAddress = parseCallPath(location.pathname);
    const isOpening = inAddress !== undefined && board.store.call(inAddress) !== undefined;
    return [
      {
        key: 'ArrowDown',
        label: 'From the filter to the rows',
        within: `#${LOOKUP_ID}, ${FILTERS}`,
        whileTyping: true,
        run: goToFirstInSight,
      },
      { key: 'ArrowDown', label: 'Next call', within: IN_ROWS_OR_NOWHERE, run: () => step(1, false) },
      { key: 'ArrowUp', label: 'Previous call', within: IN_ROWS_OR_NOWHERE, run: () => step(-1, false) },
      {
        key: 'Enter',
        label: 'Open the call',
        when: focused !== undefined,
        within: ROW_LINK,
        run: openFocused,
      },
      {
        key: 'ArrowRight',
        label: 'To the open call or the summary',
        when: isOpening || findPanel() !== null,
        within: IN_ROWS,
        run: focusPanel,
      },
      {
        key: 'Escape',
        label: 'Back to the table',
        when: opened !== undefined,
        within: IN_PANEL,
        whileTyping: true,
        run: leavePanel,
      },
      {
        key: 'Space',
        label: 'Select or clear the call',
        when: focused !== undefined,
        within: ROW_LINK,
        run: toggle,
      },
      {
        key: 'Shift+Space',
        label: 'Select up to the call',
        when: focused !== undefined,
        within: ROW_LINK,
        run: extend,
      },
      {
        key: 'Shift+ArrowDown',
        label: 'Select the next call, too',
        when: hasRows,
        within: IN_ROWS,
        run: () => step(1, true),
      },
      {
        key: 'Shift+ArrowUp',
        label: 'Select the previous call, too',
        when: hasRows,
        within: IN_ROWS,
        run: () => step(-1, true),
      },
      {
        key: 'Mod+a',
        label: 'Select all calls shown',
        when: hasRows,
        within: IN_ROWS,
        run: () => selection.setAll(true),
      },
      { key: 'Escape', label: 'Close the call', when: inAddress !== undefined, run: close },
      {
        key: 'Escape',
        label: 'Clear the selection',
        when: selection.getState().ids.size > 0,
        run: selection.clear,
      },
      { key: 'n', label: 'Note', when: hasTargets, run: () => note(findTargets()) },
      {
        key: 't',
        label: 'Copy for a ticket',
        when: hasTargets || hasRows,
        run: () => copyForTicket(board, findShared()),
      },
      {
        key: 'e',
        label: 'Hand over as CSV',
        when: hasTargets || hasRows,
        run: () => exportCalls(board, findShared()),
      },
    ];
  });
};
