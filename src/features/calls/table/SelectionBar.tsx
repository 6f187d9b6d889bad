import { useStore } from 'zustand';
import { Button } from '#src/ui/forms/Button.tsx';
import { focusRow } from '#src/features/calls/board/focus-row.ts';
import type { VisibleRows } from '#src/features/calls/board/rows.ts';
import type { Selection } from './selection.ts';
import styles from './CallTable.module.css';
import { number } from '#src/lib/count.ts';

type BarProps = {
  rows: VisibleRows;
  selection: Selection;
  onStop: (ids: string[]) => void;
  onCopy: (ids: string[]) => void;
  onExport: (ids: string[], format: 'csv' | 'json') => void;
};

/** What can be done with the selected calls; stands where the footer's words are. */
export const SelectionBar = ({ rows, selection, onStop, onCopy, onExport }: BarProps) => {
  const count = useStore(selection, ({ ids }) => ids.size);
  const hidden = useStore(rows, selection.hidden);

  const leave = (act: () => void) => {
    const row = selection.getState().anchor;
    act();
    // The button with the keyboard is gone.
    const next = row !== undefined && rows.indexOf(row) !== -1 ? row : rows.at(0);
    if (next !== undefined) focusRow(next);
  };

  return (
    <div className={styles['bar']} role="group" aria-label="Selected calls">
      <span role="status">
        {number(count)} selected
        {hidden > 0 && <span className="quiet">, {number(hidden)} not shown</span>}
      </span>
      <Button variant="bare" size="sm" icon="x" onClick={() => leave(() => onStop(selection.ids()))}>
        Stop watching
      </Button>
      <Button variant="bare" size="sm" icon="copy" onClick={() => onCopy(selection.ids())}>
        Copy IDs
      </Button>
      <Button variant="bare" size="sm" icon="download" onClick={() => onExport(selection.ids(), 'csv')}>
        Export CSV
      </Button>
      <Button variant="bare" size="sm" onClick={() => onExport(selection.ids(), 'json')}>
        Export JSON
      </Button>
      <Button variant="bare" size="sm" onClick={() => leave(selection.clear)}>
        Clear selection
      </Button>
    </div>
  );
};
