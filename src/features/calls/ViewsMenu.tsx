import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { useCommands } from '#src/ui/commands.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { useBoard } from './board/board.ts';
import { LONGEST_NAME, MOST_VIEWS, type SavedView } from './board/settings.ts';
import { useOverview } from './board/ticking.ts';
import { searchOf, useView, viewSearch } from './board/view.ts';
import { BOARD_PATH } from './call/address.ts';
import styles from './Board.module.css';

/** Asks for the name of a view. */
const NameDialog = ({
  first,
  onSave,
  onClose,
}: {
  first: string;
  onSave: (name: string) => void;
  onClose: () => void;
}) => {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: first } });
  return (
    <Dialog title="Name of this view" onClose={onClose}>
      <form
        className={styles['name']}
        noValidate
        onSubmit={(event) => void handleSubmit(({ name }) => onSave(name.trim()))(event)}
      >
        <TextField
          label="Name"
          maxLength={LONGEST_NAME}
          error={formState.errors.name && 'Enter a name.'}
          {...register('name', { validate: (name) => name.trim() !== '' })}
        />
        <Button variant="primary" size="lg" type="submit">
          Save
        </Button>
      </form>
    </Dialog>
  );
};

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
  useCommands(() =>
    views.map((view) => ({ group: 'Views', label: view.name, icon: 'eye', run: () => open(view) })),
  );
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
            icon={view === active ? 'ok' : 'rest'}
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
        <NameDialog
          first={naming.name}
          onClose={() => setNaming(undefined)}
          onSave={(name) => {
            save([
              ...others(naming.name).filter((view) => view.name !== name),
              { name, search: naming.search },
            ]);
            setNaming(undefined);
          }}
        />
      )}
    </>
  );
};
