import { memo, useState } from 'react';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { formatCount } from '#src/lib/count.ts';
import { LazyTextDialog } from '#src/ui/forms/LazyTextDialog.ts';
import { nameCalls, saveNote } from './board/actions.ts';
import { useBoard, useOverview, describeBoard } from './board/board.ts';
import { useTable } from './board/selection.ts';
import { useView } from './board/view.ts';
import { type Watch } from './FindOrWatch.tsx';
import { OrderNote } from './BoardNotices.tsx';
import { CallTable } from './table/CallTable.tsx';
import { SelectedCalls } from './SelectedCalls.tsx';
import { NoMatch, StatusFilterBar } from './StatusFilterBar.tsx';
import { MAX_NOTE_LENGTH } from './call/saved-call.ts';
import { useCallKeys } from './table/use-call-keys.ts';
import table from '#src/ui/table/Table.module.css';
import styles from './Board.module.css';

const BoardFooter = () => {
  const overview = useOverview();
  return (
    <footer className={classes(table['foot'], styles['foot'])}>
      <span>{describeBoard(overview)}</span>
      <OrderNote otherwise={!overview.canSave && <span className="quiet">For this page only</span>} />
    </footer>
  );
};

const NoteDialog = ({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) => {
  const board = useBoard();
  const notes = ids.map((id) => board.store.call(id)?.entry.note);
  const [note = ''] = notes;
  const differ = new Set(notes).size > 1;
  const replaced = notes.filter((each) => each !== undefined).length;
  return (
    <LazyTextDialog
      title={`Note for ${nameCalls(ids)}`}
      label="Note"
      hint={differ ? `Replaces ${formatCount(replaced, 'note')}.` : undefined}
      maxLength={MAX_NOTE_LENGTH}
      initial={differ ? '' : note}
      onSave={(text) => saveNote(board, ids, text)}
      onClose={onClose}
    />
  );
};

export const BoardView = memo(
  ({
    opened,
    onOpen,
    onClose,
    onWatch,
  }: {
    opened: string | undefined;
    onOpen: (id: string, replace?: boolean) => void;
    onClose: () => void;
    onWatch: Watch;
  }) => {
    const { view } = useView();
    const { rows, selection } = useTable();
    const [notedIds, setNotedIds] = useState<readonly string[]>();
    useCallKeys({
      opened,
      open: onOpen,
      close: onClose,
      note: setNotedIds,
    });
    const isEmpty = useStore(rows, ({ ids }) => ids.length === 0);
    const isFiltered = view.filter !== 'all' || view.time !== '' || view.text !== '' || view.label !== '';
    const hasSelected = useStore(selection, ({ ids }) => ids.size > 0);
    return (
      <>
        <StatusFilterBar />
        {isEmpty && isFiltered ? (
          <NoMatch onWatch={onWatch} />
        ) : (
          <CallTable opened={opened} onOpen={onOpen} />
        )}
        {hasSelected ? <SelectedCalls onNote={setNotedIds} /> : <BoardFooter />}
        {notedIds && <NoteDialog ids={notedIds} onClose={() => setNotedIds(undefined)} />}
      </>
    );
  },
);
