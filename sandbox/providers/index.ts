import { keycloak } from './keycloak.ts';
import { plain } from './plain.ts';
import type { Profile } from './profile.ts';

/** The products that `npm start -- --provider <name>` knows. */
export const PROVIDERS: Readonly<Record<string, Profile>> = { keycloak };

/** The profile of that name, the plain one where none is asked for. Throws for a name that is not known. */
export const profileOf = (name: string | undefined): Profile => {
  if (name === undefined || name === '') return plain;
  const found = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (!found)
    throw new Error(`No provider "${name}" in the sandbox. There are: ${Object.keys(PROVIDERS).join(', ')}`);
  return found;
};
