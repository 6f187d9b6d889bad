import { useStore } from 'zustand';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { Menu, MenuActions, type MenuAction } from '#src/ui/overlays/Menu.tsx';
import { copyForTicket, copyIds, copyLink, exportCalls, formatLink } from './board/actions.ts';
import { useBoard, useOverview, useTable } from './board/hooks.ts';
import { isLinkTooLong } from './call/address.ts';
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
  const hasRoom = !isLinkTooLong(formatLink(ids));
  const link: MenuAction = { label: 'Copy link', icon: 'link', run: () => copyLink(ids) };
  const texts: MenuAction[] = [
    { label: 'Copy for a ticket', icon: 'copy', run: () => copyForTicket(board, ids) },
    { label: 'Copy IDs', icon: 'copy', run: () => copyIds(ids) },
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
