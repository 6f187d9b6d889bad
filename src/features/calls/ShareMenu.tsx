import { useStore } from 'zustand';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import type { ButtonProps } from '#src/ui/forms/Button.tsx';
import type { IconName } from '#src/ui/Icon.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { copyForTicket, copyIds, copyLink, exportCalls, selectLinkedCalls } from './board/actions.ts';
import type { Board } from './board/board.ts';
import { useBoard, useOverview, useTable } from './board/hooks.ts';
import styles from './Board.module.css';

type Ids = readonly string[];

const labelLink = (ids: Ids): string => {
  const { length } = selectLinkedCalls(ids);
  const all = formatCount(ids.length, 'call');
  return length === ids.length ? 'Copy link' : `Copy link (${formatNumber(length)} of ${all})`;
};

type Way = {
  label: string;
  icon: IconName;
  describe?: (ids: Ids) => string;
  run: (board: Board, ids: Ids) => void;
};

const WAYS: readonly Way[] = [
  { label: 'Copy link', icon: 'link', describe: labelLink, run: (_, ids) => copyLink(ids) },
  { label: 'Copy for a ticket', icon: 'copy', run: copyForTicket },
  { label: 'Copy IDs', icon: 'copy', run: (_, ids) => copyIds(ids) },
  { label: 'Hand over as CSV', icon: 'download', run: (board, ids) => exportCalls(board, ids) },
];

/** The selected calls, or else those shown. */
const useSharedCalls = (): { ids: () => Ids; count: number; scope: string } => {
  const { total } = useOverview();
  const { rows, selection } = useTable();
  const count = useStore(rows, ({ ids }) => ids.length);
  const selected = useStore(selection, ({ ids }) => ids.size);
  if (selected > 0)
    return { ids: selection.ids, count: selected, scope: `${formatNumber(selected)} selected` };
  const scope = count < total ? `${formatNumber(count)} shown` : formatCount(total, 'call');
  return { ids: rows.all, count, scope };
};

const ShareItems = () => {
  const board = useBoard();
  const { ids, scope } = useSharedCalls();
  // Another order may put longer IDs into the link, so that fewer fit.
  useStore(useTable().rows, (rows) => rows.ids);
  return (
    <>
      <p className={styles['scope']}>{scope}</p>
      {WAYS.map(({ label, icon, describe, run }) => (
        <MenuItem key={label} icon={icon} onClick={() => run(board, ids())}>
          {describe?.(ids()) ?? label}
        </MenuItem>
      ))}
    </>
  );
};

export const ShareMenu = ({ trigger }: { trigger?: ButtonProps }) => {
  const { count } = useSharedCalls();
  return (
    <Menu label="Share" trigger={{ icon: 'share', disabled: count === 0, children: 'Share', ...trigger }}>
      <ShareItems />
    </Menu>
  );
};
