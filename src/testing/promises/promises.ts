import type { Promises } from './promise.ts';
import { OF_THE_SERVICE } from './service.ts';
import { OF_THE_SESSION } from './session.ts';

/** By area. `npm run promises` writes docs/promises.md from it and from the runner's own list of tests. */
export const PROMISES: Promises = { ...OF_THE_SESSION, ...OF_THE_SERVICE };
