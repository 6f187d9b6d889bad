import { at, USUAL, type Profile } from './profile.ts';

/** Refuses `prompt=none` without an `id_token_hint`, as Core allows and Glewlwyd does. */
export const hintWanted: Profile = {
  ...USUAL,
  title: 'Hint wanted',
  sources: ['https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest'],
  example: at('https://login.example'),
  clientId: 'console',
  promptNone: 'refused',
  oidc: () => ({ scope: 'openid profile email' }),
};
