import { at, USUAL, type Profile } from './profile.ts';

const REALM = '/realms/console';
/** A client scope with an audience mapper, chosen as optional for the client. */
const AUDIENCE_SCOPE = 'calls';

export const keycloak: Profile = {
  ...USUAL,
  title: 'Keycloak',
  sources: [
    'https://www.keycloak.org/securing-apps/oidc-layers',
    'https://www.keycloak.org/docs/latest/server_admin/',
    'https://github.com/keycloak/keycloak/issues/35262',
  ],
  example: at('https://keycloak.example'),
  clientId: 'console',
  mount: REALM,
  issuerPath: REALM,
  namesIssuer: true,
  routes: {
    authorization: '/protocol/openid-connect/auth',
    token: '/protocol/openid-connect/token',
    end_session: '/protocol/openid-connect/logout',
    revocation: '/protocol/openid-connect/revoke',
    jwks: '/protocol/openid-connect/certs',
    userinfo: '/protocol/openid-connect/userinfo',
  },
  serviceScopes: [AUDIENCE_SCOPE],
  // Without an audience mapper `aud` is `account`.
  isForService: ({ scope }) => scope.includes(AUDIENCE_SCOPE),
  pageHeaders: {
    'X-Frame-Options': 'SAMEORIGIN',
    'Content-Security-Policy': "frame-src 'self'; frame-ancestors 'self'; object-src 'none';",
  },
  // "Revoke Refresh Token" is off by default.
  refresh: { issued: 'always', rotates: true, mayRepeat: true, endsWithSession: true },
  oidc: () => ({
    scope: `openid profile email ${AUDIENCE_SCOPE}`,
  }),
};
