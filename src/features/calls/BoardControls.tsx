import { memo } from 'react';
import { useLocation } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { useStore } from 'zustand';
import { useKeys } from '#src/ui/keys.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { Menu, MenuActions, type MenuAction } from '#src/ui/overlays/Menu.tsx';
import { focusSummaryButton, SUMMARY_BUTTON_ID } from './board/focus.ts';
import { useView, formatView, parseView, getViewSearch } from './board/view.ts';
import { BOARD_PATH, parseCallPath, formatBoardLink, isLinkTooLong } from './call/address.ts';
import { BoardMenu } from './BoardMenu.tsx';
import { copyForTicket, exportCalls } from './board/actions.ts';
import { useBoard, useOverview } from './board/board.ts';
import { useTable } from './board/visible-rows.ts';
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

/** The selected calls, or else those shown. */
const useSharedCalls = (): { ids: readonly string[]; scope: string } => {
  const { total } = useOverview();
  const { rows, selection } = useTable();
  const shown = useStore(rows, ({ ids }) => ids);
  const selected = useStore(selection, ({ ids }) => ids.size);
  if (selected > 0) return { ids: selection.ids(), scope: `${formatNumber(selected)} selected` };
  const { length } = shown;
  return { ids: shown, scope: length < total ? `${formatNumber(length)} shown` : formatCount(total, 'call') };
};

const ShareItems = () => {
  const board = useBoard();
  const { ids, scope } = useSharedCalls();
  const { watched } = useOverview();
  const isOne = ids.length === 1;
  const url = formatBoardLink(location.origin, ids, getViewSearch());
  const hasRoom = !isLinkTooLong(url);
  const link: MenuAction = {
    label: 'Copy link',
    icon: 'link',
    run: () => void copyText(url, isOne ? 'Link' : `Link with ${formatCount(ids.length, 'call')}`),
  };
  const texts: MenuAction[] = [
    { label: 'Copy for a ticket', icon: 'copy', run: () => copyForTicket(board, ids) },
    {
      label: 'Copy IDs',
      icon: 'copy',
      run: () => void copyText(ids.join('\n'), isOne ? 'ID' : `${formatNumber(ids.length)} IDs`),
    },
  ];
  const file: MenuAction = {
    label: 'Hand over as CSV',
    icon: 'download',
    run: () => exportCalls(board, ids),
  };
  const all: MenuAction = {
    label: `Hand over all ${formatNumber(watched)} as CSV`,
    icon: 'download',
    run: () => exportCalls(board, [...board.store.ids()]),
  };
  const files = ids.length < watched ? [file, all] : [file];
  return (
    <>
      <p className={styles['scope']}>
        {scope}
        {!hasRoom && '. Too many for a link: hand them over.'}
      </p>
      <MenuActions actions={hasRoom ? [link, ...texts, ...files] : [...files, ...texts]} />
    </>
  );
};

const ShareMenu = () => {
  const { ids } = useSharedCalls();
  return (
    <Menu
      label="Share"
      trigger={{
        variant: 'default',
        icon: 'share',
        title: 'Share',
        disabled: ids.length === 0,
        children: 'Share',
      }}
    >
      <ShareItems />
    </Menu>
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
