/** All or, of a file, the tests whose titles contain one of these texts, as they stand in the file. */
type Tests = string | readonly [file: string, ...titles: string[]];

/** What the console promises, and the tests that hold it to that. `untested`: what of it none shows. */
export type ConsolePromise = { id: string; promise: string; tests: readonly Tests[]; untested?: string };
export type Promises = Record<string, readonly ConsolePromise[]>;
