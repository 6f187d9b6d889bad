import { at, USUAL, type Profile } from './profile.ts';

export const plain: Profile = {
  ...USUAL,
  title: 'Plain',
  sources: ['https://openid.net/specs/openid-connect-core-1_0.html'],
  namesIssuer: true,
  example: at('https://login.example'),
  clientId: 'console',
  oidc: () => ({ scope: 'openid profile email' }),
};
