import { memo, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { counted, number } from '#src/lib/count.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { useBoard } from './board/board.ts';
import { showTestNotification } from './board/end-notifications.ts';
import { neverChanges, shownRows } from './board/focus-row.ts';
import type { VisibleRows } from './board/rows.ts';
import { COLUMNS } from './call/fields.ts';
import { OVER_BOARD, wallPath } from './call/address.ts';
import { isEnded } from './call/call.ts';
import { exportCalls } from './export.ts';
import { presentSearch, sortBy, useView } from './board/view.ts';
import { ViewsMenu } from './ViewsMenu.tsx';
import { useCommands } from '#src/ui/commands.ts';
import styles from './Board.module.css';
import {
  copyForTicket,
  copyIds,
  copyLink,
  linkedCalls,
  pauseOrResume,
  stopWatching,
} from './board/actions.ts';
import { shownSelection, type Selection } from './table/selection.ts';
import { useOverview } from './board/ticking.ts';

/** A choice that stays, switched by its line of the menu. */
const Switch = ({ on, children, onChange }: { on: boolean; children: string; onChange: () => void }) => (
  <MenuItem icon={on ? 'ok' : 'dot'} aria-pressed={on} onClick={onChange}>
    {children}
  </MenuItem>
);

const SECONDS = [2, 5, 10, 30, 60];
const MINUTES = [5, 10, 15, 30, 60, 120];
const inOrder = (...numbers: number[]) => [...new Set(numbers)].toSorted((a, b) => a - b);

const NOTICES = { ends: 'calls end', failures: 'calls fail', stuck: 'calls get stuck' };

const testNotification = () => {
  if (!showTestNotification())
    showToast({ tone: 'bad', text: 'This browser shows no notifications for this page' });
};

const ExportItems = ({ ids, what }: { ids: () => readonly string[]; what: string }) => {
  const board = useBoard();
  return (['csv', 'json'] as const).map((format) => (
    <MenuItem key={format} icon="download" onClick={() => exportCalls(board, ids(), format)}>
      Export{what} as {format.toUpperCase()}
    </MenuItem>
  ));
};

/** How often, of all the times that may be chosen. */
const Interval = ({ label }: { label: string }) => {
  const board = useBoard();
  const { config } = useWorkspace();
  const { checkSeconds, checking, periodMs } = useOverview();
  const choices = inOrder(...SECONDS, config.calls.checkSeconds, checkSeconds);
  const nowSeconds = Math.round(periodMs / 1000);
  // Where there are more calls than the service may be asked in that time, or it fails.
  const isSlower = checking > 0 && nowSeconds > checkSeconds;
  return (
    <SelectField
      label={label}
      value={checkSeconds}
      onChange={(event) => board.changeSettings({ checkSeconds: Number(event.target.value) })}
    >
      {choices.map((seconds) => (
        <option key={seconds} value={seconds}>
          Every {seconds} s{isSlower && seconds === checkSeconds && ` (now ${number(nowSeconds)} s)`}
        </option>
      ))}
    </SelectField>
  );
};

/** After how long a call that goes on counts as stuck. */
const StuckAfter = () => {
  const board = useBoard();
  const { config } = useWorkspace();
  const { stuckMinutes } = useOverview();
  const choices = inOrder(...MINUTES, config.calls.stuckMinutes, stuckMinutes);
  return (
    <div className={styles['line']}>
      <span aria-hidden="true">Stuck after</span>
      <SelectField
        label="Stuck after"
        value={stuckMinutes}
        onChange={({ target }) => board.changeSettings({ stuckMinutes: Number(target.value) })}
      >
        {choices.map((minutes) => (
          <option key={minutes} value={minutes}>
            {number(minutes)} min
          </option>
        ))}
      </SelectField>
    </div>
  );
};

/** What stands elsewhere where there is room: how often calls are checked, and how they are sorted. */
const PhoneItems = () => {
  const { view, change } = useView();
  const { sorting } = view;
  return (
    <div className={styles['menu']}>
      <span aria-hidden="true">Check</span>
      <Interval label="Interval" />
      <span aria-hidden="true">Sort by</span>
      <SelectField
        label="Sort by"
        value={sorting.column}
        onChange={({ target }) => {
          const chosen = COLUMNS.find(({ key }) => key === target.value);
          if (chosen) change({ sorting: sortBy(view, chosen.key) });
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
        onChange={() => change({ sorting: sortBy(view, sorting.column) })}
      >
        <option value="false">Ascending</option>
        <option value="true">Descending</option>
      </SelectField>
    </div>
  );
};

const LinkItem = ({ ids, what }: { ids: readonly string[]; what: string }) => {
  const { length } = linkedCalls(ids);
  return (
    <MenuItem icon="link" onClick={() => copyLink(ids)}>
      Copy link to {length === ids.length ? what : `${number(length)} of ${counted(ids.length, 'call')}`}
    </MenuItem>
  );
};

/** What can be done with the selected calls. */
const SelectionItems = ({ selection, count }: { selection: Selection; count: number }) => {
  const board = useBoard();
  const what = `${number(count)} selected`;
  return (
    <>
      <p className={styles['says']}>{what}</p>
      <MenuItem icon="x" onClick={() => stopWatching(board, selection.ids())}>
        Stop watching {what}
      </MenuItem>
      <hr />
      <MenuItem icon="copy" onClick={() => copyIds(selection.ids())}>
        Copy IDs of {what}
      </MenuItem>
      <LinkItem ids={selection.ids()} what={what} />
      <MenuItem icon="copy" onClick={() => copyForTicket(board, selection.ids())}>
        Copy {what} for a ticket
      </MenuItem>
      <ExportItems ids={selection.ids} what={` ${what}`} />
    </>
  );
};

/** What can be done with the whole board, or with those of its calls that the filter shows. */
const BoardItems = ({ rows, onWall }: { rows: VisibleRows | undefined; onWall: () => void }) => {
  const board = useBoard();
  const overview = useOverview();
  const count = useSyncExternalStore(rows?.subscribe ?? neverChanges, () => rows?.count());
  const shown = count ?? overview.total;
  const isFiltered = shown < overview.total;
  const all = () => [...board.ids()];
  const allShown = () => rows?.all() ?? [];
  const ended = () =>
    all()
      .flatMap((id) => overview.call(id) ?? [])
      .filter(isEnded)
      .map(({ entry }) => entry.id);
  return (
    <>
      <MenuItem
        icon="x"
        disabled={overview.ended === 0}
        onClick={() => stopWatching(board, ended(), 'ended ')}
      >
        Stop watching ended calls
      </MenuItem>
      <MenuItem icon="x" onClick={() => stopWatching(board, all())}>
        Clear the board
      </MenuItem>
      <hr />
      <MenuItem icon="copy" onClick={() => copyIds(all())}>
        Copy all IDs
      </MenuItem>
      <LinkItem ids={all()} what="this board" />
      {isFiltered && shown > 0 && <LinkItem ids={allShown()} what={`${number(shown)} shown`} />}
      <MenuItem icon="screen" onClick={onWall}>
        Show as a wall screen
      </MenuItem>
      {isFiltered && shown > 0 && <ExportItems ids={allShown} what={` ${number(shown)} shown`} />}
      <ExportItems ids={all} what={isFiltered ? ` all ${number(overview.total)}` : ''} />
    </>
  );
};

/** When a call counts as stuck, of what the user is notified, and what stays after sign-out. */
const SettingItems = () => {
  const board = useBoard();
  useOverview();
  const { notify, notifyStuck = false, forgetAtSignOut = false } = board.settings();
  const switchNotify = async (to: keyof typeof NOTICES) => {
    const isOn = to === 'stuck' ? notifyStuck : notify === to;
    const set = (on: boolean) =>
      board.changeSettings(
        to === 'stuck' ? { notifyStuck: on || undefined } : { notify: on ? to : undefined },
      );
    if (isOn) {
      set(false);
      return;
    }
    const canAsk = 'Notification' in globalThis;
    const isAllowed = canAsk && (await Notification.requestPermission()) === 'granted';
    if (isAllowed) set(true);
    showToast(
      isAllowed
        ? {
            tone: 'ok',
            text: `You will be notified when ${NOTICES[to]} while this page is hidden`,
            action: { label: 'Show a test', run: testNotification },
          }
        : { tone: 'bad', text: 'This browser does not allow notifications here' },
    );
  };
  return (
    <>
      <StuckAfter />
      <Switch on={notify === 'ends'} onChange={() => void switchNotify('ends')}>
        Notify when calls end
      </Switch>
      <Switch on={notify === 'failures'} onChange={() => void switchNotify('failures')}>
        Notify of failures only
      </Switch>
      <Switch on={notifyStuck} onChange={() => void switchNotify('stuck')}>
        Notify of stuck calls
      </Switch>
      <Switch
        on={forgetAtSignOut}
        onChange={() => board.changeSettings({ forgetAtSignOut: forgetAtSignOut ? undefined : true })}
      >
        Forget calls at sign-out
      </Switch>
    </>
  );
};

/** What can be done with the selected calls, else with the whole board. */
const BoardMenu = () => {
  const [, navigate] = useLocation();
  const rows = useStore(shownRows);
  const selection = useStore(shownSelection);
  const selected = useSyncExternalStore(
    selection?.subscribe ?? neverChanges,
    () => selection?.getState().ids.size ?? 0,
  );
  const label =
    selected > 0
      ? `More: copy or export ${number(selected)} selected`
      : 'More: clear ended, copy IDs, export CSV';
  const onWall = () => navigate(wallPath(presentSearch()), { state: OVER_BOARD });
  useCommands(() => [{ group: 'Calls', label: 'Wall screen', run: onWall }]);
  return (
    <Menu label="More" trigger={{ square: true, icon: 'dots', 'aria-label': label }}>
      {rows && <PhoneItems />}
      {selection && selected > 0 ? (
        <SelectionItems selection={selection} count={selected} />
      ) : (
        <BoardItems rows={rows} onWall={onWall} />
      )}
      <hr />
      <SettingItems />
    </Menu>
  );
};

/** How often, pause all, and what can be done with the whole board. */
export const Controls = memo(() => {
  const board = useBoard();
  const { checking, paused, blocker } = useOverview();
  const isResume = checking === 0 && paused > 0;
  return (
    <div className={styles['controls']}>
      <Interval label="Check every" />
      <Button
        icon={isResume ? 'play' : 'pause'}
        disabled={(checking === 0 && paused === 0) || blocker?.why === 'session'}
        onClick={() => pauseOrResume(board, [...board.ids()])}
      >
        {isResume ? 'Resume all' : 'Pause all'}
      </Button>
      <ViewsMenu />
      <BoardMenu />
    </div>
  );
});
