import { createContext, use } from 'react';
import { createService, type ServiceClient } from '#src/api/operations.ts';
import type { TokenSource } from '#src/api/request.ts';
import type { Person, SessionControl } from '#src/auth/state.ts';
import type { Config } from '#src/config.ts';
import { fingerprint } from '#src/lib/fingerprint.ts';

/** What an area works with: the service as one person reaches it. */
export type Scope = {
  config: Config;
  person: Person;
  /** Tells this person from others of the same issuer. */
  personKey: string;
  /** Names this service and this person in this browser's storage; no name of theirs is in it. */
  storageKey: string;
  service: ServiceClient;
  /** Tells each time that there are new tokens, by a renewal or a sign-in. Gives back how to leave. */
  onRenewed: (listener: () => void) => () => void;
};

/** Opens the service for one person. */
export const openScope = (
  config: Config,
  session: TokenSource & Pick<SessionControl, 'getState' | 'subscribe'>,
  person: Person,
  personKey: string,
): Scope => {
  const service = createService(config, session);
  return {
    config,
    person,
    personKey,
    storageKey: fingerprint(`${service.baseUrl} ${personKey}`),
    service,
    onRenewed: (listener) =>
      session.subscribe(() => {
        if (session.getState().state === 'active') listener();
      }),
  };
};

export const ScopeContext = createContext<Scope | undefined>(undefined);

/** The scope of the signed-in person. Only inside the console. */
export const useScope = (): Scope => {
  const scope = use(ScopeContext);
  if (!scope) throw new Error('useScope outside of ScopeContext');
  return scope;
};

/**
 * What belongs to one person and service for as long as the page stands: the one part that `open` makes of a scope, at the
 * first need of it.
 */
export const perScope = <Part>(open: (scope: Scope) => Part): ((scope: Scope) => Part) => {
  const parts = new WeakMap<Scope, { part: Part }>();
  return (scope) => {
    const known = parts.get(scope) ?? { part: open(scope) };
    parts.set(scope, known);
    return known.part;
  };
};
