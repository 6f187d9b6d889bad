import { useStore } from 'zustand';
import { useWorkspace } from '#src/log/workspace.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { MenuChoice } from '#src/ui/overlays/Menu.tsx';
import { useBoard } from './board/board.ts';
import { useOverview } from './board/ticking.ts';

const INTERVAL_SECONDS = [2, 5, 10, 30, 60];

/** A choice of usual intervals, and of the configured and the present one. */
export const CheckInterval = ({ label }: { label: string }) => {
  const board = useBoard();
  const { config } = useWorkspace();
  const { checkSeconds } = useOverview();
  const choices = new Set([...INTERVAL_SECONDS, config.calls.checkSeconds, checkSeconds]);
  return (
    <SelectField
      label={label}
      value={checkSeconds}
      onChange={({ target }) => board.settings.change({ checkSeconds: Number(target.value) })}
    >
      {[...choices]
        .toSorted((a, b) => a - b)
        .map((seconds) => (
          <option key={seconds} value={seconds}>
            Every {seconds} s
          </option>
        ))}
    </SelectField>
  );
};

const CHOICES = [
  { key: 'notifyEnds', label: 'Notify when calls end', when: 'calls end' },
  { key: 'notifyStuck', label: 'Notify of stuck calls', when: 'calls get stuck' },
  { key: 'forgetAtSignOut', label: 'Forget calls at sign-out' },
] as const;

const requestNotifications = async (): Promise<boolean> =>
  'Notification' in globalThis && (await globalThis.Notification.requestPermission()) === 'granted';

export const SettingItems = () => {
  const board = useBoard();
  const settings = useStore(board.settings);
  const toggle = async (choice: (typeof CHOICES)[number]) => {
    const isOn = settings[choice.key] === true;
    if (!isOn && 'when' in choice) {
      if (!(await requestNotifications()))
        return showToast({ tone: 'bad', text: 'This browser doesn’t allow notifications here' });
      showToast({ tone: 'ok', text: `You’ll be notified when ${choice.when} while this page is hidden` });
    }
    board.settings.change({ [choice.key]: isOn ? undefined : true });
  };
  return CHOICES.map((choice) => (
    <MenuChoice key={choice.key} isOn={settings[choice.key] === true} onClick={() => void toggle(choice)}>
      {choice.label}
    </MenuChoice>
  ));
};
