import { useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { useCommands } from '#src/ui/commands.ts';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { moveToList, stopWatching } from './board/actions.ts';
import { useBoard } from './board/board.ts';
import { useOverview } from './board/ticking.ts';
import { getViewSearch, toggleSorting, useView } from './board/view.ts';
import { OVER_BOARD, formatWallPath } from './board/use-wall.ts';
import { isEnded } from './call/call.ts';
import { COLUMNS } from './call/fields.ts';
import { CheckInterval, SettingItems } from './BoardSettings.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { useTable } from './board/use-table.ts';
import styles from './Board.module.css';

const ColumnsDialog = lazyPart(async () => (await import('./ColumnsDialog.tsx')).ColumnsDialog);

/** A phone has no head of the table. */
const SortItems = () => {
  const { view, change } = useView();
  const { sorting } = view;
  return (
    <div className={styles['menu']}>
      <span aria-hidden="true">Sort by</span>
      <SelectField
        label="Sort by"
        value={sorting.column}
        onChange={({ target }) => {
          const column = COLUMNS.find(({ key }) => key === target.value);
          if (column) change({ sorting: toggleSorting(view, column.key) });
        }}
      >
        {COLUMNS.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </SelectField>
      <span aria-hidden="true">Order</span>
      <SelectField
        label="Order"
        value={String(sorting.descending)}
        onChange={() => change({ sorting: toggleSorting(view, sorting.column) })}
      >
        <option value="false">Ascending</option>
        <option value="true">Descending</option>
      </SelectField>
    </div>
  );
};

const SelectionItems = ({
  ids,
  scope,
  onMove,
}: {
  ids: () => readonly string[];
  scope: string;
  onMove: () => void;
}) => {
  const board = useBoard();
  return (
    <>
      <MenuItem icon="x" onClick={() => stopWatching(board, ids())}>
        Stop watching {scope}
      </MenuItem>
      <MenuItem icon="right" onClick={onMove}>
        Move {scope} to list…
      </MenuItem>
    </>
  );
};

const BoardItems = ({ onWall }: { onWall: () => void }) => {
  const board = useBoard();
  const { ended } = useOverview();
  const { list } = useView().view;
  const stopEnded = () => {
    const endedCalls = board.callsIn(list).filter(isEnded);
    const ids = endedCalls.map(({ entry }) => entry.id);
    stopWatching(board, ids, 'ended ');
  };
  return (
    <>
      <MenuItem icon="x" disabled={ended === 0} onClick={stopEnded}>
        Stop watching ended calls
      </MenuItem>
      <MenuItem icon="x" onClick={() => stopWatching(board, board.idsIn(list))}>
        Clear the board
      </MenuItem>
      <hr />
      <MenuItem icon="screen" onClick={onWall}>
        Show as a wall screen
      </MenuItem>
    </>
  );
};

export const BoardMenu = () => {
  const board = useBoard();
  const [movedIds, setMovedIds] = useState<readonly string[]>();
  const { selection } = useTable();
  const selected = useStore(selection, ({ ids }) => ids.size);
  const scope = `${formatNumber(selected)} selected`;
  const [isChoosing, setChoosing] = useState(false);
  const [, navigate] = useLocation();
  const openWall = () => navigate(formatWallPath(getViewSearch()), { state: OVER_BOARD });
  useCommands(() => [
    { group: 'Calls', label: 'Wall screen', run: openWall },
    { group: 'Calls', label: 'Columns', run: () => setChoosing(true) },
  ]);
  return (
    <>
      <Menu
        label="More"
        trigger={{
          square: true,
          icon: 'dots',
          'aria-label': selected > 0 ? `More: ${scope}` : 'More: clear ended, wall screen, settings',
        }}
      >
        <div className={classes(styles['line'], styles['interval'])}>
          <span aria-hidden="true">Check</span>
          <CheckInterval label="Interval" />
        </div>
        <SortItems />
        {selected > 0 ? (
          <SelectionItems ids={selection.ids} scope={scope} onMove={() => setMovedIds(selection.ids())} />
        ) : (
          <BoardItems onWall={openWall} />
        )}
        <hr />
        <MenuItem className={styles['columns']} icon="columns" onClick={() => setChoosing(true)}>
          Columns…
        </MenuItem>
        <SettingItems />
      </Menu>
      {isChoosing && <ColumnsDialog onClose={() => setChoosing(false)} />}
      {movedIds && (
        <MoveDialog
          count={movedIds.length}
          onMove={(list) => moveToList(board, movedIds, list)}
          onClose={() => setMovedIds(undefined)}
        />
      )}
    </>
  );
};
