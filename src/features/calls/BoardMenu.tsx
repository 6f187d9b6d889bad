import { useState } from 'react';
import { useLocation } from 'wouter';
import { useCommands } from '#src/ui/commands.ts';
import { lazyPart } from '#src/ui/lazy.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { stopWatching } from './board/actions.ts';
import { useBoard } from './board/board.ts';
import { useOverview } from './board/ticking.ts';
import { getViewSearch, useView } from './board/view.ts';
import { OVER_BOARD, formatWallPath } from './board/use-wall.ts';
import { isEnded } from './call/call.ts';
import { CheckInterval, SettingItems } from './BoardSettings.tsx';
import styles from './Board.module.css';

const ColumnsDialog = lazyPart(async () => (await import('./ColumnsDialog.tsx')).ColumnsDialog);

export const BoardMenu = () => {
  const board = useBoard();
  const { ended } = useOverview();
  const { list } = useView().view;
  const [isChoosing, setChoosing] = useState(false);
  const [, navigate] = useLocation();
  const openWall = () => navigate(formatWallPath(getViewSearch()), { state: OVER_BOARD });
  const stopEnded = () => {
    const endedCalls = board.callsIn(list).filter(isEnded);
    stopWatching(
      board,
      endedCalls.map(({ entry }) => entry.id),
    );
  };
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
          'aria-label': 'More: clear ended, wall screen, settings',
        }}
      >
        <div className={styles['interval']}>
          <span aria-hidden="true">Check</span>
          <CheckInterval label="Interval" />
        </div>
        <MenuItem icon="x" disabled={ended === 0} onClick={stopEnded}>
          Stop watching ended calls
        </MenuItem>
        <MenuItem icon="x" onClick={() => stopWatching(board, board.idsIn(list))}>
          Clear the board
        </MenuItem>
        <hr />
        <MenuItem icon="screen" onClick={openWall}>
          Show as a wall screen
        </MenuItem>
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
