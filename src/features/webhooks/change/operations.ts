import type { ChangeOperation } from './change.ts';

type Verb = { plain: string; capital: string; done: string; doing: string; where: string };

/** The words of the two operations. */
export const VERBS: Record<ChangeOperation, Verb> = {
  attach: { plain: 'attach', capital: 'Attach', done: 'Attached', doing: 'Attaching', where: 'to' },
  detach: { plain: 'detach', capital: 'Detach', done: 'Detached', doing: 'Detaching', where: 'from' },
};
