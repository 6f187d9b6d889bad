import { useState } from 'react';
import { useLocation } from 'wouter';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { useCommands } from '#src/ui/commands.ts';
import { lazyPart } from '#src/ui/lazy.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { useBoard } from './board/board.ts';
import { LONGEST_NAME, MOST_VIEWS, type SavedView } from './board/settings.ts';
import { useOverview } from './board/ticking.ts';
import { searchOf, useView, viewSearch } from './board/view.ts';
import { BOARD_PATH } from './call/address.ts';
import styles from './Board.module.css';

const TextDialog = lazyPart(async () => (await import('./TextDialog.tsx')).TextDialog);

/** Names for addresses of the board: choose, save, rename and delete. The button has the name of the present one. */
export const ViewsMenu = () => {
  const board = useBoard();
  // Renders when the settings change, too.
  useOverview();
  const [, navigate] = useLocation();
  const present = searchOf(useView().view);
  const [naming, setNaming] = useState<SavedView>();
  const views = board.settings().views ?? [];
  const active = views.find(({ search }) => viewSearch(search) === present);
  const others = (name: string | undefined) => views.filter((view) => view.name !== name);
  const save = (next: readonly SavedView[]) => {
    if (!board.changeSettings({ views: [...next] }))
      showToast({ tone: 'bad', text: 'This browser can’t save views: they are here for this page only' });
  };
  const open = ({ search }: SavedView) => navigate(BOARD_PATH + viewSearch(search));
  useCommands(() => views.map((view) => ({ group: 'Views', label: view.name, run: () => open(view) })));
  return (
    <>
      <Menu
        label="Views"
        trigger={{
          variant: 'default',
          icon: 'eye',
          children: <span className={styles['cut']}>{active?.name ?? 'Views'}</span>,
        }}
      >
        {views.map((view) => (
          <MenuItem
            key={view.name}
            icon={view === active ? 'ok' : 'dot'}
            aria-pressed={view === active}
            onClick={() => open(view)}
          >
            <span className={styles['cut']}>{view.name}</span>
          </MenuItem>
        ))}
        {views.length > 0 && <hr />}
        {active ? (
          <>
            <MenuItem icon="dots" onClick={() => setNaming(active)}>
              Rename…
            </MenuItem>
            <MenuItem icon="x" onClick={() => save(others(active.name))}>
              Delete “{active.name}”
            </MenuItem>
          </>
        ) : (
          <MenuItem
            icon="dots"
            disabled={views.length >= MOST_VIEWS}
            onClick={() => setNaming({ name: '', search: present })}
          >
            Save this view…
          </MenuItem>
        )}
      </Menu>
      {naming && (
        <TextDialog
          title="Name of this view"
          label="Name"
          missing="Enter a name."
          maxLength={LONGEST_NAME}
          first={naming.name}
          onClose={() => setNaming(undefined)}
          onSave={(name) =>
            save([...others(naming.name).filter((view) => view.name !== name), { ...naming, name }])
          }
        />
      )}
    </>
  );
};
