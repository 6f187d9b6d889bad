import { at, USUAL, type Profile } from './profile.ts';

const SCOPE = 'calls';

const V1 = {
  authorization: '/v1/authorize',
  token: '/v1/token',
  end_session: '/v1/logout',
  revocation: '/v1/revoke',
  jwks: '/v1/keys',
  userinfo: '/v1/userinfo',
};

/** A custom authorization server, such as the one named "default" (needs API Access Management). */
export const okta: Profile = {
  ...USUAL,
  title: 'Okta',
  sources: [
    'https://developer.okta.com/docs/concepts/auth-servers/',
    'https://developer.okta.com/docs/guides/refresh-tokens/main/',
    'https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/',
  ],
  example: at('https://example.okta.com'),
  clientId: '0oa9consoleEXAMPLE5d7',
  mount: '/oauth2/default',
  issuerPath: '/oauth2/default',
  routes: V1,
  serviceScopes: [SCOPE],
  pageHeaders: { 'X-Frame-Options': 'SAMEORIGIN' },
  refresh: { ...USUAL.refresh, endsWithSession: false },
  oidc: () => ({
    scope: `openid profile email offline_access ${SCOPE}`,
  }),
};

/** The org's own server: its access tokens are for Okta alone, so no service of one's own can accept them. */
export const oktaOrg: Profile = {
  ...okta,
  title: 'Okta (org authorization server)',
  sources: [
    'https://support.okta.com/help/s/article/when-to-use-the-org-authorization-server-vs-a-custom-authorization-server-in-okta',
  ],
  mount: '/oauth2',
  issuerPath: '',
  serviceScopes: [],
  isForService: () => false,
  oidc: () => ({
    scope: 'openid profile email offline_access',
  }),
};
