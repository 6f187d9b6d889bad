import type { Sheet } from './books.ts';
import type { Run } from './run.ts';
import type { Scope } from '#src/journal/scope.ts';

/** Runs that only this tab knows, since its storage did not take them, or not all of them. */
export type UnkeptRuns = {
  sheets: () => readonly Sheet[];
  /** Runs that are kept together with these, the newest first. */
  together: (kept: readonly Run[], limit: number) => Run[];
};

const known = new WeakMap<Scope, UnkeptRuns>();

/** For the books, once they are open: whoever never sent a run does without their code. */
export const tellUnkept = (scope: Scope, unkept: UnkeptRuns): void => void known.set(scope, unkept);

/** Undefined as long as nobody has opened the books. */
export const unkeptOf = (scope: Scope): UnkeptRuns | undefined => known.get(scope);
