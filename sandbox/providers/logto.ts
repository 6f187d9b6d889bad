import { at, USUAL, type Profile } from './profile.ts';

export const logto: Profile = {
  ...USUAL,
  title: 'Logto',
  sources: [
    'https://docs.logto.io/concepts/opaque-token',
    'https://docs.logto.io/authorization/global-api-resources',
    'https://docs.logto.io/integrate-logto/application-data-structure',
    'https://github.com/logto-io/logto/issues/8779',
  ],
  example: at('https://example.logto.app'),
  clientId: 'fd7x2k9m4q1w8e5r6t3yz',
  mount: '/oidc',
  issuerPath: '/oidc',
  namesIssuer: true,
  routes: {
    authorization: '/auth',
    token: '/token',
    end_session: '/session/end',
    revocation: '/token/revocation',
    jwks: '/jwks',
    userinfo: '/me',
  },
  // Without a resource it is an opaque one for its own userinfo.
  isForService: () => false,
  pageHeaders: { 'Content-Security-Policy': "frame-ancestors 'self'" },
  refresh: { ...USUAL.refresh, issued: 'consent', endsWithSession: false, endsAfter: 14 * 24 * 3600 },
  oidc: ({ service }) => ({
    scope: 'openid profile email offline_access',
    resource: service,
    authorizationParams: { prompt: 'consent' },
  }),
};
