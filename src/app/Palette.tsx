import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { useBoard } from '#src/features/calls/board/board.ts';
import { namedViews } from '#src/features/calls/board/settings.ts';
import { openView, presentSearch } from '#src/features/calls/board/view.ts';
import { BOARD_PATH, isOfBoard, OVER_BOARD, WALL_PATH } from '#src/features/calls/call/address.ts';
import { BULK_PATH, ONE_PATH, pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { standingWords } from '#src/features/webhooks/run/run-words.ts';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { classes } from '#src/lib/classes.ts';
import { counted } from '#src/lib/count.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { formatMoment, timeZone } from '#src/lib/timestamp.ts';
import field from '#src/ui/forms/Field.module.css';
import { Icon } from '#src/ui/Icon.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { AREAS } from './areas.ts';
import { callCommands, matching, type Command, type CommandGroup } from './commands.ts';
import styles from './Palette.module.css';
import { chooseTheme, theme } from './theme.ts';
import { forgetTypedAhead, typedAhead } from './typed-ahead.ts';
import { chooseZone } from './zone.ts';

const MOST_RUNS = 8;

/** What the frame can do. */
type FrameActions = {
  addCalls: () => void;
  filterCalls: () => void;
  showHelp: () => void;
  signOut: () => void;
};

const THEMES = [
  { value: 'system', icon: 'screen', label: 'Use the theme of the system' },
  { value: 'light', icon: 'sun', label: 'Use the light theme' },
  { value: 'dark', icon: 'moon', label: 'Use the dark theme' },
] as const;

const ZONES = [
  { value: 'local', label: 'Show times in local time' },
  { value: 'utc', label: 'Show times in UTC' },
] as const;

/** All that there is, by what was typed. A group more is another entry of the list. */
const useCommands = (text: string, { addCalls, filterCalls, showHelp, signOut }: FrameActions) => {
  const [, navigate] = useLocation();
  const board = useBoard();
  const workspace = useWorkspace();
  const { config } = workspace;
  const { data, dataUpdatedAt } = useQuery(logQueries.runs(workspace));
  const runs = data?.runs.slice(0, MOST_RUNS) ?? [];
  const usedTheme = useStore(theme);
  const usedZone = useStore(timeZone);
  const attach = () => navigate(ONE_PATH, { state: { focus: 'campaignId' } });

  const groups: readonly CommandGroup[] = [
    {
      title: 'Go to',
      commands: [
        ...AREAS.map(({ path, label, icon, key, words }): Command => ({
          label,
          icon,
          keys: `g ${key}`,
          words: `go to area ${words}`,
          run: () => navigate(path),
        })),
        { label: 'Add calls', icon: 'calls', keys: 'a', words: 'watch ids', run: addCalls },
        { label: 'Filter calls', icon: 'search', keys: '/', words: 'search find', run: filterCalls },
        {
          label: 'Wall screen',
          icon: 'screen',
          words: 'calls large',
          run: () => navigate(WALL_PATH, { state: isOfBoard(location.pathname) ? OVER_BOARD : undefined }),
        },
        { label: 'Attach or detach a webhook', icon: 'hooks', words: 'pair campaign', run: attach },
        {
          label: 'Attach or detach many webhooks',
          icon: 'hooks',
          words: 'bulk pairs campaigns file',
          run: () => navigate(BULK_PATH),
        },
      ],
    },
    {
      title: 'Views',
      commands: namedViews(config.calls.views, board.settings().views ?? []).map(({ name, search }) => ({
        label: name,
        icon: 'eye',
        words: 'view calls',
        run: () => openView(BOARD_PATH, search),
      })),
    },
    {
      title: 'Runs',
      commands: runs.map((run) => ({
        label: standingWords(run),
        icon: 'hooks',
        hint: [run.source, formatMoment(run.at, dataUpdatedAt)].filter((part) => part !== '').join(', '),
        words: 'run bulk',
        run: () => navigate(pathOfRun(run.id)),
      })),
    },
    {
      title: 'Settings',
      commands: [
        ...THEMES.filter(({ value }) => value !== usedTheme).map(({ value, icon, label }): Command => ({
          icon,
          label,
          words: 'mode',
          run: () => chooseTheme(value),
        })),
        ...ZONES.filter(({ value }) => value !== usedZone).map(({ value, label }): Command => ({
          label,
          icon: 'wait',
          words: 'time zone',
          run: () => chooseZone(value),
        })),
        { label: 'Keyboard shortcuts', icon: 'keys', keys: '?', words: 'help keys', run: showHelp },
        { label: 'Sign out', icon: 'out', words: 'log out logout', run: signOut },
      ],
    },
  ];
  const calls = callCommands(text, {
    ids: board.ids(),
    isWatched: (id) => board.call(id) !== undefined,
    wordOf: (id) => board.call(id)?.statusBadge.word,
    origin: location.origin,
    viewSearch: presentSearch,
    go: navigate,
  });
  // What was typed is no word of the calls: they are matched by their IDs.
  return [
    ...matching(groups, text.trim()),
    ...(calls.length > 0 ? [{ title: 'Calls', commands: calls }] : []),
  ];
};

/** Finds what can be done or gone to, and calls by their IDs: a combobox with a list (WAI-ARIA APG). */
export const Palette = ({ actions, onClose }: { actions: FrameActions; onClose: () => void }) => {
  const [text, setText] = useState(typedAhead);
  const [moved, setMoved] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const groups = useCommands(text, actions);
  const all = groups.flatMap(({ commands }) => commands);
  const at = Math.min(moved, all.length - 1);
  const optionId = (index: number): string => `${id}-${index}`;

  // After the dialog, which gives the keyboard to its first control.
  useLayoutEffect(() => {
    // With what came since the first rendering.
    // oxlint-disable-next-line react/set-state-in-effect -- it is known only now
    if (typedAhead() !== '') setText(typedAhead());
    forgetTypedAhead();
    input.current?.focus();
    // Behind what was typed while this was loaded.
    input.current?.setSelectionRange(-1, -1);
  }, []);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const choose = (command: Command | undefined): void => {
    if (!command) return;
    // The keyboard is back where it was, for whatever takes it next.
    flushSync(onClose);
    command.run();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 };
    const next = moves[event.key];
    if (next !== undefined) setMoved((next + all.length) % Math.max(1, all.length));
    else if (event.key === 'Enter' && !event.repeat) choose(all[at]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title="Commands" onClose={onClose} closable wide isLong>
      <input
        ref={input}
        type="text"
        className={classes(field['in'], field['lg'])}
        role="combobox"
        aria-label="Command or call ID"
        aria-autocomplete="list"
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={all.length > 0 ? optionId(at) : undefined}
        placeholder="Type a command or a call ID"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setMoved(0);
        }}
        onKeyDown={press}
      />
      <div ref={list} id={`${id}-list`} className={styles['list']} role="listbox" aria-label="Commands">
        {groups.map(({ title, commands }) => (
          <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
            <div id={`${id}-${title}`} role="presentation">
              {title}
            </div>
            {commands.map((command) => {
              const index = all.indexOf(command);
              return (
                // The keyboard stays in the input, whose keys do the same.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={optionId(index)}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === at}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(command)}
                >
                  <Icon name={command.icon} />
                  <span>{command.label}</span>
                  {command.id !== undefined && <span className="mono">{withMarks(command.id)}</span>}
                  {command.hint !== undefined && <span className="quiet">{command.hint}</span>}
                  {command.keys !== undefined && (
                    <span className={styles['keys']} aria-hidden="true">
                      {command.keys.split(' ').map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className={all.length === 0 ? 'second' : 'vh'} role="status">
        {all.length === 0 ? 'Nothing found' : counted(all.length, 'result')}
      </p>
    </Dialog>
  );
};
