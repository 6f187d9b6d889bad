import { auth0, auth0Old } from './auth0.ts';
import { authelia } from './authelia.ts';
import { authentik } from './authentik.ts';
import { cognito } from './cognito.ts';
import { dex } from './dex.ts';
import { entra } from './entra.ts';
import { google } from './google.ts';
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

/** The plain profile by default. Throws for an unknown name. */
export const profileOf = (name: string | undefined): Profile => {
  if (name === undefined || name === '') return plain;
  const found = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (!found)
    throw new Error(`No provider "${name}" in the sandbox. There are: ${Object.keys(PROVIDERS).join(', ')}`);
  return found;
};
