import { memo, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { formatCount } from '#src/lib/count.ts';
import { TextDialog } from '#src/ui/forms/TextDialog.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { IconName } from '#src/ui/Icon.tsx';
import { SelectionBar } from '#src/ui/table/SelectionBar.tsx';
import { nameCalls, useBoard, useOverview, describeBoard } from './board/board.ts';
import { checkNow, saveNote, stopWatching } from './board/actions.ts';
import { useView } from './board/view.ts';
import type { Watch } from './FindOrWatch.tsx';
import { CallTable, SelectAllBox } from './table/CallTable.tsx';
import { NoMatch, StatusFilterBar } from './StatusFilterBar.tsx';
import { MAX_NOTE_LENGTH } from './call/call.ts';
import { useCallKeys } from './table/use-call-keys.ts';
import { focusLookup, focusRow } from './board/focus.ts';
import { useTable } from './board/visible-rows.ts';
import table from '#src/ui/table/Table.module.css';
import styles from './Board.module.css';

/** While answers wait to move rows. */
const OrderNote = ({ otherwise }: { otherwise?: ReactNode }) =>
  useStore(useTable().rows, ({ isOutdated }) => isOutdated) ? (
    <span key="order" className={classes('cut', styles['order'])}>
      Order paused while you use the table
    </span>
  ) : (
    otherwise
  );

const BoardFooter = () => {
  const description = useOverview(describeBoard);
  const canSave = useOverview((overview) => overview.canSave);
  return (
    <footer className={classes(table['foot'], styles['foot'])}>
      <span>{description}</span>
      <OrderNote otherwise={!canSave && <span className="quiet">For this page only</span>} />
    </footer>
  );
};

const NoteDialog = ({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) => {
  const board = useBoard();
  const [calls] = useState(() => board.store.find(ids));
  const notes = calls.map(({ entry }) => entry.note);
  const [note = ''] = notes;
  const differ = new Set(notes).size > 1;
  const replaced = notes.filter((each) => each !== undefined).length;
  return (
    <TextDialog
      title={`Note for ${nameCalls(ids)}`}
      label="Note"
      hint={differ ? `Replaces ${formatCount(replaced, 'note')}.` : undefined}
      maxLength={MAX_NOTE_LENGTH}
      initial={differ ? '' : note}
      onSave={(text) => saveNote(board, calls, text)}
      onClose={onClose}
    />
  );
};

type SelectedProps = Record<'onNote' | 'onLabel', (ids: readonly string[]) => void>;

const SelectedCalls = ({ onNote, onLabel }: SelectedProps) => {
  const board = useBoard();
  const { rows, selection } = useTable();
  const count = useStore(selection, ({ ids }) => ids.size);
  const hidden = useStore(rows, selection.countHidden);

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
    { label: 'Label…', icon: 'tag', run: () => onLabel(ids()) },
    { label: 'Check now', icon: 'refresh', run: () => void checkNow(board, ids()) },
    { label: 'Stop watching', icon: 'eye-off', run: () => actAndFocusRow(() => stopWatching(board, ids())) },
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
    </SelectionBar>
  );
};

export const BoardView = memo(
  ({
    opened,
    onOpen,
    onClose,
    onLabel,
    onWatch,
    onCheck,
  }: Pick<SelectedProps, 'onLabel'> & {
    opened: string | undefined;
    onOpen: (id: string, replace?: boolean) => void;
    onClose: () => void;
    onWatch: Watch;
    /** Opens the check of an import. */
    onCheck: (text: string) => void;
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
          <NoMatch onWatch={onWatch} onCheck={onCheck} />
        ) : (
          <CallTable opened={opened} onOpen={onOpen} />
        )}
        {hasSelected ? <SelectedCalls onNote={setNotedIds} onLabel={onLabel} /> : <BoardFooter />}
        {notedIds && <NoteDialog ids={notedIds} onClose={() => setNotedIds(undefined)} />}
      </>
    );
  },
);
