import { createContext, use } from 'react';
import { createService, type ServiceClient } from '#src/api/operations.ts';
import type { TokenSource } from '#src/api/client.ts';
import type { Person, SessionControl } from '#src/auth/state.ts';
import type { Config } from '#src/config.ts';
import { fingerprint } from '#src/lib/fingerprint.ts';

/** What an area works with: the service as one person reaches it. */
export type Workspace = {
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
export const openWorkspace = (
  config: Config,
  session: TokenSource & Pick<SessionControl, 'getState' | 'subscribe'>,
  person: Person,
  personKey: string,
): Workspace => {
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

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The workspace of the signed-in person. Only inside the console. */
export const useWorkspace = (): Workspace => {
  const workspace = use(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace outside of WorkspaceContext');
  return workspace;
};

/**
 * What belongs to one person and service for as long as the page stands: the one part that `open` makes of a workspace, at the
 * first need of it. `others` are the same with each use.
 */
export const perWorkspace = <Part, Others extends unknown[]>(
  open: (workspace: Workspace, ...others: Others) => Part,
): ((workspace: Workspace, ...others: Others) => Part) => {
  const parts = new WeakMap<Workspace, { part: Part }>();
  return (workspace, ...others) => {
    const known = parts.get(workspace) ?? { part: open(workspace, ...others) };
    parts.set(workspace, known);
    return known.part;
  };
};
