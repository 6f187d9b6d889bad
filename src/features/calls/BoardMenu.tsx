import { useState } from 'react';
import { useStore } from 'zustand';
import { formatNumber } from '#src/lib/count.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { LazyTextDialog } from '#src/ui/forms/LazyTextDialog.ts';
import { Menu, MenuActions, MenuChoice, MenuItem, type MenuAction } from '#src/ui/overlays/Menu.tsx';
import { stopWatching } from './board/actions.ts';
import { focusLookup } from './board/focus.ts';
import { useBoard, useOverview } from './board/board.ts';
import { useView, toggleSorting } from './board/view.ts';
import { MAX_STUCK_MINUTES } from './board/settings.ts';
import { isEnded, type CallView } from './call/call.ts';
import { COLUMNS } from './call/call-fields.ts';
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

/** Of calls that go on: after how long they are stuck. */
export const StuckDialog = ({ onClose }: { onClose: () => void }) => {
  const { settings } = useBoard();
  const { stuckMinutes: configured } = useWorkspace().config.calls;
  const isInBounds = (minutes: number): boolean =>
    Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_STUCK_MINUTES;
  return (
    <LazyTextDialog
      title="When are calls stuck?"
      label="Minutes without an end"
      hint={`Empty: ${configured}, as configured.`}
      findError={(text) =>
        isInBounds(Number(text)) ? undefined : `Enter 1 to ${formatNumber(MAX_STUCK_MINUTES)}.`
      }
      maxLength={5}
      initial={String(settings.getState().stuckMinutes ?? '')}
      onSave={(text) => settings.change({ stuckMinutes: text === '' ? undefined : Number(text) })}
      onClose={onClose}
    />
  );
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
  const stuckMinutes = useStore(board.settings, board.readStuckMinutes);
  const [isLimiting, setLimiting] = useState(false);
  return (
    <>
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
        <MenuItem icon="stuck" onClick={() => setLimiting(true)}>
          Stuck after {formatNumber(stuckMinutes)} min…
        </MenuItem>
      </Menu>
      {isLimiting && <StuckDialog onClose={() => setLimiting(false)} />}
    </>
  );
};
