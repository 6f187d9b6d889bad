import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { useCommands } from '#src/ui/commands.ts';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { copyForTicket, copyIds, copyLink, selectLinkedCalls, stopWatching } from './board/actions.ts';
import { useBoard } from './board/board.ts';
import { showTestNotification } from './board/end-notifications.ts';
import { subscribeToNothing, shownRows } from './board/focus-row.ts';
import type { Settings } from './board/settings.ts';
import { useOverview } from './board/ticking.ts';
import { getViewSearch, toggleSorting, useView } from './board/view.ts';
import { OVER_BOARD, formatWallPath } from './call/address.ts';
import { isEnded } from './call/call.ts';
import { COLUMNS } from './call/fields.ts';
import { exportCalls } from './export.ts';
import { shownSelection, type Selection } from './table/selection.ts';
import styles from './Board.module.css';

const INTERVAL_SECONDS = [2, 5, 10, 30, 60];
const STUCK_MINUTES = [5, 10, 15, 30, 60, 120];

const sortNumbers = (...numbers: number[]) => [...new Set(numbers)].toSorted((a, b) => a - b);

export const CheckInterval = ({ label }: { label: string }) => {
  const board = useBoard();
  const { config } = useWorkspace();
  const { checkSeconds, checking, periodMs } = useOverview();
  const actualSeconds = Math.round(periodMs / 1000);
  const isSlower = checking > 0 && actualSeconds > checkSeconds;
  return (
    <SelectField
      label={label}
      value={checkSeconds}
      onChange={({ target }) => board.changeSettings({ checkSeconds: Number(target.value) })}
    >
      {sortNumbers(...INTERVAL_SECONDS, config.calls.checkSeconds, checkSeconds).map((seconds) => (
        <option key={seconds} value={seconds}>
          Every {seconds} s{isSlower && seconds === checkSeconds && ` (now ${formatNumber(actualSeconds)} s)`}
        </option>
      ))}
    </SelectField>
  );
};

