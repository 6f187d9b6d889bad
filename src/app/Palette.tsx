import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { formatCount } from '#src/lib/count.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import type { Command } from '#src/ui/commands.ts';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import field from '#src/ui/forms/Field.module.css';
import { keyLabels } from '#src/ui/keys.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { chooseShortcuts, shortcuts } from './preferences.ts';
import type { WorkspaceControl } from './workspace-control.ts';
import styles from './Palette.module.css';

const MAX_CALLS_SHOWN = 6;
const LAST_GROUPS = ['Go to', 'Console', 'Watched calls'];

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

type Sources = { commands: readonly Command[] } & Pick<WorkspaceControl, 'findCalls'>;

/** Commands with words that begin as those of the text, and calls with the text in their ID, by group. */
const useMatches = ({ commands, findCalls }: Sources, text: string) => {
  const [, navigate] = useLocation();
  const typed = splitWords(text);
  const hasText = ({ group, label }: Command) => {
    const words = splitWords(`${group} ${label}`);
    return typed.every((start) => words.some((word) => word.startsWith(start)));
  };
  const found = text === '' ? [] : findCalls(text, MAX_CALLS_SHOWN);
  const calls = found.map(({ id, path }) => ({
    group: 'Watched calls',
    label: escapeInvisible(id),
    run: () => navigate(path),
  }));
  const start = text.toLowerCase();
  /** A label that begins with the text comes first: "sign out" isn't "Forget calls at sign-out". */
  const rank = ({ group, label }: Command) =>
    LAST_GROUPS.indexOf(group) - (label.toLowerCase().startsWith(start) ? LAST_GROUPS.length + 1 : 0);
  const matches = [...commands.filter(hasText), ...calls].toSorted((a, b) => rank(a) - rank(b));
  return [...new Set(matches.map(({ group }) => group))].map((name) => ({
    name,
    members: matches.filter(({ group }) => group === name),
  }));
};

const scrollIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });

/** Commands with their keys, and watched calls: a combobox with a list (WAI-ARIA APG). */
export const Palette = ({ onClose, ...sources }: Sources & { onClose: () => void }) => {
  const [{ typed, chosen }, setState] = useState({ typed: '', chosen: 0 });
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const groups = useMatches(sources, typed.trim());
  const all = groups.flatMap(({ members }) => members);

  // Runs after the dialog has focused its first control.
  useLayoutEffect(() => input.current?.focus(), []);

  const run = (command: Command | undefined) => {
    if (!command) return;
    // Closing restores the focus, so it comes before a command that moves it.
    flushSync(onClose);
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const choose = (index: number) =>
      setState({ typed, chosen: all.length === 0 ? 0 : (index + all.length) % all.length });
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Enter') run(all[chosen]);
    else return;
    event.preventDefault();
  };

  const renderOption = (command: Command) => {
    const index = all.indexOf(command);
    return (
      // The keyboard stays in the input.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        key={index}
        ref={index === chosen ? scrollIntoView : undefined}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === chosen}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => run(command)}
      >
        <span>{command.label}</span>
        {command.keys?.map((key) => (
          <kbd key={key}>{keyLabels(key).join(' ')}</kbd>
        ))}
      </div>
    );
  };

  return (
    <Dialog title="Commands and keys" onClose={onClose} wide isLong>
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
        placeholder="Type a command or a call ID"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setState({ typed: target.value, chosen: 0 })}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} className={styles['list']} role="listbox" aria-label="Commands">
        {groups.map(({ name, members }) => (
          <div key={name} role="group" aria-label={name}>
            <div aria-hidden="true">{name}</div>
            {members.map(renderOption)}
          </div>
        ))}
      </div>
      <p className={all.length === 0 ? 'second' : 'vh'} role="status">
        {all.length === 0 ? 'Nothing found' : formatCount(all.length, 'result')}
      </p>
      <Checkbox
        checked={useStore(shortcuts) === 'on'}
        onChange={({ target }) => chooseShortcuts(target.checked ? 'on' : 'off')}
      >
        Single-key shortcuts are on
      </Checkbox>
    </Dialog>
  );
};
