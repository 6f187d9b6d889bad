import { useState } from 'react';
import { useStore } from 'zustand';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import type { IconName } from '#src/ui/Icon.tsx';
import { SelectionBar } from '#src/ui/table/SelectionBar.tsx';
import { OrderNote } from './BoardNotices.tsx';
import { focusLookup, focusRow } from './board/focus.ts';
import { useBoard, type Board } from './board/board.ts';
import { useTable } from './board/selection.ts';
import { stopWatching } from './board/actions.ts';
import { isEnded } from './call/call.ts';
import { SelectAllBox } from './table/CallTable.tsx';
import { lazyDialog } from '#src/ui/lazy.tsx';
import styles from './Board.module.css';

const LabelDialog = lazyDialog(async () => (await import('./LabelDialog.tsx')).LabelDialog);

/** Of several, leaves out those that ended. */
const checkNow = ({ store, poller }: Board, ids: readonly string[]): void => {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return void poller.checkNow(only);
  poller.checkSoon(ids);
  if (store.find(ids).every(isEnded)) showToast({ tone: 'plain', text: 'Not checked: all have ended' });
};

export const SelectedCalls = ({ onNote }: { onNote: (ids: readonly string[]) => void }) => {
  const board = useBoard();
  const { rows, selection } = useTable();
  const count = useStore(selection, ({ ids }) => ids.size);
  const hidden = useStore(rows, selection.countHidden);
  const [labelledIds, setLabelledIds] = useState<readonly string[]>();

  /** For actions that remove this bar, and the focused button with it. */
  const actAndFocusRow = (act: () => void) => {
    const row = selection.getState().anchor;
    act();
    const next = row !== undefined && rows.has(row) ? row : rows.at(0);
    if (next === undefined) focusLookup();
    else focusRow(next);
  };

  const ids = () => selection.ids();
  const actions: { label: string; icon: IconName; run: () => void }[] = [
    { label: 'Note…', icon: 'message', run: () => onNote(ids()) },
    { label: 'Label…', icon: 'tag', run: () => setLabelledIds(ids()) },
    { label: 'Check now', icon: 'refresh', run: () => checkNow(board, ids()) },
    { label: 'Stop watching', icon: 'x', run: () => actAndFocusRow(() => stopWatching(board, ids())) },
  ];
  return (
    <SelectionBar
      label="Selected calls"
      className={styles['selected']}
      count={count}
      hidden={hidden}
      before={<SelectAllBox />}
      onClear={() => actAndFocusRow(selection.clear)}
    >
      {actions.map(({ label, icon, run }) => (
        <Button key={label} variant="bare" size="sm" icon={icon} title={label} onClick={run}>
          {label}
        </Button>
      ))}
      <OrderNote />
      {labelledIds && <LabelDialog ids={labelledIds} onClose={() => setLabelledIds(undefined)} />}
    </SelectionBar>
  );
};
