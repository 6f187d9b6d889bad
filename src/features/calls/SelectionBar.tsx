import { useState } from 'react';
import { useStore } from 'zustand';
import { useCommands, type Command } from '#src/ui/commands.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import type { IconName } from '#src/ui/Icon.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { focusRow } from './board/focus-row.ts';
import type { VisibleRows } from './board/rows.ts';
import { useBoard } from './board/board.ts';
import {
  checkNow,
  copyForTicket,
  copyIds,
  copyLink,
  moveToList,
  pauseOrResume,
  stopWatching,
} from './board/actions.ts';
import { exportCalls } from './export.ts';
import type { Selection } from './table/selection.ts';
import styles from './Board.module.css';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { MAX_NOTE_LENGTH } from './call/saved-call.ts';

const TextDialog = lazyPart(async () => (await import('./TextDialog.tsx')).TextDialog);

export const SelectionBar = ({ rows, selection }: { rows: VisibleRows; selection: Selection }) => {
  const board = useBoard();
  const count = useStore(selection, ({ ids }) => ids.size);
  const hidden = useStore(rows, selection.countHidden);
  const [noted, setNoted] = useState<readonly string[]>();
  const notes = new Set(noted?.map((id) => board.call(id)?.entry.note ?? ''));

  const [moved, setMoved] = useState<readonly string[]>();
  const leave = (act: () => void) => {
    const row = selection.getState().anchor;
    act();
    // The button with the focus is gone.
    const next = row !== undefined && rows.indexOf(row) !== -1 ? row : rows.at(0);
    if (next !== undefined) focusRow(next);
  };

  const ids = () => selection.ids();
  const actions: (Omit<Command, 'group'> & { icon?: IconName; hasKey?: true })[] = [
    { label: 'Check now', icon: 'refresh', hasKey: true, run: () => checkNow(board, ids()) },
    { label: 'Pause or resume', icon: 'pause', hasKey: true, run: () => pauseOrResume(board, ids()) },
    { label: 'Note…', run: () => setNoted(ids()) },
    { label: 'Copy link', icon: 'link', run: () => copyLink(ids()) },
    { label: 'Copy for a ticket', icon: 'copy', run: () => copyForTicket(board, ids()) },
    { label: 'Copy IDs', icon: 'copy', hasKey: true, run: () => copyIds(ids()) },
    { label: 'Export CSV', icon: 'download', run: () => exportCalls(board, ids(), 'csv') },
    { label: 'Export JSON', icon: 'download', run: () => exportCalls(board, ids(), 'json') },
    { label: 'Stop watching', icon: 'x', run: () => leave(() => stopWatching(board, ids())) },
    { label: 'Move to list…', run: () => setMoved(ids()) },
    { label: 'Clear selection', hasKey: true, run: () => leave(selection.clear) },
  ];
  // Those with a key are commands of the board already.
  useCommands(() =>
    actions
      .filter(({ hasKey }) => !hasKey)
      .map((action) => Object.assign({ group: 'Selected calls' }, action)),
  );

  return (
    <div className={styles['selected']} role="group" tabIndex={-1} aria-label="Selected calls">
      <span role="status">
        {formatNumber(count)} selected
        {hidden > 0 && <span className="quiet">, {formatNumber(hidden)} not shown</span>}
      </span>
      {actions.map(({ label, icon, run }) => (
        <Button key={label} variant="bare" size="sm" {...(icon && { icon })} onClick={run}>
          {label}
        </Button>
      ))}
      {moved && (
        <MoveDialog
          count={moved.length}
          onMove={(list) => leave(() => moveToList(board, moved, list))}
          onClose={() => setMoved(undefined)}
        />
      )}
      {noted && (
        <TextDialog
          title={`Note for ${formatCount(noted.length, 'call')}`}
          label="Note"
          hint={notes.size > 1 ? 'Replaces their notes.' : undefined}
          maxLength={MAX_NOTE_LENGTH}
          initial={notes.size === 1 ? ([...notes][0] ?? '') : ''}
          onSave={(note) => board.setNote(noted, note)}
          onClose={() => setNoted(undefined)}
        />
      )}
    </div>
  );
};
