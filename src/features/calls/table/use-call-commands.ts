import { useCommands, type Command } from '#src/ui/commands.ts';
import { focusByKey } from '#src/ui/keys.ts';
import { parseCallPath } from '#src/features/calls/call/address.ts';
import { useBoard, useTable } from '#src/features/calls/board/hooks.ts';
import { checkNow, copyForTicket, copyIds, exportCalls } from '#src/features/calls/board/actions.ts';
import { findCallAt, findFocusedCall, focusRow, PANEL_ID } from '#src/features/calls/board/focus-row.ts';

const TABLE = '[role=region]:has(#calls-rows)';
const IN_HEAD = `${TABLE} thead *`;
const IN_ROWS = `${TABLE}, ${TABLE} tbody *`;
/** A click on an empty part of the page focuses `main`. */
const IN_ROWS_OR_NOWHERE = `body, main, ${IN_ROWS}`;
/** Not the checkbox, which the space bar presses itself. */
const ROW_LINK = '#calls-rows a';

const findPanel = (): HTMLElement | null => document.getElementById(PANEL_ID);

const findRegion = (): HTMLElement | null => document.querySelector<HTMLElement>(TABLE);

/** The first call whose row is at least half in sight. */
const findFirstInSight = (): string | undefined => {
  const { left = 0, top = 0 } = findRegion()?.getBoundingClientRect() ?? {};
  return findCallAt(document.elementFromPoint(left + 48, top + 48));
};

/** 0 focuses the first control of the table's head, 1 the next, -1 the previous. */
const focusHead = (by: -1 | 0 | 1): void => {
  const controls = [...document.querySelectorAll<HTMLElement>(`${TABLE} thead :is(button, input)`)];
  const at = controls.findIndex((control) => control === document.activeElement);
  focusByKey(controls[by === 0 ? 0 : at + by]);
};

type CallCommandOptions = {
  opened: string | undefined;
  open: (id: string, replace: boolean) => void;
  close: () => void;
  note: (ids: readonly string[]) => void;
};

