import { memo } from 'react';
import { useLocation } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { useKeys } from '#src/ui/keys.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { focusSummaryButton, SUMMARY_BUTTON_ID } from './board/focus.ts';
import { useTable } from './board/selection.ts';
import { useView, formatView, parseView } from './board/view.ts';
import { BOARD_PATH, parseCallPath } from './call/address.ts';
import { BoardMenu } from './BoardMenu.tsx';
import { ShareMenu } from './ShareMenu.tsx';
import styles from './Board.module.css';

/** Closes an open call, which would cover the summary. The button then has the focus, as after a press. */
export const useShowSummary = () => {
  const [, navigate] = useLocation();
  return (summary: boolean) => {
    const path = BOARD_PATH + formatView({ ...parseView(location.search), summary });
    focusSummaryButton(() => navigate(path));
  };
};

const SummaryButton = () => {
  const { view } = useView();
  const pathname = usePathname();
  const { selection } = useTable();
  const show = useShowSummary();
  const isShown = view.summary && parseCallPath(pathname) === undefined;
  useKeys(() => [
    {
      key: 'Escape',
      label: 'Close the summary',
      // Escape clears a selection first, as it does with a call open.
      when: isShown && selection.getState().ids.size === 0,
      run: () => show(false),
    },
  ]);
  return (
    <Button
      id={SUMMARY_BUTTON_ID}
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
  return (
    <div className={styles['controls']}>
      <SummaryButton />
      <ShareMenu />
      <BoardMenu />
    </div>
  );
});
