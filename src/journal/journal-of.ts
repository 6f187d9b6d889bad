import { openJournal, type Journal } from './journal.ts';
import { useScope, type Scope } from './scope.ts';

const journals = new WeakMap<Scope, Journal>();

/** The journal of a scope, opened when it is first needed. */
export const journalOf = (scope: Scope): Journal => {
  const open =
    journals.get(scope) ?? openJournal({ service: scope.service.baseUrl, personKey: scope.personKey });
  journals.set(scope, open);
  return open;
};

/** The journal of the signed-in person. */
export const useJournal = (): Journal => journalOf(useScope());
