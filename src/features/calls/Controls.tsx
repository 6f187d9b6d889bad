import { useWorkspace } from '#src/journal/workspace.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { useBoard } from './board/board.ts';
import { BoardMenu } from './BoardMenu.tsx';
import { useOverview } from './board/ticking.tsx';
import styles from './Board.module.css';

const SECONDS = [2, 5, 10, 30, 60];

/** How often, pause all, and what can be done with the whole board. */
export const Controls = () => {
  const board = useBoard();
  const { config } = useWorkspace();
  const { checkSeconds, checking, paused } = useOverview();
  const choices = [...new Set([...SECONDS, config.calls.checkSeconds, checkSeconds])].toSorted(
    (a, b) => a - b,
  );
  const isResume = checking === 0 && paused > 0;
  const pauseAll = () => {
    const ids = [...board.ids()];
    board.setPaused(isResume ? ids : ids.filter((id) => board.call(id)?.due !== undefined), !isResume);
  };

  return (
    <div className={styles['controls']}>
      <SelectField
        label="Check every"
        value={checkSeconds}
        onChange={(event) => board.changeSettings({ checkSeconds: Number(event.target.value) })}
      >
        {choices.map((seconds) => (
          <option key={seconds} value={seconds}>
            Every {seconds} s
          </option>
        ))}
      </SelectField>
      <Button icon={isResume ? 'play' : 'pause'} disabled={checking === 0 && paused === 0} onClick={pauseAll}>
        {isResume ? 'Resume all' : 'Pause all'}
      </Button>
      <BoardMenu />
    </div>
  );
};
