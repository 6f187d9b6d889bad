import { useLocation } from 'wouter';
import { BOARD_PATH, getLastBoardPath, parseCallPath } from '#src/features/calls/call/address.ts';
import { BULK_PATH, CAMPAIGNS_PATH, ONE_PAIR_PATH, RUNS_PATH } from '#src/features/webhooks/change/paths.ts';
import { findCommand, hasDialog, useCommands, type Command } from '#src/ui/commands.ts';
import { focusInPopover } from '#src/ui/overlays/popover.ts';
import { useListener } from '#src/ui/use-listener.ts';
import { BASE } from '#src/lib/base.ts';
import { timeZone } from '#src/lib/timestamp.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import type { AreaName } from '#src/config.ts';
import { findAllowedAreas, getAreaPath } from './areas.ts';
import { chooseTheme, chooseZone, shortcuts, theme, THEMES, ZONES } from './preferences.ts';

export type FrameControl = {
  onCommands: () => void;
  onBackUp: () => void;
  onRestore: () => void;
  onSignOut: () => void;
};

export const useConsoleCommands = ({ onCommands, onBackUp, onRestore, onSignOut }: FrameControl) => {
  const [, navigate] = useLocation();
  const workspace = useWorkspace();

  /** An empty board has no filter: then calls are added first. On a narrow screen, an open call covers both. */
  const focusField = (id: 'call-filter' | 'call-ids') => {
    const field = document.getElementById(id) ?? document.getElementById('call-ids');
    const isOpen = parseCallPath(location.pathname) !== undefined;
    if (!focusInPopover(field) && (isOpen || !field))
      navigate(isOpen ? BOARD_PATH + location.search : getLastBoardPath(), { state: { focus: id } });
  };
  const openPair = () => navigate(ONE_PAIR_PATH, { state: { focus: 'campaignId' } });

  const ofArea: Record<AreaName, Command[]> = {
    calls: [
      { group: 'Calls', label: 'Filter calls', keys: ['/'], run: () => focusField('call-filter') },
      { group: 'Calls', label: 'Watch calls', keys: ['a'], run: () => focusField('call-ids') },
    ],
    webhooks: [
      { group: 'Go to', label: 'One pair: attach or detach a webhook', run: openPair },
      { group: 'Go to', label: 'Bulk: attach or detach many webhooks', run: () => navigate(BULK_PATH) },
      { group: 'Go to', label: 'All runs', run: () => navigate(RUNS_PATH) },
      { group: 'Go to', label: 'Campaigns and their webhooks', run: () => navigate(CAMPAIGNS_PATH) },
    ],
    provider: [],
  };

  useCommands(() => [
    ...findAllowedAreas(workspace).flatMap((area) =>
      [
        {
          group: 'Go to',
          label: area.label,
          run: () => navigate(getAreaPath(area, location.pathname)),
        },
      ].concat(ofArea[area.name]),
    ),
    { group: 'Console', label: 'Commands and keys', keys: ['Mod+k', '?'], run: onCommands },
    { group: 'Console', label: 'Check setup', run: () => location.assign(`${BASE}setup`) },
    ...(workspace.areas.length > 0
      ? [
          { group: 'Console', label: 'Back up…', run: onBackUp },
          { group: 'Console', label: 'Restore…', run: onRestore },
        ]
      : []),
    ...THEMES.filter(({ value }) => value !== theme.getState()).map(({ value, name }) => ({
      group: 'Console',
      label: `Theme: ${name}`,
      run: () => chooseTheme(value),
    })),
    ...ZONES.filter(({ value }) => value !== timeZone.getState()).map(({ value, label }) => ({
      group: 'Console',
      label: `Times: ${label}`,
      run: () => chooseZone(value),
    })),
    { group: 'Console', label: 'Sign out', run: onSignOut },
  ]);

  useListener('keydown', (event) => {
    const command = findCommand(event, shortcuts.getState() === 'on');
    if (!command) return;
    // Also in a dialog: the browser has its own use for keys such as Ctrl K.
    event.preventDefault();
    if (!hasDialog()) command.run();
  });
};
