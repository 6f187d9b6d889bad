const KEY = 'console.shortcuts';

/** Single-key shortcuts can be switched off (WCAG 2.2, 2.1.4): speech input types letters by accident. */
export const shortcutsOn = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
};

export const switchShortcuts = (on: boolean) => {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Storage is shut: nothing can be remembered.
  }
};
