// Before the first paint, so no module: the theme that the user chose (src/app/theme.ts).
try {
  const theme = localStorage.getItem('console.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // The browser blocks storage.
}
