import { createContext, use } from 'react';
import { createService, type ServiceClient } from '#src/api/operations.ts';
import type { TokenSource } from '#src/api/request.ts';
import type { Person } from '#src/auth/state.ts';
import type { Config } from '#src/config.ts';
import { fingerprint } from '#src/lib/fingerprint.ts';
import { openJournal, type Journal } from './journal.ts';

/** What an area works with: the service as one person reaches it, and the books of what this browser sent for them. */
export type Scope = {
  config: Config;
  person: Person;
  /** Names this service and this person in this browser's storage; no name of theirs is in it. */
  storageKey: string;
  service: ServiceClient;
  journal: Journal;
};

/** Opens the service and the journal for one person. */
export const openScope = (config: Config, tokens: TokenSource, person: Person, personKey: string): Scope => {
  const service = createService(config, tokens);
  return {
    config,
    person,
    storageKey: fingerprint(`${service.baseUrl} ${personKey}`),
    service,
    journal: openJournal({ service: service.baseUrl, personKey }),
  };
};

export const ScopeContext = createContext<Scope | undefined>(undefined);

/** The scope of the signed-in person. Only inside the console. */
export const useScope = (): Scope => {
  const scope = use(ScopeContext);
  if (!scope) throw new Error('useScope outside of ScopeContext');
  return scope;
};
