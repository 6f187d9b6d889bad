import { auth0, auth0Old } from './auth0.ts';
import { authelia } from './authelia.ts';
import { authentik } from './authentik.ts';
import { cognito } from './cognito.ts';
import { dex } from './dex.ts';
import { entra } from './entra.ts';
import { google } from './google.ts';
import { hintWanted } from './hint-wanted.ts';
import { hydra } from './hydra.ts';
import { keycloak } from './keycloak.ts';
import { logto } from './logto.ts';
import { okta, oktaOrg } from './okta.ts';
import { plain } from './plain.ts';
import { zitadel } from './zitadel.ts';
import type { Profile } from './profile.ts';

export const PROVIDERS: Readonly<Record<string, Profile>> = {
  keycloak,
  auth0,
  'auth0-old': auth0Old,
  okta,
  'okta-org': oktaOrg,
  entra,
  cognito,
  google,
  zitadel,
  authentik,
  authelia,
  dex,
  hydra,
  logto,
};

/** Ways of servers that no page of the docs names. */
const OTHERS: Readonly<Record<string, Profile>> = { 'hint-wanted': hintWanted };

/** The plain profile by default. Throws for an unknown name. */
export const profileOf = (name: string | undefined): Profile => {
  if (name === undefined || name === '') return plain;
  const all = new Map(Object.entries({ ...PROVIDERS, ...OTHERS }));
  const found = all.get(name);
  if (!found)
    throw new Error(`No provider "${name}" in the sandbox. There are: ${[...all.keys()].join(', ')}`);
  return found;
};
