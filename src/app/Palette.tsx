import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { useBoard } from '#src/features/calls/board/board.ts';
import { presentSearch } from '#src/features/calls/board/view.ts';
import { pathOfCall } from '#src/features/calls/call/address.ts';
import { classes } from '#src/lib/classes.ts';
import { formatCount } from '#src/lib/count.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { shortcutsSwitch } from '#src/storage/local.ts';
import type { Command } from '#src/ui/commands.ts';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import field from '#src/ui/forms/Field.module.css';
import { Icon } from '#src/ui/Icon.tsx';
import { keyLabels } from '#src/ui/keys.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import styles from './Palette.module.css';

const MOST_CALLS = 6;

/** Behind the groups of the area that is shown. */
const LAST_GROUPS = ['Go to', 'Console'];

/** The watched calls with the text in their ID, the first few. */
const useCallCommands = (text: string): Command[] => {
  const board = useBoard();
  const [, navigate] = useLocation();
  if (text === '') return [];
  const found: Command[] = [];
  for (const id of board.ids()) {
    if (found.length === MOST_CALLS) break;
    if (!id.toLowerCase().includes(text)) continue;
    const run = () => navigate(pathOfCall(id) + presentSearch());
    found.push({ group: 'Watched calls', label: escapeInvisible(id), icon: 'calls', run });
  }
  return found;
};

/** Those with every word of the text, by group. */
const grouped = (commands: readonly Command[], text: string): [group: string, commands: Command[]][] => {
  const words = text.split(/\s+/);
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const { group, label, words: more = '' } = command;
    const known = `${group} ${label} ${more}`.toLowerCase();
    if (words.every((word) => known.includes(word)))
      groups.set(group, [...(groups.get(group) ?? []), command]);
  }
  return [...groups].toSorted(([a], [b]) => LAST_GROUPS.indexOf(a) - LAST_GROUPS.indexOf(b));
};

/** What can be done, with its keys, and the watched calls: a combobox with a list (WAI-ARIA APG). */
export const Palette = ({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) => {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const [hasSingleKeys, setSingleKeys] = useState(shortcutsSwitch.isOn);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const text = typed.trim().toLowerCase();
  const groups = grouped(commands, text);
  const calls = useCallCommands(text);
  if (calls.length > 0) groups.push(['Watched calls', calls]);
  const all = groups.flatMap(([, members]) => members);

  // After the dialog, which focuses its first control.
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const choose = (command: Command | undefined): void => {
    if (!command) return;
    // The focus is back where it was before the command moves it.
    flushSync(onClose);
    command.run();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const count = Math.max(1, all.length);
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % count);
    else if (event.key === 'ArrowUp') setChosen((chosen - 1 + count) % count);
    else if (event.key === 'Enter' && !event.repeat) choose(all[chosen]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title="Commands and keys" onClose={onClose} closable wide isLong>
      <input
        ref={input}
        type="text"
        className={classes(field['in'], field['lg'])}
        role="combobox"
        aria-label="Command or call ID"
        aria-autocomplete="list"
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={all.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder="Type a command or the ID of a watched call"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <div ref={list} id={`${id}-list`} className={styles['list']} role="listbox" aria-label="Commands">
        {groups.map(([group, members], at) => (
          <div key={group} role="group" aria-labelledby={`${id}-group-${at}`}>
            <div id={`${id}-group-${at}`} role="presentation">
              {group}
            </div>
            {members.map((command) => {
              const index = all.indexOf(command);
              return (
                // The keyboard stays in the input, whose keys do the same.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={command.label}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(command)}
                >
                  {command.icon && <Icon name={command.icon} />}
                  <span>{command.label}</span>
                  <span className={styles['keys']}>
                    {command.keys?.map((key) => (
                      <span key={key}>
                        {keyLabels(key).map((label) => (
                          <kbd key={label}>{label}</kbd>
                        ))}
                      </span>
                    ))}
                  </span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className={all.length === 0 ? 'second' : 'vh'} role="status">
        {all.length === 0 ? 'Nothing found' : formatCount(all.length, 'result')}
      </p>
      <Checkbox
        checked={hasSingleKeys}
        onChange={({ target }) => {
          shortcutsSwitch.switchTo(target.checked);
          setSingleKeys(target.checked);
        }}
      >
        Single-key shortcuts are on
      </Checkbox>
    </Dialog>
  );
};
