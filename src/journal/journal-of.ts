import { openJournal, type Journal } from './journal.ts';
import type { Scope } from './scope.ts';

const journals = new WeakMap<Scope, Journal>();

/** The journal of a scope, opened when an area first needs it: the call board does without, and without its bytes. */
export const journalOf = (scope: Scope): Journal => {
  const open =
    journals.get(scope) ?? openJournal({ service: scope.service.baseUrl, personKey: scope.personKey });
  journals.set(scope, open);
  return open;
};
