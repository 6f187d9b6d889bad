import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { BULK_PATH, ONE_PATH } from '#src/features/webhooks/change/bulk-address.ts';
import { shortcutsSwitch } from '#src/storage/local.ts';
import { commandOf, useCommands, type Command } from '#src/ui/commands.ts';
import { AREAS, CALLS_PATH } from './areas.ts';

/** What can be done in every area. */
export const useConsoleCommands = (actions: { showCommands: () => void; signOut: () => void }): void => {
  const [, navigate] = useLocation();

  /** Without calls there is nothing to filter, and so no field for it: calls are added first. */
  const goToField = (id: 'call-filter' | 'call-ids') => () => {
    const field = document.getElementById(id) ?? document.getElementById('call-ids');
    if (field) field.focus();
    else navigate(CALLS_PATH, { state: { focus: id } });
  };

  useCommands(() => [
    {
      group: 'Calls',
      label: 'Filter calls',
      icon: 'search',
      keys: ['/'],
      words: 'search find',
      run: goToField('call-filter'),
    },
    {
      group: 'Calls',
      label: 'Watch calls',
      icon: 'calls',
      keys: ['a'],
      words: 'add ids',
      run: goToField('call-ids'),
    },
    ...AREAS.map(({ path, label, icon, words }): Command => ({
      group: 'Go to',
      label,
      icon,
      words: `area ${words}`,
      run: () => navigate(path),
    })),
    {
      group: 'Go to',
      label: 'Attach or detach a webhook',
      icon: 'webhooks',
      words: 'pair campaign',
      run: () => navigate(ONE_PATH, { state: { focus: 'campaignId' } }),
    },
    {
      group: 'Go to',
      label: 'Attach or detach many webhooks',
      icon: 'webhooks',
      words: 'bulk pairs campaigns file',
      run: () => navigate(BULK_PATH),
    },
    {
      group: 'Console',
      label: 'Commands and keys',
      icon: 'keys',
      keys: ['Mod+k', '?'],
      words: 'help shortcuts',
      run: actions.showCommands,
    },
    { group: 'Console', label: 'Sign out', icon: 'sign-out', words: 'log out logout', run: actions.signOut },
  ]);
};

/** Runs the commands by their keys. */
export const useCommandKeys = (): void => {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const command = commandOf(event, shortcutsSwitch.isOn());
    if (!command) return;
    event.preventDefault();
    // A key of the browser's, such as Ctrl K, does nothing in a dialog.
    if (!document.querySelector('dialog[open]')) command.run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
};
