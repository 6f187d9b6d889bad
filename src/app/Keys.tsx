import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { goToLookup } from '#src/features/calls/area.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import { findKeyAction, keyLabels, useKeys, type KeyAction } from '#src/ui/keys.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useListener } from '#src/ui/use-listener.ts';
import { chooseShortcuts, shortcuts } from './preferences.ts';
import styles from './Frame.module.css';

/** The keys of the whole console, and the listener of all. */
export const useConsoleKeys = (onShowKeys: () => void): void => {
  const [, navigate] = useLocation();
  const { areas } = useWorkspace();

  const focusBox = () => goToLookup(navigate);
  useKeys(() => {
    const keys = [{ key: '?', label: 'Keys', run: onShowKeys }];
    if (!areas.includes('calls')) return keys;
    return [
      ...keys,
      { key: '/', label: 'Find or watch calls', run: focusBox },
      { key: 'a', label: 'Find or watch calls', run: focusBox },
    ];
  });
  useListener('keydown', (event) => {
    const action = findKeyAction(event, shortcuts.getState() === 'on');
    if (!action) return;
    event.preventDefault();
    action.run();
  });
};

export const KeysDialog = ({ keys, onClose }: { keys: readonly KeyAction[]; onClose: () => void }) => {
  const byLabel = groupBy(keys, ({ label }) => label);
  return (
    <Dialog title="Keys" onClose={onClose} isLong>
      <dl className={styles['keys']}>
        {[...byLabel].map(([label, actions]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {[...new Set(actions.map(({ key }) => key))].map((key) => (
                <kbd key={key}>{keyLabels(key).join(' ')}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        checked={useStore(shortcuts) === 'on'}
        onChange={({ target }) => chooseShortcuts(target.checked ? 'on' : 'off')}
      >
        Single-key shortcuts are on
      </Checkbox>
    </Dialog>
  );
};
