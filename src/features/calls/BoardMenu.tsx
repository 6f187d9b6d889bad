import { useStore } from 'zustand';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { Menu, MenuActions, MenuChoice, type MenuAction } from '#src/ui/overlays/Menu.tsx';
import { stopWatching } from './board/actions.ts';
import { focusLookup } from './board/focus-row.ts';
import { useBoard, useOverview, useView } from './board/hooks.ts';
import { toggleSorting } from './board/view.ts';
import { isEnded, type CallView } from './call/call.ts';
import { COLUMNS } from './call/fields.ts';
import styles from './Board.module.css';

const CHOICES = [
  { key: 'notifyEnds', label: 'Notify when calls end', when: 'calls end' },
  { key: 'notifyStuck', label: 'Notify of stuck calls', when: 'calls get stuck' },
  { key: 'forgetAtSignOut', label: 'Forget calls at sign-out' },
] as const;

const requestNotifications = async (): Promise<boolean> =>
  'Notification' in globalThis && (await globalThis.Notification.requestPermission()) === 'granted';

const useSettingChoices = () => {
  const board = useBoard();
  const settings = useStore(board.settings);
  const toggle = async (choice: (typeof CHOICES)[number]) => {
    const isOn = settings[choice.key] === true;
    if (!isOn && 'when' in choice) {
      if (!(await requestNotifications()))
        return showToast({ tone: 'bad', text: 'This browser doesn’t allow notifications here' });
      showToast({ tone: 'ok', text: `You’ll be notified when ${choice.when} while this page is hidden` });
    } else showToast({ tone: 'plain', text: `“${choice.label}” is ${isOn ? 'off' : 'on'}` });
    board.settings.change({ [choice.key]: isOn ? undefined : true });
  };
  return CHOICES.map((choice) => ({
    label: choice.label,
    isOn: settings[choice.key] === true,
    toggle: () => void toggle(choice),
  }));
};

/** A phone has no head of the table. */
const SortItems = () => {
  const { view, change } = useView();
  const { column, descending } = view.sorting;
  return (
    <>
      <div className={styles['sorting']}>
        <span aria-hidden="true">Sort by</span>
        <SelectField
          label="Sort by"
          value={column}
          onChange={({ target }) => {
            const chosen = COLUMNS.find(({ key }) => key === target.value);
            if (chosen) change({ sorting: toggleSorting(view, chosen.key) });
          }}
        >
          {COLUMNS.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={styles['sorting']}>
        <span aria-hidden="true">Order</span>
        <SelectField
          label="Order"
          value={String(descending)}
          onChange={() => change({ sorting: toggleSorting(view, column) })}
        >
          <option value="false">Ascending</option>
          <option value="true">Descending</option>
        </SelectField>
      </div>
    </>
  );
};

export const BoardMenu = () => {
  const board = useBoard();
  const { ended } = useOverview();
  const { view } = useView();
  const stop = (calls: readonly CallView[]) => {
    stopWatching(
      board,
      calls.map(({ entry }) => entry.id),
    );
    // The button of this menu is gone.
    if (board.store.size() === 0) focusLookup();
  };
  const actions: readonly MenuAction[] = [
    {
      icon: 'x',
      label: 'Stop watching ended calls',
      disabled: ended === 0,
      run: () => stop(board.store.callsWith(view.label).filter(isEnded)),
    },
    {
      icon: 'x',
      label: view.label === '' ? 'Clear the board' : `Stop watching “${view.label}”`,
      run: () => stop(board.store.callsWith(view.label)),
    },
  ];
  const settings = useSettingChoices();
  return (
    <Menu
      label="More"
      trigger={{
        square: true,
        icon: 'dots',
        'aria-label': 'More: clear ended, settings',
      }}
    >
      <SortItems />
      <MenuActions actions={actions} />
      <hr />
      {settings.map(({ label, isOn, toggle }) => (
        <MenuChoice key={label} isOn={isOn} onClick={toggle}>
          {label}
        </MenuChoice>
      ))}
    </Menu>
  );
};
