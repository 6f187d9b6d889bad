/** Where this console is served: "/" or, say, "/console/". The page says it, since the build is the same for each path. */
export const BASE: string =
  typeof document === 'undefined' ? '/' : (document.documentElement.dataset['base'] ?? '/');
