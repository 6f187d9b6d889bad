import { createStore } from 'zustand/vanilla';
import { persistChoice } from '#src/storage/local.ts';

type Theme = 'system' | 'light' | 'dark';

export const theme = createStore<Theme>(() => 'system');

theme.subscribe((chosen) => {
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
});

export const chooseTheme = persistChoice(theme, 'console.theme', ['system', 'light', 'dark']);
