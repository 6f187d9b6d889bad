import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { useCommands } from '#src/ui/commands.ts';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { copyForTicket, copyIds, copyLink, selectLinkedCalls, stopWatching } from './board/actions.ts';
import { useBoard } from './board/board.ts';
import { subscribeToNothing, shownRows } from './board/focus-row.ts';
import { useOverview } from './board/ticking.ts';
import { getViewSearch, toggleSorting, useView } from './board/view.ts';
import { OVER_BOARD, formatWallPath } from './call/address.ts';
import { isEnded } from './call/call.ts';
import { COLUMNS } from './call/fields.ts';
import { CheckInterval, SettingItems } from './BoardSettings.tsx';
import { exportCalls } from './export.ts';
import { shownSelection, type Selection } from './table/selection.ts';
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

const ExportItems = ({ ids, scope }: { ids: () => readonly string[]; scope: string }) => {
  const board = useBoard();
  return (['csv', 'json'] as const).map((format) => (
    <MenuItem key={format} icon="download" onClick={() => exportCalls(board, ids(), format)}>
      Export{scope} as {format.toUpperCase()}
    </MenuItem>
  ));
};

const LinkItem = ({ ids, scope }: { ids: readonly string[]; scope: string }) => {
  const { length } = selectLinkedCalls(ids);
  return (
    <MenuItem icon="link" onClick={() => copyLink(ids)}>
      Copy link to{' '}
      {length === ids.length ? scope : `${formatNumber(length)} of ${formatCount(ids.length, 'call')}`}
    </MenuItem>
  );
};

const SelectionItems = ({ selection, scope }: { selection: Selection; scope: string }) => {
  const board = useBoard();
  return (
    <>
      <MenuItem icon="x" onClick={() => stopWatching(board, selection.ids())}>
        Stop watching {scope}
      </MenuItem>
      <hr />
      <MenuItem icon="copy" onClick={() => copyIds(selection.ids())}>
        Copy IDs of {scope}
      </MenuItem>
      <LinkItem ids={selection.ids()} scope={scope} />
      <MenuItem icon="copy" onClick={() => copyForTicket(board, selection.ids())}>
        Copy {scope} for a ticket
      </MenuItem>
      <ExportItems ids={selection.ids} scope={` ${scope}`} />
    </>
  );
};

const BoardItems = ({ onWall }: { onWall: () => void }) => {
  const board = useBoard();
  const { total, ended } = useOverview();
  const rows = useStore(shownRows);
  const shown = useSyncExternalStore(rows?.subscribe ?? subscribeToNothing, () => rows?.count()) ?? total;
  const isFiltered = shown < total;
  const { list } = useView().view;
  const allIds = () => board.callsIn(list).map(({ entry }) => entry.id);
  const shownIds = () => rows?.all() ?? [];
  const stopEnded = () => {
    const endedCalls = board.callsIn(list).filter(isEnded);
    stopWatching(
      board,
      endedCalls.map(({ entry }) => entry.id),
      'ended ',
    );
  };
  return (
    <>
      <MenuItem icon="x" disabled={ended === 0} onClick={stopEnded}>
        Stop watching ended calls
      </MenuItem>
      <MenuItem icon="x" onClick={() => stopWatching(board, allIds())}>
        Clear the board
      </MenuItem>
      <hr />
      <MenuItem icon="copy" onClick={() => copyIds(allIds())}>
        Copy all IDs
      </MenuItem>
      <LinkItem ids={allIds()} scope="this board" />
      {isFiltered && shown > 0 && <LinkItem ids={shownIds()} scope={`${formatNumber(shown)} shown`} />}
      <MenuItem icon="screen" onClick={onWall}>
        Show as a wall screen
      </MenuItem>
      {isFiltered && shown > 0 && <ExportItems ids={shownIds} scope={` ${formatNumber(shown)} shown`} />}
      <ExportItems ids={allIds} scope={isFiltered ? ` all ${formatNumber(total)}` : ''} />
    </>
  );
};

export const BoardMenu = () => {
  const selection = useStore(shownSelection);
  const count = useSyncExternalStore(
    selection?.subscribe ?? subscribeToNothing,
    () => selection?.getState().ids.size ?? 0,
  );
  const scope = `${formatNumber(count)} selected`;
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
          'aria-label':
            count > 0 ? `More: copy or export ${scope}` : 'More: clear ended, copy IDs, export CSV',
        }}
      >
        <div className={classes(styles['line'], styles['interval'])}>
          <span aria-hidden="true">Check</span>
          <CheckInterval label="Interval" />
        </div>
        <SortItems />
        {selection && count > 0 ? (
          <SelectionItems selection={selection} scope={scope} />
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
    </>
  );
};
