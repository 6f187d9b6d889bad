import { useState } from 'react';
import { useLocation } from 'wouter';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { useCommands } from '#src/ui/commands.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { offerUndo } from '#src/ui/alerts/toasts.ts';
import { LazyTextDialog } from '#src/ui/forms/LazyTextDialog.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Menu, MenuChoice, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { deleteList, hasList, keepList, renameList } from './board/actions.ts';
import { focusLookup } from './board/focus-row.ts';
import { useBoard, useLists, useView } from './board/hooks.ts';
import { formatListView, getViewSearch, parseView } from './board/view.ts';
import { BOARD_PATH } from './call/address.ts';
import { DEFAULT_LIST, findListName, labelList, MAX_LIST_LENGTH, readListName } from './call/list-name.ts';
import styles from './Board.module.css';

export const ListMenu = () => {
  const board = useBoard();
  const { view, change } = useView();
  const { list: shown } = view;
  const lists = useLists();
  const [, navigate] = useLocation();
  const [naming, setNaming] = useState<'new' | 'shown'>();
  const isNamed = shown !== DEFAULT_LIST;
  const show = (list: string) => navigate(BOARD_PATH + formatListView(list));
  const others = lists.filter(({ name }) => name !== shown);
  const isEmpty = lists.some(({ name, total }) => name === shown && total === 0);
  const deleteShown = () => {
    deleteList(board, shown);
    show(DEFAULT_LIST);
  };
  const rename = (from: string, to: string) => {
    renameList(board, from, to);
    if (parseView(getViewSearch()).list === from) change({ list: to }, true);
  };
  useCommands(() => [
    ...others.map(({ name }) => ({ group: 'Lists', label: labelList(name), run: () => show(name) })),
    { group: 'Lists', label: 'New list…', run: () => setNaming('new') },
    ...(isNamed ? [{ group: 'Lists', label: 'Rename list…', run: () => setNaming('shown') }] : []),
    ...(isNamed && isEmpty ? [{ group: 'Lists', label: 'Delete list', run: deleteShown }] : []),
  ]);
  return (
    <>
      <Menu
        label="Lists"
        trigger={{
          className: styles['lists'],
          ...(isNamed && { 'aria-label': `List: ${shown}` }),
          children: (
            <>
              <span className={styles['cut']}>{isNamed ? shown : 'Lists'}</span>
              <Icon name="down" />
            </>
          ),
        }}
      >
        {lists.map(({ name, total: count, going }) => (
          <MenuChoice key={name} isOn={name === shown} onClick={() => show(name)}>
            <span className={styles['cut']}>{labelList(name)}</span>
            <span className={styles['count']}>
              {formatNumber(count)}
              {going > 0 && `, ${formatNumber(going)} going`}
            </span>
          </MenuChoice>
        ))}
        <hr />
        <MenuItem icon="plus" onClick={() => setNaming('new')}>
          New list…
        </MenuItem>
        {isNamed && (
          <MenuItem icon="dots" onClick={() => setNaming('shown')}>
            Rename list…
          </MenuItem>
        )}
        {isNamed && isEmpty && (
          <MenuItem icon="x" onClick={deleteShown}>
            Delete list
          </MenuItem>
        )}
      </Menu>
      {naming === 'new' && (
        <LazyTextDialog
          title="Name of the new list"
          label="Name"
          required="Enter a name."
          maxLength={MAX_LIST_LENGTH}
          initial=""
          onClose={() => setNaming(undefined)}
          onSave={(text) => {
            const name = findListName(text, lists);
            keepList(board, name);
            show(name);
            if (board.store.callsIn(name).length === 0) focusLookup();
          }}
        />
      )}
      {naming === 'shown' && (
        <LazyTextDialog
          title={`Rename the list “${shown}”`}
          label="Name"
          required="Enter a name."
          findError={(text) =>
            others.some(({ name }) => name === findListName(text, others))
              ? 'There is a list with this name already.'
              : undefined
          }
          maxLength={MAX_LIST_LENGTH}
          initial={shown}
          action="Rename"
          onClose={() => setNaming(undefined)}
          onSave={(text) => {
            const name = readListName(text);
            if (name === shown) return;
            rename(shown, name);
            offerUndo(`Renamed the list “${shown}” to “${name}”`, () => {
              if (!hasList(board, name)) return `The list “${name}” is gone: renamed or deleted since.`;
              return rename(name, shown);
            });
          }}
        />
      )}
    </>
  );
};

export const MoveDialog = ({
  count,
  onMove,
  onClose,
}: {
  count: number;
  onMove: (list: string) => void;
  onClose: () => void;
}) => {
  const { list: shown } = useView().view;
  const lists = useLists();
  const others = lists.filter(({ name }) => name !== shown);
  const moveAndClose = (list: string) => {
    onMove(list);
    onClose();
  };
  return (
    <LazyTextDialog
      title={`Move ${formatCount(count, 'call')} to a list`}
      label="New list"
      required="Enter a name."
      maxLength={MAX_LIST_LENGTH}
      initial=""
      action="Move"
      onSave={(text) => onMove(findListName(text, lists))}
      onClose={onClose}
    >
      {others.length > 0 && (
        <ul className={styles['choices']} aria-label="Lists">
          {others.map(({ name }) => (
            <li key={name}>
              <Button onClick={() => moveAndClose(name)}>{labelList(name)}</Button>
            </li>
          ))}
        </ul>
      )}
    </LazyTextDialog>
  );
};
