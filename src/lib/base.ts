/** Where the console is served, such as "/console/". Read from the page: one build serves every path. */
export const BASE: string =
  typeof document === 'undefined' ? '/' : (document.documentElement.dataset['base'] ?? '/');
