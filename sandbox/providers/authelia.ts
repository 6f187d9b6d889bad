import { at, USUAL, type Profile } from './profile.ts';

export const authelia: Profile = {
  ...USUAL,
  title: 'Authelia',
  sources: [
    'https://www.authelia.com/configuration/identity-providers/openid-connect/provider/',
    'https://www.authelia.com/configuration/identity-providers/openid-connect/clients/',
    'https://github.com/authelia/authelia/issues/5057',
  ],
  example: at('https://auth.example'),
  clientId: 'console',
  namesIssuer: true,
  routes: {
    authorization: '/api/oidc/authorization',
    token: '/api/oidc/token',
    end_session: '/logout',
    revocation: '/api/oidc/revocation',
    jwks: '/jwks.json',
    userinfo: '/api/oidc/userinfo',
  },
  // An audience must be requested, and must be in the client's list.
  isForService: ({ parameters }, { service }) => parameters['audience'] === service,
  tokenForm: 'opaque',
  pageHeaders: { 'X-Frame-Options': 'DENY' },
  logout: { kind: 'none' },
  refresh: { ...USUAL.refresh, endsWithSession: false },
  oidc: ({ service }) => ({
    scope: 'openid profile email offline_access',
    authorizationParams: { audience: service },
  }),
};
