import { useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useLocation } from 'wouter';
import { useWorkspace } from '#src/journal/workspace.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { lazyPart } from '#src/ui/lazy.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { useBoard } from './board/board.ts';
import { neverChanges, shownRows } from './board/focus-row.ts';
import { useOverview } from './board/ticking.ts';
import { presentSearch, searchOf, viewOfSearch } from './board/view.ts';
import { BOARD_PATH } from './call/address.ts';
import styles from './Board.module.css';

const ViewsDialog = lazyPart(async () => (await import('./ViewsDialog.tsx')).ViewsDialog);

/** Views by name: those of the configuration, then the person's own. */
export const ViewsMenu = () => {
  const board = useBoard();
  const { config } = useWorkspace();
  const [, navigate] = useLocation();
  // Rendered anew when the settings change, too.
  const overview = useOverview();
  const rows = useStore(shownRows);
  const present = useSyncExternalStore(rows?.subscribe ?? neverChanges, presentSearch);
  const [isOpen, setOpen] = useState(false);
  const views = [...config.calls.views, ...(board.settings().views ?? [])];
  // Of two with one name the person’s own.
  const named = [...new Map(views.map((view) => [view.name, view])).values()];
  return (
    <>
      <Menu label="Views" trigger={{ variant: 'default', icon: 'eye', children: 'Views' }}>
        {named.map(({ name, search }) => {
          const address = searchOf(viewOfSearch(search, overview));
          const isShown = address === present;
          return (
            <MenuItem
              key={name}
              icon={isShown ? 'ok' : 'rest'}
              aria-pressed={isShown}
              onClick={() => !isShown && navigate(location.pathname + address)}
            >
              <span className={styles['cut']}>{name}</span>
            </MenuItem>
          );
        })}
        {named.length > 0 && <hr />}
        <MenuItem
          icon="link"
          onClick={() => void copyText(location.origin + BOARD_PATH + present, 'Link to this view')}
        >
          Copy link to this view
        </MenuItem>
        <p className={styles['says']}>Carries filter, text, order, and table or timeline, but no calls.</p>
        <MenuItem icon="dots" onClick={() => setOpen(true)}>
          Save or manage views…
        </MenuItem>
      </Menu>
      {isOpen && <ViewsDialog search={present} onClose={() => setOpen(false)} />}
    </>
  );
};
