import { memo } from 'react';
import { useLocation } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { useCommands } from '#src/ui/commands.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { pauseOrResume } from './board/actions.ts';
import { useBoard, useOverview, useTable, useView } from './board/hooks.ts';
import { formatView, parseView } from './board/view.ts';
import { BOARD_PATH, parseCallPath } from './call/address.ts';
import { BoardMenu, CheckInterval } from './BoardMenu.tsx';
import { ShareMenu, useShareCommands } from './ShareMenu.tsx';
import styles from './Board.module.css';

const SUMMARY_BUTTON = 'summary-button';

/** Closes an open call, which would cover the summary. The button then has the focus, as after a press. */
export const useShowSummary = () => {
  const [, navigate] = useLocation();
  return (summary: boolean) => {
    navigate(BOARD_PATH + formatView({ ...parseView(location.search), summary }));
    // In the next frame: on a narrow screen the summary covers the button.
    requestAnimationFrame(() => document.getElementById(SUMMARY_BUTTON)?.focus());
  };
};

const SummaryButton = () => {
  const { view } = useView();
  const pathname = usePathname();
  const { selection } = useTable();
  const show = useShowSummary();
  const isShown = view.summary && parseCallPath(pathname) === undefined;
  useCommands(() => {
    if (!isShown) return [{ group: 'Calls', label: 'Summary', run: () => show(true) }];
    // Escape clears a selection first, as it does with a call open.
    const keys = selection.getState().ids.size > 0 ? [] : ['Escape'];
    return [{ group: 'Calls', label: 'Close the summary', keys, run: () => show(false) }];
  });
  return (
    <Button
      id={SUMMARY_BUTTON}
      icon="summary"
      title="Summary"
      aria-pressed={isShown}
      onClick={() => show(!isShown)}
    >
      Summary
    </Button>
  );
};

export const BoardControls = memo(() => {
  const board = useBoard();
  useShareCommands();
  const { view } = useView();
  const { checking, paused, blocker } = useOverview();
  const isAllPaused = checking === 0 && paused > 0;
  const pauseLabel = isAllPaused ? 'Resume all' : 'Pause all';
  const canPause = checking + paused > 0 && blocker?.reason !== 'session';
  const pauseAll = () =>
    pauseOrResume(
      board,
      board.store.callsWith(view.label).map(({ entry }) => entry.id),
    );
  useCommands(() => (canPause ? [{ group: 'Calls', label: pauseLabel, run: pauseAll }] : []));
  return (
    <div className={styles['controls']}>
      <CheckInterval label="Check every" />
      <Button
        icon={isAllPaused ? 'play' : 'pause'}
        title={pauseLabel}
        disabled={!canPause}
        onClick={pauseAll}
      >
        {pauseLabel}
      </Button>
      <SummaryButton />
      <ShareMenu trigger={{ variant: 'default', title: 'Share' }} />
      <BoardMenu />
    </div>
  );
});
