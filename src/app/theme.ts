export type Theme = 'system' | 'light' | 'dark';

const KEY = 'console.theme';

/** The theme chosen in this browser; the system's where none was or storage is shut. */
export const readTheme = (): Theme => {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
};

export const applyTheme = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
};

export const chooseTheme = (theme: Theme) => {
  applyTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is shut: the choice then holds for this page.
  }
};
