import { type TokenSource, createService, type ServiceClient } from '#src/api/client.ts';
import type { SessionControl } from '#src/auth/session.ts';
import type { Person } from '#src/auth/state.ts';
import { AREA_NAMES, type AreaName, type Config } from '#src/config.ts';
import { fingerprint } from '#src/lib/hex.ts';
import { createRequiredContext } from '#src/ui/required-context.ts';

export type Workspace = {
  config: Config;
  person: Person;
  /** Those that this person may open. A changed role shows after a reload. */
  areas: readonly AreaName[];
  /** Differs for each person of an issuer. */
  personKey: string;
  /** For keys in storage: a fingerprint of service and person. */
  storageKey: string;
  service: ServiceClient;
  /** Emits after each renewal and sign-in, and when the session expires. */
  session: Pick<SessionControl, 'getState' | 'subscribe' | 'signInAgain'>;
};

const readAllowedAreas = ({ roles }: Config, person: Person): readonly AreaName[] => {
  if (!roles) return AREA_NAMES;
  const granted = Object.entries(roles.areas).filter(([role]) => person.roles?.includes(role));
  return AREA_NAMES.filter((area) => granted.some(([, areas]) => areas.includes(area)));
};

export const openWorkspace = (
  config: Config,
  session: TokenSource & Workspace['session'],
  person: Person,
  personKey: string,
): Workspace => {
  const service = createService(config, session);
  return {
    config,
    person,
    areas: readAllowedAreas(config, person),
    personKey,
    storageKey: fingerprint(`${service.baseUrl} ${personKey}`),
    service,
    session,
  };
};

export const [WorkspaceContext, useWorkspace] = createRequiredContext<Workspace>('useWorkspace');

/** Opens a part once for each workspace, when it is first needed. */
export const perWorkspace = <Part, Others extends unknown[]>(
  open: (workspace: Workspace, ...others: Others) => Part,
): ((workspace: Workspace, ...others: Others) => Part) => {
  const parts = new WeakMap<Workspace, Part>();
  return (workspace, ...others) => {
    const part = parts.get(workspace) ?? open(workspace, ...others);
    parts.set(workspace, part);
    return part;
  };
};
