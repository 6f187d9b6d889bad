import { memo } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { pauseOrResume } from './board/actions.ts';
import { useBoard } from './board/board.ts';
import { useOverview } from './board/ticking.ts';
import { useView } from './board/view.ts';
import { BoardMenu } from './BoardMenu.tsx';
import { CheckInterval } from './BoardSettings.tsx';
import { ShareMenu, useShareCommands } from './ShareMenu.tsx';
import { SummaryButton } from './SummaryButton.tsx';
import { ViewsMenu } from './ViewsMenu.tsx';
import styles from './Board.module.css';

export const BoardControls = memo(() => {
  const board = useBoard();
  useShareCommands();
  const { view } = useView();
  const { checking, paused, blocker } = useOverview();
  const isAllPaused = checking === 0 && paused > 0;
  const pauseLabel = isAllPaused ? 'Resume all' : 'Pause all';
  return (
    <div className={styles['controls']}>
      <CheckInterval label="Check every" />
      <Button
        icon={isAllPaused ? 'play' : 'pause'}
        title={pauseLabel}
        disabled={(checking === 0 && paused === 0) || blocker?.reason === 'session'}
        onClick={() =>
          pauseOrResume(
            board,
            board.callsIn(view.list).map(({ entry }) => entry.id),
          )
        }
      >
        {pauseLabel}
      </Button>
      <SummaryButton />
      <ViewsMenu />
      <ShareMenu trigger={{ variant: 'default', title: 'Share' }} />
      <BoardMenu />
    </div>
  );
});
