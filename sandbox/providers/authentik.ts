import { at, USUAL, type Profile } from './profile.ts';

export const authentik: Profile = {
  ...USUAL,
  title: 'authentik',
  sources: [
    'https://docs.goauthentik.io/add-secure-apps/providers/oauth2/',
    'https://docs.goauthentik.io/add-secure-apps/flows-stages/stages/user_logout/',
    'https://github.com/goauthentik/authentik/issues/19201',
  ],
  example: at('https://authentik.example'),
  clientId: 'Zr5nWd1Kc8Xv3Bq7Tj2Lm9Hf4Pg6Sy0AaEeIiOoU',
  mount: '/application/o',
  issuerPath: '/application/o/console/',
  routes: {
    authorization: '/authorize/',
    token: '/token/',
    end_session: '/console/end-session/',
    revocation: '/revoke/',
    jwks: '/console/jwks/',
    userinfo: '/userinfo/',
  },
  pageHeaders: { 'X-Frame-Options': 'DENY' },
  // Signing out of an application does not end authentik's session.
  logout: { kind: 'stays' },
  oidc: () => ({
    scope: 'openid profile email offline_access',
  }),
};
