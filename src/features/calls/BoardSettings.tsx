import { useWorkspace } from '#src/log/workspace.ts';
import { formatNumber } from '#src/lib/count.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { MenuChoice } from '#src/ui/overlays/Menu.tsx';
import { useBoard } from './board/board.ts';
import { showTestNotification } from './board/end-notifications.ts';
import type { Settings } from './board/settings.ts';
import { useOverview } from './board/ticking.ts';
import styles from './Board.module.css';

const INTERVAL_SECONDS = [2, 5, 10, 30, 60];
const STUCK_MINUTES = [5, 10, 15, 30, 60, 120];

/** A choice of usual numbers, and of the configured and the present one. */
const NumberSelect = ({
  label,
  usual,
  configured,
  value,
  describe,
  onChange,
}: {
  label: string;
  usual: readonly number[];
  configured: number;
  value: number;
  describe: (value: number) => string;
  onChange: (value: number) => void;
}) => (
  <SelectField label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
    {[...new Set([...usual, configured, value])]
      .toSorted((a, b) => a - b)
      .map((each) => (
        <option key={each} value={each}>
          {describe(each)}
        </option>
      ))}
  </SelectField>
);

export const CheckInterval = ({ label }: { label: string }) => {
  const board = useBoard();
  const { config } = useWorkspace();
  const { checkSeconds, checking, periodMs } = useOverview();
  const actualSeconds = Math.round(periodMs / 1000);
  const isSlower = checking > 0 && actualSeconds > checkSeconds;
  const now = isSlower ? ` (now ${formatNumber(actualSeconds)} s)` : '';
  return (
    <NumberSelect
      label={label}
      usual={INTERVAL_SECONDS}
      configured={config.calls.checkSeconds}
      value={checkSeconds}
      describe={(seconds) => `Every ${seconds} s${seconds === checkSeconds ? now : ''}`}
      onChange={(seconds) => board.changeSettings({ checkSeconds: seconds })}
    />
  );
};

const StuckAfter = () => {
  const board = useBoard();
  const { config } = useWorkspace();
  const { stuckMinutes } = useOverview();
  return (
    <div className={styles['line']}>
      <span aria-hidden="true">Stuck after</span>
      <NumberSelect
        label="Stuck after"
        usual={STUCK_MINUTES}
        configured={config.calls.stuckMinutes}
        value={stuckMinutes}
        describe={(minutes) => `${formatNumber(minutes)} min`}
        onChange={(minutes) => board.changeSettings({ stuckMinutes: minutes })}
      />
    </div>
  );
};

type NotificationSetting = {
  label: string;
  /** As in "You’ll be notified when …". */
  when: string;
  isOn: (settings: Settings) => boolean;
  change: (on: boolean) => Settings;
};

const NOTIFICATIONS: readonly NotificationSetting[] = [
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

const requestNotifications = async (): Promise<boolean> =>
  'Notification' in globalThis && (await globalThis.Notification.requestPermission()) === 'granted';

const showTestOrExplain = () => {
  if (!showTestNotification())
    showToast({ tone: 'bad', text: 'This browser shows no notifications for this page' });
};

export const SettingItems = () => {
  const board = useBoard();
  // Renders again when the settings change.
  useOverview();
  const settings = board.settings();
  const { forgetAtSignOut = false } = settings;
  const toggle = async ({ isOn, change, when }: NotificationSetting) => {
    if (isOn(settings)) {
      board.changeSettings(change(false));
    } else if (await requestNotifications()) {
      board.changeSettings(change(true));
      const text = `You’ll be notified when ${when} while this page is hidden`;
      showToast({ tone: 'ok', text, action: { label: 'Show a test', run: showTestOrExplain } });
    } else {
      showToast({ tone: 'bad', text: 'This browser doesn’t allow notifications here' });
    }
  };
  return (
    <>
      <StuckAfter />
      {NOTIFICATIONS.map((notification) => (
        <MenuChoice
          key={notification.label}
          isOn={notification.isOn(settings)}
          onClick={() => void toggle(notification)}
        >
          {notification.label}
        </MenuChoice>
      ))}
      <MenuChoice
        isOn={forgetAtSignOut}
        onClick={() => board.changeSettings({ forgetAtSignOut: !forgetAtSignOut || undefined })}
      >
        Forget calls at sign-out
      </MenuChoice>
    </>
  );
};
