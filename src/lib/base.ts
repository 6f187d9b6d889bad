/** Where the console is served, such as "/console/": Vite's `--base`. Tests run without Vite. */
export const BASE: string = import.meta.env?.BASE_URL ?? '/';
