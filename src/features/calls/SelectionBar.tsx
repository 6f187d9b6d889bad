import { useState } from 'react';
import { useStore } from 'zustand';
import { useCommands, type Command } from '#src/ui/commands.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import type { IconName } from '#src/ui/Icon.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { focusRow } from './board/focus-row.ts';
import type { VisibleRows } from './board/rows.ts';
import { useBoard } from './board/board.ts';
import { checkNow, moveToList, pauseOrResume, stopWatching } from './board/actions.ts';
import { ShareMenu } from './ShareMenu.tsx';
import type { Selection } from './table/selection.ts';
import styles from './Board.module.css';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { MAX_NOTE_LENGTH } from './call/saved-call.ts';

const TextDialog = lazyPart(async () => (await import('./TextDialog.tsx')).TextDialog);

export const SelectionBar = ({ rows, selection }: { rows: VisibleRows; selection: Selection }) => {
  const board = useBoard();
  const count = useStore(selection, ({ ids }) => ids.size);
  const hidden = useStore(rows, selection.countHidden);
  const [notedIds, setNotedIds] = useState<readonly string[]>();
  const notes = new Set(notedIds?.map((id) => board.call(id)?.entry.note ?? ''));

  const [movedIds, setMovedIds] = useState<readonly string[]>();
  /** For actions that remove this bar, and the focused button with it. */
  const actAndFocusRow = (act: () => void) => {
    const row = selection.getState().anchor;
    act();
    const next = row !== undefined && rows.indexOf(row) !== -1 ? row : rows.at(0);
    if (next !== undefined) focusRow(next);
  };

  const ids = () => selection.ids();
  const actions: (Omit<Command, 'group'> & { icon: IconName; hasShortcut?: true })[] = [
    { label: 'Note…', icon: 'message', run: () => setNotedIds(ids()) },
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
    <div className={styles['selected']} role="group" tabIndex={-1} aria-label="Selected calls">
      <span role="status">
        {formatNumber(count)} selected
        {hidden > 0 && <span className="quiet">, {formatNumber(hidden)} not shown</span>}
      </span>
      <ShareMenu trigger={{ size: 'sm' }} />
      {actions.map(({ label, icon, run }) => (
        <Button key={label} className={styles['roomy']} variant="bare" size="sm" icon={icon} onClick={run}>
          {label}
        </Button>
      ))}
      <Menu
        label="Selected calls: more"
        trigger={{
          className: styles['narrow'],
          size: 'sm',
          square: true,
          icon: 'dots',
          'aria-label': 'Selected calls: more',
        }}
      >
        {actions.map(({ label, icon, run }) => (
          <MenuItem key={label} icon={icon} onClick={run}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <Button variant="bare" size="sm" onClick={() => actAndFocusRow(selection.clear)}>
        Clear selection
      </Button>
      {movedIds && (
        <MoveDialog
          count={movedIds.length}
          onMove={(list) => actAndFocusRow(() => moveToList(board, movedIds, list))}
          onClose={() => setMovedIds(undefined)}
        />
      )}
      {notedIds && (
        <TextDialog
          title={`Note for ${formatCount(notedIds.length, 'call')}`}
          label="Note"
          hint={notes.size > 1 ? 'Replaces their notes.' : undefined}
          maxLength={MAX_NOTE_LENGTH}
          initial={notes.size === 1 ? ([...notes][0] ?? '') : ''}
          onSave={(note) => board.setNote(notedIds, note)}
          onClose={() => setNotedIds(undefined)}
        />
      )}
    </div>
  );
};
