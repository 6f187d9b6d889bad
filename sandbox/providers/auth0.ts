import { at, USUAL, type Addresses, type Profile } from './profile.ts';

const oidc = ({ service }: Addresses) => ({
  scope: 'openid profile email offline_access',
  authorizationParams: { audience: service },
});

/** A tenant created on 14 November 2023 or later. */
export const auth0: Profile = {
  ...USUAL,
  title: 'Auth0',
  sources: [
    'https://auth0.com/docs/get-started/applications/dynamic-client-registration',
    'https://auth0.com/docs/authenticate/login/logout/log-users-out-of-auth0',
    'https://auth0.com/docs/secure/tokens/refresh-tokens/refresh-token-rotation',
    'https://auth0.com/docs/secure/tokens/access-tokens/get-access-tokens',
  ],
  example: at('https://example.eu.auth0.com'),
  clientId: 'w8Yc2mQpZ4tLr6NvKd1sXb9HfJ3gTe7A',
  issuerPath: '/',
  routes: {
    authorization: '/authorize',
    token: '/oauth/token',
    end_session: '/oidc/logout',
    revocation: '/oauth/revoke',
    jwks: '/.well-known/jwks.json',
    userinfo: '/userinfo',
  },
  // Without an audience the token is for its own userinfo.
  isForService: ({ parameters }, { service }) => parameters['audience'] === service,
  pageHeaders: { 'X-Frame-Options': 'deny', 'Content-Security-Policy': "frame-ancestors 'none'" },
  refresh: { ...USUAL.refresh, endsWithSession: false },
  oidc,
};

/** An older tenant, without the discovery of the end-session endpoint. */
export const auth0Old: Profile = {
  ...auth0,
  title: 'Auth0 (tenant from before November 2023)',
  sources: [
    'https://support.auth0.com/center/s/article/how-to-enable-the-oidc-logout-url-in-discovery-endpoint',
    'https://auth0.com/docs/api/authentication/logout/logout',
  ],
  routes: { ...auth0.routes, end_session: '/v2/logout' },
  logout: { kind: 'own', back: 'returnTo' },
  oidc: (addresses) => ({
    ...oidc(addresses),
    logoutParams: { returnTo: '{origin}/' },
    metadata: { end_session_endpoint: `${addresses.endpoints}/v2/logout` },
  }),
};