/** On a phone the controls and the table's head have no room for these. */
const PhoneItems = () => {
  const { view, change } = useView();
  const { sorting } = view;
  return (
    <div className={styles['menu']}>
      <span aria-hidden="true">Check</span>
      <CheckInterval label="Interval" />
      <span aria-hidden="true">Sort by</span>
      <SelectField
        label="Sort by"
        value={sorting.column}
        onChange={({ target }) => {
          const column = COLUMNS.find(({ key }) => key === target.value);
          if (column) change({ sorting: toggleSorting(view, column.key) });
        }}
      >
        {COLUMNS.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </SelectField>
      <span aria-hidden="true">Order</span>
      <SelectField
        label="Order"
        value={String(sorting.descending)}
        onChange={() => change({ sorting: toggleSorting(view, sorting.column) })}
      >
        <option value="false">Ascending</option>
        <option value="true">Descending</option>
      </SelectField>
    </div>
  );
};

const ExportItems = ({ ids, which }: { ids: () => readonly string[]; which: string }) => {
  const board = useBoard();
  return (['csv', 'json'] as const).map((format) => (
    <MenuItem key={format} icon="download" onClick={() => exportCalls(board, ids(), format)}>
      Export{which} as {format.toUpperCase()}
    </MenuItem>
  ));
};

const LinkItem = ({ ids, which }: { ids: readonly string[]; which: string }) => {
  const { length } = selectLinkedCalls(ids);
  return (
    <MenuItem icon="link" onClick={() => copyLink(ids)}>
      Copy link to{' '}
      {length === ids.length ? which : `${formatNumber(length)} of ${formatCount(ids.length, 'call')}`}
    </MenuItem>
  );
};

const SelectionItems = ({ selection, which }: { selection: Selection; which: string }) => {
  const board = useBoard();
  return (
    <>
      <MenuItem icon="x" onClick={() => stopWatching(board, selection.ids())}>
        Stop watching {which}
      </MenuItem>
      <hr />
      <MenuItem icon="copy" onClick={() => copyIds(selection.ids())}>
        Copy IDs of {which}
      </MenuItem>
      <LinkItem ids={selection.ids()} which={which} />
      <MenuItem icon="copy" onClick={() => copyForTicket(board, selection.ids())}>
        Copy {which} for a ticket
      </MenuItem>
      <ExportItems ids={selection.ids} which={` ${which}`} />
    </>
  );
};

const BoardItems = ({ onWall }: { onWall: () => void }) => {
  const board = useBoard();
  const { total, ended } = useOverview();
  const rows = useStore(shownRows);
  const shown = useSyncExternalStore(rows?.subscribe ?? subscribeToNothing, () => rows?.count()) ?? total;
  const isFiltered = shown < total;
  const { list } = useView().view;
  const all = () => board.callsIn(list).map(({ entry }) => entry.id);
  const allShown = () => rows?.all() ?? [];
  const stopEnded = () => {
    const endedCalls = board.callsIn(list).filter(isEnded);
    stopWatching(
      board,
      endedCalls.map(({ entry }) => entry.id),
      'ended ',
    );
  };
  return (
    <>
      <MenuItem icon="x" disabled={ended === 0} onClick={stopEnded}>
        Stop watching ended calls
      </MenuItem>
      <MenuItem icon="x" onClick={() => stopWatching(board, all())}>
        Clear the board
      </MenuItem>
      <hr />
      <MenuItem icon="copy" onClick={() => copyIds(all())}>
        Copy all IDs
      </MenuItem>
      <LinkItem ids={all()} which="this board" />
      {isFiltered && shown > 0 && <LinkItem ids={allShown()} which={`${formatNumber(shown)} shown`} />}
      <MenuItem icon="screen" onClick={onWall}>
        Show as a wall screen
      </MenuItem>
      {isFiltered && shown > 0 && <ExportItems ids={allShown} which={` ${formatNumber(shown)} shown`} />}
      <ExportItems ids={all} which={isFiltered ? ` all ${formatNumber(total)}` : ''} />
    </>
  );
};

const StuckAfter = () => {
  const board = useBoard();
  const { config } = useWorkspace();
  const { stuckMinutes } = useOverview();
  return (
    <div className={styles['line']}>
      <span aria-hidden="true">Stuck after</span>
      <SelectField
        label="Stuck after"
        value={stuckMinutes}
        onChange={({ target }) => board.changeSettings({ stuckMinutes: Number(target.value) })}
      >
        {sortNumbers(...STUCK_MINUTES, config.calls.stuckMinutes, stuckMinutes).map((minutes) => (
          <option key={minutes} value={minutes}>
            {formatNumber(minutes)} min
          </option>
        ))}
      </SelectField>
    </div>
  );
};

type Notification = {
  label: string;
  when: string;
  isOn: (settings: Settings) => boolean;
  change: (on: boolean) => Settings;
};

const NOTIFICATIONS: readonly Notification[] = [
  {
    label: 'Notify when calls end',
    when: 'calls end',
    isOn: ({ notify }) => notify === 'ends',
    change: (on) => ({ notify: on ? 'ends' : undefined }),
  },
  {
    label: 'Notify of failures only',
    when: 'calls fail',
    isOn: ({ notify }) => notify === 'failures',
    change: (on) => ({ notify: on ? 'failures' : undefined }),
  },
  {
    label: 'Notify of stuck calls',
    when: 'calls get stuck',
    isOn: ({ notifyStuck = false }) => notifyStuck,
    change: (on) => ({ notifyStuck: on || undefined }),
  },
];

const canNotify = async (): Promise<boolean> =>
  'Notification' in globalThis && (await globalThis.Notification.requestPermission()) === 'granted';

const showTest = () => {
  if (!showTestNotification())
    showToast({ tone: 'bad', text: 'This browser shows no notifications for this page' });
};

const SettingItems = () => {
  const board = useBoard();
  // Renders when the settings change, too.
  useOverview();
  const settings = board.settings();
  const { forgetAtSignOut = false } = settings;
  const toggle = async ({ isOn, change, when }: Notification) => {
    if (isOn(settings)) {
      board.changeSettings(change(false));
    } else if (await canNotify()) {
      board.changeSettings(change(true));
      const text = `You’ll be notified when ${when} while this page is hidden`;
      showToast({ tone: 'ok', text, action: { label: 'Show a test', run: showTest } });
    } else {
      showToast({ tone: 'bad', text: 'This browser doesn’t allow notifications here' });
    }
  };
  return (
    <>
      <StuckAfter />
      {NOTIFICATIONS.map((notification) => (
        <MenuItem
          key={notification.label}
          icon={notification.isOn(settings) ? 'ok' : 'dot'}
          aria-pressed={notification.isOn(settings)}
          onClick={() => void toggle(notification)}
        >
          {notification.label}
        </MenuItem>
      ))}
      <MenuItem
        icon={forgetAtSignOut ? 'ok' : 'dot'}
        aria-pressed={forgetAtSignOut}
        onClick={() => board.changeSettings({ forgetAtSignOut: !forgetAtSignOut || undefined })}
      >
        Forget calls at sign-out
      </MenuItem>
    </>
  );
};

export const BoardMenu = () => {
  const selection = useStore(shownSelection);
  const count = useSyncExternalStore(
    selection?.subscribe ?? subscribeToNothing,
    () => selection?.getState().ids.size ?? 0,
  );
  const which = `${formatNumber(count)} selected`;
  const [, navigate] = useLocation();
  const openWall = () => navigate(formatWallPath(getViewSearch()), { state: OVER_BOARD });
  useCommands(() => [{ group: 'Calls', label: 'Wall screen', run: openWall }]);
  return (
    <Menu
      label="More"
      trigger={{
        square: true,
        icon: 'dots',
        'aria-label': count > 0 ? `More: copy or export ${which}` : 'More: clear ended, copy IDs, export CSV',
      }}
    >
      <PhoneItems />
      {selection && count > 0 ? (
        <SelectionItems selection={selection} which={which} />
      ) : (
        <BoardItems onWall={openWall} />
      )}
      <hr />
      <SettingItems />
    </Menu>
  );
};
