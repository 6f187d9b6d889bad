import { useState } from 'react';
import { useStore } from 'zustand';
import { Button, type ButtonProps } from '#src/ui/forms/Button.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { focusRow } from './board/focus-row.ts';
import type { VisibleRows } from './board/rows.ts';
import { useBoard } from './board/board.ts';
import { checkNow, copyForTicket, copyIds, copyLink, pauseOrResume, stopWatching } from './board/actions.ts';
import { exportCalls } from './export.ts';
import type { Selection } from './table/selection.ts';
import styles from './Board.module.css';
import { number } from '#src/lib/count.ts';

const NoteDialog = lazyPart(async () => (await import('./NoteDialog.tsx')).NoteDialog);

const Action = (props: ButtonProps) => <Button variant="bare" size="sm" {...props} />;

/** What can be done with the selected calls; stands where the footer's words are. */
export const SelectionBar = ({ rows, selection }: { rows: VisibleRows; selection: Selection }) => {
  const board = useBoard();
  const count = useStore(selection, ({ ids }) => ids.size);
  const hidden = useStore(rows, selection.hidden);
  const [noted, setNoted] = useState<readonly string[]>();

  const leave = (act: () => void) => {
    const row = selection.getState().anchor;
    act();
    // The button with the keyboard is gone.
    const next = row !== undefined && rows.indexOf(row) !== -1 ? row : rows.at(0);
    if (next !== undefined) focusRow(next);
  };

  return (
    <div className={styles['selected']} role="group" aria-label="Selected calls">
      <span role="status">
        {number(count)} selected
        {hidden > 0 && <span className="quiet">, {number(hidden)} not shown</span>}
      </span>
      <Action icon="refresh" onClick={() => checkNow(board, selection.ids())}>
        Check now
      </Action>
      <Action icon="pause" onClick={() => pauseOrResume(board, selection.ids())}>
        Pause or resume
      </Action>
      <Action onClick={() => setNoted(selection.ids())}>Note…</Action>
      <Action icon="link" onClick={() => copyLink(selection.ids())}>
        Copy link
      </Action>
      <Action icon="copy" onClick={() => copyForTicket(board, selection.ids())}>
        Copy for a ticket
      </Action>
      <Action icon="copy" onClick={() => copyIds(selection.ids())}>
        Copy IDs
      </Action>
      <Action icon="download" onClick={() => exportCalls(board, selection.ids(), 'csv')}>
        Export CSV
      </Action>
      <Action icon="x" onClick={() => leave(() => stopWatching(board, selection.ids()))}>
        Stop watching
      </Action>
      <Action onClick={() => leave(selection.clear)}>Clear selection</Action>
      {noted && <NoteDialog ids={noted} onClose={() => setNoted(undefined)} />}
    </div>
  );
};
