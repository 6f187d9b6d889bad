import { formatNumber } from '#src/lib/count.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { useBoard } from './board/board.ts';
import { useView } from './board/view.ts';
import { useShownRows } from './table/use-shown.ts';

/** Of the filter "New failures". */
export const MarkAsSeen = () => {
  const board = useBoard();
  const mark = () => {
    const { failuresSeenAt } = board.settings();
    board.changeSettings({ failuresSeenAt: Date.now() });
    showToast({
      tone: 'plain',
      text: 'Failures marked as seen',
      action: { label: 'Undo', run: () => board.changeSettings({ failuresSeenAt }) },
    });
  };
  return (
    <Button size="sm" icon="eye" onClick={mark}>
      Mark as seen
    </Button>
  );
};

/** Beside the text filter. */
export const ShownCount = () => {
  const { count } = useShownRows();
  const { text } = useView().view;
  return (
    <span role="status" className="quiet">
      {text !== '' && `${formatNumber(count)} shown`}
    </span>
  );
};
