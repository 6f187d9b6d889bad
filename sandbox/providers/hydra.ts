import { at, USUAL, type Profile } from './profile.ts';

export const hydra: Profile = {
  ...USUAL,
  title: 'Ory Hydra',
  sources: [
    'https://www.ory.com/docs/hydra/guides/cors',
    'https://www.ory.com/docs/oauth2-oidc/jwt-access-token',
    'https://www.ory.com/docs/hydra/guides/audiences',
    'https://github.com/ory/hydra/issues/1831',
  ],
  example: at('https://hydra.example'),
  clientId: 'b7a1f3c2-5d4e-4f60-8a9b-0c1d2e3f4a5b',
  routes: {
    authorization: '/oauth2/auth',
    token: '/oauth2/token',
    end_session: '/oauth2/sessions/logout',
    revocation: '/oauth2/revoke',
    jwks: '/.well-known/jwks.json',
    userinfo: '/userinfo',
  },
  isForService: ({ parameters }, { service }) => parameters['audience'] === service,
  tokenForm: 'opaque',
  refresh: { ...USUAL.refresh, endsWithSession: false },
  oidc: ({ service }) => ({
    scope: 'openid profile email offline_access',
    authorizationParams: { audience: service },
  }),
};
