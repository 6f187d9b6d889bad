import { readLocal, writeLocal } from '#src/storage/local.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'console.theme';

/** The theme chosen in this browser; the system's where none was or storage is shut. */
export const readTheme = (): Theme => {
  const stored = readLocal(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};

const applyTheme = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
};

export const chooseTheme = (theme: Theme) => {
  applyTheme(theme);
  // Where storage is shut the choice holds for this page.
  writeLocal(KEY, theme);
};
