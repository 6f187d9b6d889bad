import { useScope } from '#src/journal/scope.ts';
import { Button } from '#src/ui/Button.tsx';
import { SelectField } from '#src/ui/Choice.tsx';
import { Menu, MenuItem } from '#src/ui/Menu.tsx';
import { copyText, showToast } from '#src/ui/toasts.ts';
import { boardLink } from './address.ts';
import type { Board } from './board.ts';
import type { Overview } from './overview.ts';
import styles from './Board.module.css';

const SECONDS = [2, 5, 10, 30, 60];

const callsWord = (count: number): string =>
  `${count.toLocaleString('en')} ended call${count === 1 ? '' : 's'}`;

/** How often, pause all, and what can be done with the whole board. */
export const Controls = ({ board, overview }: { board: Board; overview: Overview }) => {
  const { config } = useScope();
  const { calls, checkSeconds, checking, paused } = overview;
  const ids = calls.map((call) => call.id);
  const choices = [...new Set([...SECONDS, config.calls.checkSeconds, checkSeconds])].toSorted(
    (a, b) => a - b,
  );
  const isResume = checking === 0 && paused > 0;

  const stopEnded = () => {
    const ended = ids.filter((id) => {
      const state = board.call(id)?.state;
      return state?.kind === 'reported' && state.ended;
    });
    const removed = board.unwatch(ended);
    showToast({
      tone: 'plain',
      text: `Stopped watching ${callsWord(removed.length)}`,
      ...(removed.length > 0 && { action: { label: 'Undo', run: () => board.restore(removed) } }),
    });
  };
  const exportCsv = async () => {
    const { boardAsCsv, download } = await import('./export.ts');
    const day = new Date().toISOString().slice(0, 10);
    download(boardAsCsv(ids.flatMap((id) => board.call(id) ?? [])), `calls-${day}.csv`);
  };

  return (
    <div className={styles['controls']}>
      <SelectField
        label="Check every"
        value={checkSeconds}
        onChange={(event) => board.setCheckSeconds(Number(event.target.value))}
      >
        {choices.map((seconds) => (
          <option key={seconds} value={seconds}>
            Every {seconds} s
          </option>
        ))}
      </SelectField>
      <Button
        icon={isResume ? 'play' : 'pause'}
        disabled={checking === 0 && paused === 0}
        onClick={() =>
          board.setPaused(isResume ? ids : ids.filter((id) => board.call(id)?.due !== undefined), !isResume)
        }
      >
        {isResume ? 'Resume all' : 'Pause all'}
      </Button>
      <Menu
        label="More"
        trigger={{ square: true, icon: 'dots', 'aria-label': 'More: clear ended, copy IDs, export CSV' }}
      >
        <MenuItem icon="x" onClick={stopEnded}>
          Stop watching ended calls
        </MenuItem>
        <MenuItem icon="copy" onClick={() => void copyText(ids.join('\n'), ids.length === 1 ? 'ID' : 'IDs')}>
          Copy all IDs
        </MenuItem>
        <MenuItem icon="link" onClick={() => void copyText(boardLink(location.origin, ids), 'Link')}>
          Copy link to this board
        </MenuItem>
        <MenuItem icon="download" onClick={() => void exportCsv()}>
          Export as CSV
        </MenuItem>
      </Menu>
    </div>
  );
};
