import { useState } from 'react';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { commandKey } from '#src/ui/keys.ts';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import { shortcutsChoice } from '#src/storage/local.ts';
import styles from './Frame.module.css';

/** `⌘` stands for the key that this keyboard has for commands. */
const COLUMNS: readonly (readonly (readonly [keys: string, does: string])[])[] = [
  [
    ['/', 'Filter calls'],
    ['a', 'Add calls'],
    ['j ↓', 'Next call'],
    ['k ↑', 'Previous call'],
    ['Home End', 'First or last call'],
    ['Space', 'Select the call'],
    ['Shift ↓', 'Select up to the next'],
    ['⌘ A', 'Select all shown'],
    ['Enter', 'Open the call'],
    ['Esc', 'Close detail or dialog'],
  ],
  [
    ['r', 'Check now'],
    ['p', 'Pause or resume checks'],
    ['c', 'Copy call ID'],
    ['⌘ V', 'Paste call IDs'],
    ['g c', 'Go to Calls'],
    ['g w', 'Go to Webhooks'],
    ['g p', 'Go to Provider'],
    ['⌘ K', 'Find a command or a call'],
    ['?', 'Show this list'],
  ],
];

/** The list of keys, and the switch that turns the single ones off. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const [on, setOn] = useState(shortcutsChoice.isOn);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} closable wide>
      <div className={styles['columns']}>
        {COLUMNS.map((column) => (
          <dl key={column[0]?.[0]}>
            {column.map(([keys, does]) => (
              <div key={keys}>
                <dt>
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key === '⌘' ? commandKey() : key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        ))}
      </div>
      <Checkbox
        checked={on}
        onChange={(event) => {
          shortcutsChoice.switchTo(event.target.checked);
          setOn(event.target.checked);
        }}
      >
        Single-key shortcuts are on
      </Checkbox>
    </Dialog>
  );
};
