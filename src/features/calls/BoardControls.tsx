import { memo, useState } from 'react';
import { useLocation } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { useStore } from 'zustand';
import { useKeys } from '#src/ui/keys.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import type { IconName } from '#src/ui/Icon.tsx';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { copyText, showToast } from '#src/ui/alerts/toasts.ts';
import { Menu, MenuChoice, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { focusSummaryButton, SUMMARY_BUTTON_ID, focusLookup } from '#src/features/calls/board/focus.ts';
import {
  useView,
  formatView,
  parseView,
  getViewSearch,
  toggleSorting,
} from '#src/features/calls/board/view.ts';
import { BOARD_PATH, parseCallPath, formatBoardLink } from '#src/features/calls/call/address.ts';
import { copyForTicket, exportCalls, stopWatching } from '#src/features/calls/board/actions.ts';
import { useBoard, useOverview } from '#src/features/calls/board/board.ts';
import { useTable } from '#src/features/calls/board/visible-rows.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { SelectField } from '#src/ui/forms/Field.tsx';
import { TextDialog } from '#src/ui/forms/TextDialog.tsx';
import { MAX_STUCK_MINUTES } from '#src/features/calls/board/settings.ts';
import { isEnded } from '#src/features/calls/call/call.ts';
import { COLUMNS } from '#src/features/calls/call/call-fields.ts';
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

type MenuAction = { icon: IconName; label: string; disabled?: boolean; run: () => void };

const MenuActions = ({ actions }: { actions: readonly MenuAction[] }) =>
  actions.map(({ icon, label, disabled, run }) => (
    <MenuItem key={label} icon={icon} disabled={disabled} onClick={run}>
      {label}
    </MenuItem>
  ));

/** Of calls that go on: after how long they are stuck. */
export const StuckDialog = ({ onClose }: { onClose: () => void }) => {
  const { settings } = useBoard();
  const { stuckMinutes: configured } = useWorkspace().config.calls;
  const isInBounds = (minutes: number): boolean =>
    Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_STUCK_MINUTES;
  return (
    <TextDialog
      title="When are calls stuck?"
      label="Minutes without an end"
      hint={`Ringing counts, too. Empty: ${formatNumber(configured)} min, as configured.`}
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

/** Of what is shown: nobody loses a call that the filters hide. */
const StopItems = () => {
  const board = useBoard();
  const watched = useOverview((overview) => overview.watched);
  // A call that ends doesn't always change the rows.
  useOverview((overview) => overview.ended);
  const shown = useStore(useTable().rows, ({ ids }) => ids);
  const ended = board.store.find(shown).filter(isEnded);
  const isAll = shown.length === watched;
  const stop = (ids: readonly string[]) => {
    stopWatching(board, ids);
    // The button of this menu is gone.
    if (board.store.size() === 0) focusLookup();
  };
  const actions: readonly MenuAction[] = [
    {
      icon: 'eye-off',
      label: isAll
        ? 'Stop watching ended calls'
        : `Stop watching the ${formatNumber(ended.length)} ended shown`,
      disabled: ended.length === 0,
      run: () => stop(ended.map(({ entry }) => entry.id)),
    },
    {
      icon: 'eye-off',
      label: isAll ? 'Clear the board' : `Stop watching the ${formatNumber(shown.length)} shown`,
      disabled: shown.length === 0,
      run: () => stop(shown),
    },
  ];
  return <MenuActions actions={actions} />;
};

const BoardMenu = () => {
  const board = useBoard();
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
        <StopItems />
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

/** Closes an open call, which would cover the summary. The button then has the focus, as after a press. */
export const useShowSummary = () => {
  const [, navigate] = useLocation();
  return (summary: boolean) => {
    const path = BOARD_PATH + formatView({ ...parseView(location.search), summary });
    focusSummaryButton(() => navigate(path));
  };
};

const SummaryButton = () => {
  const { view } = useView();
  const pathname = usePathname();
  const show = useShowSummary();
  const isShown = view.summary && parseCallPath(pathname) === undefined;
  useKeys(() => [
    {
      key: 'Escape',
      label: 'Close the summary',
      when: isShown,
      run: () => show(false),
    },
  ]);
  return (
    <Button
      id={SUMMARY_BUTTON_ID}
      icon="summary"
      title="Summary"
      aria-pressed={isShown}
      onClick={() => show(!isShown)}
    >
      Summary
    </Button>
  );
};

/** The selected calls, or else those shown. */
const useSharedCalls = (): { ids: readonly string[]; scope: string } => {
  const total = useOverview((overview) => overview.total);
  const { rows, selection } = useTable();
  const shown = useStore(rows, ({ ids }) => ids);
  const selected = useStore(selection, ({ ids }) => ids.size);
  if (selected > 0) return { ids: selection.ids(), scope: `${formatNumber(selected)} selected` };
  const { length } = shown;
  return { ids: shown, scope: length < total ? `${formatNumber(length)} shown` : formatCount(total, 'call') };
};

/** In characters: nginx and Apache refuse a request line of more than about 8,000. */
const MAX_LINK_LENGTH = 8000;

const ShareItems = () => {
  const board = useBoard();
  const { ids, scope } = useSharedCalls();
  const watched = useOverview((overview) => overview.watched);
  const isOne = ids.length === 1;
  const url = formatBoardLink(location.origin, ids, getViewSearch());
  const hasRoom = url.length <= MAX_LINK_LENGTH;
  const link: MenuAction = {
    label: 'Copy link',
    icon: 'link',
    run: () => void copyText(url, isOne ? 'Link' : `Link with ${formatCount(ids.length, 'call')}`),
  };
  const texts: MenuAction[] = [
    { label: 'Copy for a ticket', icon: 'copy', run: () => copyForTicket(board, ids) },
    {
      label: 'Copy IDs',
      icon: 'copy',
      run: () => void copyText(ids.join('\n'), isOne ? 'ID' : `${formatNumber(ids.length)} IDs`),
    },
  ];
  const file: MenuAction = {
    label: 'Hand over as CSV',
    icon: 'download',
    run: () => exportCalls(board, ids),
  };
  const all: MenuAction = {
    label: `Hand over all ${formatNumber(watched)} as CSV`,
    icon: 'download',
    run: () => exportCalls(board, [...board.store.ids()]),
  };
  const files = ids.length < watched ? [file, all] : [file];
  return (
    <>
      <p className={styles['scope']}>
        {scope}
        {!hasRoom && '. Too many for a link: hand them over.'}
      </p>
      <MenuActions actions={hasRoom ? [link, ...texts, ...files] : [...files, ...texts]} />
    </>
  );
};

const ShareMenu = () => {
  const { ids } = useSharedCalls();
  return (
    <Menu
      label="Share"
      trigger={{
        variant: 'default',
        icon: 'share',
        title: 'Share',
        disabled: ids.length === 0,
        children: 'Share',
      }}
    >
      <ShareItems />
    </Menu>
  );
};

export const BoardControls = memo(() => (
  <div className={styles['controls']}>
    <SummaryButton />
    <ShareMenu />
    <BoardMenu />
  </div>
));
