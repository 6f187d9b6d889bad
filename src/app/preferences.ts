import { createStore } from 'zustand/vanilla';
import { persistChoice } from '#src/storage/local.ts';
import type { IconName } from '#src/ui/Icon.tsx';

type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly { value: Theme; name: string; icon: IconName }[] = [
  { value: 'system', name: 'System', icon: 'screen' },
  { value: 'light', name: 'Light', icon: 'sun' },
  { value: 'dark', name: 'Dark', icon: 'moon' },
];

export const theme = createStore<Theme>(() => 'system');

theme.subscribe((chosen) => {
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
});

export const chooseTheme = persistChoice(theme, 'console.theme', ['system', 'light', 'dark']);

/** Single-key shortcuts can be switched off (WCAG 2.2, 2.1.4): speech input types letters by accident. */
export const shortcuts = createStore<'on' | 'off'>(() => 'on');
export const chooseShortcuts = persistChoice(shortcuts, 'console.shortcuts', ['on', 'off']);
