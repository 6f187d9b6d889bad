import { useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { useCommands } from '#src/ui/commands.ts';
import { LazyTextDialog } from '#src/ui/forms/LazyTextDialog.ts';
import { Menu, MenuActions, MenuChoice, useMenuCommands, type MenuAction } from '#src/ui/overlays/Menu.tsx';
import { useBoard, useView } from './board/hooks.ts';
import { MAX_VIEW_NAME_LENGTH, MAX_VIEWS, type SavedView } from './board/settings.ts';
import { formatView, keepViewSearch, parseView } from './board/view.ts';
import { BOARD_PATH } from './call/address.ts';
import styles from './Board.module.css';

/** Views are compared without the summary, which may be opened in any of them. */
const omitSummary = (search: string): string => formatView({ ...parseView(search), summary: false });

export const ViewsMenu = () => {
  const board = useBoard();
  const [, navigate] = useLocation();
  const search = formatView(useView().view);
  const [naming, setNaming] = useState<SavedView>();
  const { views = [] } = useStore(board.settings);
  const active = views.find((view) => omitSummary(view.search) === omitSummary(search));
  const save = (next: SavedView[]) => {
    if (!board.settings.change({ views: next }))
      showToast({ tone: 'bad', text: 'This browser can’t save views. They are here for this page only.' });
  };
  const open = (view: SavedView) => navigate(BOARD_PATH + keepViewSearch(view.search));
  useCommands(() => views.map((view) => ({ group: 'Views', label: view.name, run: () => open(view) })));
  const actions: MenuAction[] = [
    {
      icon: active ? 'dots' : 'plus',
      label: active ? 'Rename…' : 'Save this view…',
      disabled: !active && views.length >= MAX_VIEWS,
      run: () => setNaming(active ?? { name: '', search }),
    },
  ];
  if (active)
    actions.push({
      icon: 'x',
      label: `Delete “${active.name}”`,
      run: () => save(views.filter((view) => view !== active)),
    });
  useMenuCommands('Views', actions);
  const label = <span className={styles['cut']}>{active?.name ?? 'Views'}</span>;
  return (
    <>
      <Menu label="Views" trigger={{ variant: 'default', icon: 'eye', title: 'Views', children: label }}>
        {views.map((view) => (
          <MenuChoice key={view.name} isOn={view === active} onClick={() => open(view)}>
            <span className={styles['cut']}>{view.name}</span>
          </MenuChoice>
        ))}
        {views.length > 0 && <hr />}
        <MenuActions actions={actions} />
      </Menu>
      {naming && (
        <LazyTextDialog
          title="Name of this view"
          label="Name"
          required="Enter a name."
          maxLength={MAX_VIEW_NAME_LENGTH}
          initial={naming.name}
          onClose={() => setNaming(undefined)}
          onSave={(name) => {
            const others = views.filter((view) => view.name !== naming.name && view.name !== name);
            save([...others, { ...naming, name }]);
          }}
        />
      )}
    </>
  );
};
