import { useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '#src/log/workspace.ts';
import { timeZone, zoneOfLink } from '#src/lib/timestamp.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { useCommands } from '#src/ui/commands.ts';
import { lazyPart } from '#src/ui/lazy.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { useBoard } from './board/board.ts';
import { neverChanges, shownRows } from './board/focus-row.ts';
import { namedViews } from './board/settings.ts';
import { useOverview } from './board/ticking.ts';
import { openView, presentSearch, searchOf, viewOfSearch } from './board/view.ts';
import { BOARD_PATH } from './call/address.ts';
import styles from './Board.module.css';

const ViewsDialog = lazyPart(async () => (await import('./ViewsDialog.tsx')).ViewsDialog);

/** Views by name, and what can be done with the present one. */
export const ViewsMenu = () => {
  const board = useBoard();
  const { config } = useWorkspace();
  // Rendered anew when the settings change, too.
  const overview = useOverview();
  const rows = useStore(shownRows);
  useStore(timeZone);
  const present = useSyncExternalStore(rows?.subscribe ?? neverChanges, presentSearch);
  const [isOpen, setOpen] = useState(false);
  const named = namedViews(config.calls.views, board.settings().views ?? []);
  useCommands(() =>
    named.map(({ name, search }) => ({
      group: 'Views',
      label: name,
      icon: 'eye',
      run: () => openView(BOARD_PATH, search),
    })),
  );
  return (
    <>
      <Menu label="Views" trigger={{ variant: 'default', icon: 'eye', children: 'Views' }}>
        {named.map(({ name, search }) => {
          const zone = zoneOfLink(new URLSearchParams(search).get('zone'));
          const isShown = searchOf(viewOfSearch(search, overview), zone) === present;
          return (
            <MenuItem
              key={name}
              icon={isShown ? 'ok' : 'rest'}
              aria-pressed={isShown}
              onClick={() => openView(location.pathname, search, isShown)}
            >
              <span className={styles['cut']}>{name}</span>
            </MenuItem>
          );
        })}
        {named.length > 0 && <hr />}
        <MenuItem
          icon="link"
          onClick={() => void copyText(location.origin + BOARD_PATH + presentSearch(), 'Link to this view')}
        >
          Copy link to this view
        </MenuItem>
        <p className={styles['says']}>Carries filter, text, order, and UTC if that is chosen. No calls.</p>
        <MenuItem icon="dots" onClick={() => setOpen(true)}>
          Save or manage views…
        </MenuItem>
      </Menu>
      {isOpen && <ViewsDialog search={present} onClose={() => setOpen(false)} />}
    </>
  );
};
