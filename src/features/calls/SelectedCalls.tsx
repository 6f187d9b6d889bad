import { useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '#src/lib/count.ts';
import { useCommands, type Command } from '#src/ui/commands.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { LazyTextDialog } from '#src/ui/forms/LazyTextDialog.ts';
import type { IconName } from '#src/ui/Icon.tsx';
import { SelectionBar } from '#src/ui/table/SelectionBar.tsx';
import { useLists } from './ListMenu.tsx';
import { focusRow } from './board/focus-row.ts';
import { useBoard } from './board/board.ts';
import { checkNow, moveToList, pauseOrResume, stopWatching } from './board/actions.ts';
import { ShareMenu } from './ShareMenu.tsx';
import { useView } from './board/view.ts';
import { labelList, MAX_LIST_LENGTH, readListName } from './call/list-name.ts';
import { useTable } from './board/use-table.ts';
import styles from './Board.module.css';

const MoveDialog = ({
  count,
  onMove,
  onClose,
}: {
  count: number;
  onMove: (list: string) => void;
  onClose: () => void;
}) => {
  const { list: shown } = useView().view;
  const others = useLists().filter(({ name }) => name !== shown);
  const moveAndClose = (list: string) => {
    onMove(list);
    onClose();
  };
  return (
    <LazyTextDialog
      title={`Move ${formatCount(count, 'call')} to a list`}
      label="New list"
      required="Enter a name."
      maxLength={MAX_LIST_LENGTH}
      initial=""
      action="Move"
      onSave={(text) => onMove(readListName(text))}
      onClose={onClose}
    >
      {others.length > 0 && (
        <ul className={styles['choices']} aria-label="Lists">
          {others.map(({ name }) => (
            <li key={name}>
              <Button onClick={() => moveAndClose(name)}>{labelList(name)}</Button>
            </li>
          ))}
        </ul>
      )}
    </LazyTextDialog>
  );
};

export const SelectedCalls = ({ onNote }: { onNote: (ids: readonly string[]) => void }) => {
  const board = useBoard();
  const { rows, selection } = useTable();
  const count = useStore(selection, ({ ids }) => ids.size);
  const hidden = useStore(rows, selection.countHidden);
  const [movedIds, setMovedIds] = useState<readonly string[]>();

  /** For actions that remove this bar, and the focused button with it. */
  const actAndFocusRow = (act: () => void) => {
    const row = selection.getState().anchor;
    act();
    const next = row !== undefined && rows.has(row) ? row : rows.at(0);
    if (next !== undefined) focusRow(next);
  };

  const ids = () => selection.ids();
  const actions: (Omit<Command, 'group'> & { icon: IconName; hasShortcut?: true })[] = [
    { label: 'Note…', icon: 'message', hasShortcut: true, run: () => onNote(ids()) },
    { label: 'Check now', icon: 'refresh', hasShortcut: true, run: () => checkNow(board, ids()) },
    { label: 'Pause or resume', icon: 'pause', hasShortcut: true, run: () => pauseOrResume(board, ids()) },
    { label: 'Stop watching', icon: 'x', run: () => actAndFocusRow(() => stopWatching(board, ids())) },
    { label: 'Move to list…', icon: 'right', run: () => setMovedIds(ids()) },
  ];
  // The table has commands for the actions with a shortcut.
  useCommands(() =>
    actions
      .filter(({ hasShortcut }) => !hasShortcut)
      .map((action) => Object.assign({ group: 'Selected calls' }, action)),
  );

  return (
    <SelectionBar
      label="Selected calls"
      className={styles['selected']}
      count={count}
      hidden={hidden}
      onClear={() => actAndFocusRow(selection.clear)}
    >
      <ShareMenu trigger={{ size: 'sm' }} />
      {actions.map(({ label, icon, run }) => (
        <Button key={label} variant="bare" size="sm" icon={icon} onClick={run}>
          {label}
        </Button>
      ))}
      {movedIds && (
        <MoveDialog
          count={movedIds.length}
          onMove={(list) => actAndFocusRow(() => moveToList(board, movedIds, list))}
          onClose={() => setMovedIds(undefined)}
        />
      )}
    </SelectionBar>
  );
};