export const useCallCommands = ({ opened, open, close, note }: CallCommandOptions) => {
  const board = useBoard();
  const { rows, selection } = useTable();
  const findCurrent = () => findFocusedCall() ?? opened;
  const findIndex = () => rows.indexOf(findCurrent() ?? '');
  const goToFirstInSight = () => goTo(rows.indexOf(findFirstInSight() ?? ''));

  const goTo = (index: number, isRange = false): string | undefined => {
    const next = rows.at(Math.max(0, Math.min(index, rows.count() - 1)));
    if (next === undefined) return undefined;
    if (isRange) selection.extend(next, findFocusedCall());
    focusRow(next, true);
    return next;
  };

  /** An open panel follows a step to the next row. All other moves only move the focus. */
  const step = (by: 1 | -1, isRange: boolean) => {
    const index = findIndex();
    const start = by > 0 ? rows.indexOf(findFirstInSight() ?? '') : rows.count() - 1;
    const next = goTo(index === -1 ? start : index + by, isRange && index !== -1);
    if (!isRange && next !== undefined && opened !== undefined && opened !== next) open(next, true);
  };

  const leavePanel = () => {
    if (opened === undefined) return goToFirstInSight();
    if (rows.has(opened)) focusRow(opened, true);
    // The row could not be focused: the panel covers the table, or the filter hides the call.
    if (findPanel()?.contains(document.activeElement)) close();
  };

  /** The focused call, else the first in sight. */
  const openCurrent = () => {
    const id = findFocusedCall() ?? findFirstInSight();
    if (id !== undefined) open(id, false);
  };

  /** The selected calls, else the focused one, else the open one. */
  const findTargets = (): string[] => {
    const id = findCurrent();
    if (selection.getState().ids.size > 0) return selection.ids();
    return id !== undefined && board.store.call(id) ? [id] : [];
  };

  type Move = readonly [to: string, keys: readonly string[], within: string, go: (isRange: boolean) => void];
  const moves: readonly Move[] = [
    ['next call', ['j', 'ArrowDown'], IN_ROWS_OR_NOWHERE, (isRange) => step(1, isRange)],
    ['previous call', ['k', 'ArrowUp'], IN_ROWS_OR_NOWHERE, (isRange) => step(-1, isRange)],
    ['first call', ['Home'], IN_ROWS, (isRange) => goTo(0, isRange)],
    ['last call', ['End'], IN_ROWS, (isRange) => goTo(rows.count() - 1, isRange)],
  ];

  useCommands(() => {
    const command = (
      label: string,
      keys: readonly string[],
      run: () => void,
      more: Partial<Command> = {},
    ): Command => ({ group: 'Calls', label, keys, run, ...more });
    const inRows = { within: IN_ROWS };
    const inHead = { within: IN_HEAD };
    const inFilter = { within: '#call-filter', whileTyping: true } as const;
    const onRow = { within: ROW_LINK };
    const focused = findFocusedCall();
    const commands = moves.flatMap(([to, keys, within, go]) => [
      command(`${to.charAt(0).toUpperCase()}${to.slice(1)}`, keys, () => go(false), { within }),
      command(`Select up to the ${to}`, [`Shift+${keys.at(-1)}`], () => go(true), inRows),
    ]);
    if (rows.count() > 0) commands.push(command('Open the call', ['Enter'], openCurrent, onRow));
    if (focused !== undefined) {
      if (rows.indexOf(focused) === 0)
        commands.unshift(command('Go to the head of the table', ['ArrowUp'], () => focusHead(0), inRows));
      commands.push(
        command('Select or clear the call', ['Space'], () => selection.toggle(focused), onRow),
        command('Select up to the call', ['Shift+Space'], () => selection.extend(focused), onRow),
      );
    }
    if (rows.count() > 0) {
      const within = `${IN_ROWS_OR_NOWHERE}, ${IN_HEAD}`;
      commands.push(command('Select all shown', ['Mod+a'], () => selection.setAll(true), { within }));
    }
    if (findTargets().length > 0) {
      commands.push(
        command('Check now', ['r'], () => checkNow(board, findTargets())),
        command('Note', ['n'], () => note(findTargets())),
        command('Copy call ID', ['c'], () => copyIds(findTargets())),
        command('Copy for a ticket', ['t'], () => copyForTicket(board, findTargets())),
        command('Export CSV', ['e'], () => exportCalls(board, findTargets())),
      );
    }
    const panel = findPanel();
    if (panel) {
      const inPanel = { within: `#${PANEL_ID}, #${PANEL_ID} *`, whileTyping: true } as const;
      const [row, name] = opened === undefined ? ['table', 'summary'] : ['call’s row', 'call’s panel'];
      commands.push(
        command(`Back to the ${row}`, ['Escape', 'F6'], leavePanel, inPanel),
        command(`Go to the ${name}`, ['F6'], () => focusByKey(panel), { whileTyping: true }),
        command(`Go into the ${name}`, ['ArrowRight'], () => focusByKey(panel), inRows),
      );
    } else if (rows.count() > 0)
      commands.push(command('Go to the call’s panel', ['F6'], openCurrent, inRows));
    if (selection.getState().ids.size > 0)
      commands.push(command('Clear selection', ['Escape'], selection.clear));
    // By the address: a call that was just opened may not have rendered.
    if (parseCallPath(location.pathname) !== undefined)
      commands.push(command('Close the call', ['Escape'], close));
    return [
      ...commands,
      command('Next column', ['ArrowRight'], () => focusHead(1), inHead),
      command('Previous column', ['ArrowLeft'], () => focusHead(-1), inHead),
      command('Back to the rows', ['ArrowDown'], goToFirstInSight, inHead),
      command('Go from the filter to the rows', ['ArrowDown'], goToFirstInSight, inFilter),
    ];
  });
};
