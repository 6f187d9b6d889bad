import { useStore } from 'zustand';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { Menu, MenuActions, type MenuAction } from '#src/ui/overlays/Menu.tsx';
import { copyForTicket, exportCalls } from './board/actions.ts';
import { useBoard, useOverview } from './board/board.ts';
import { useTable } from './board/selection.ts';
import { getViewSearch } from './board/view.ts';
import { formatBoardLink, isLinkTooLong } from './call/address.ts';
import styles from './Board.module.css';

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

export const ShareMenu = () => {
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
