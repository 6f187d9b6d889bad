import { at, USUAL, type Profile } from './profile.ts';

/** Adds the service's project to the audience. */
const AUDIENCE_SCOPE = 'urn:zitadel:iam:org:project:id:123456789012345678:aud';

export const zitadel: Profile = {
  ...USUAL,
  title: 'Zitadel',
  sources: [
    'https://zitadel.com/docs/apis/openidoauth/scopes',
    'https://zitadel.com/docs/apis/openidoauth/endpoints',
    'https://zitadel.com/docs/guides/integrate/login/oidc/logout',
  ],
  example: at('https://example.zitadel.cloud'),
  clientId: '234567890123456789',
  routes: {
    authorization: '/oauth/v2/authorize',
    token: '/oauth/v2/token',
    end_session: '/oidc/v1/end_session',
    revocation: '/oauth/v2/revoke',
    jwks: '/oauth/v2/keys',
    userinfo: '/oidc/v1/userinfo',
  },
  serviceScopes: [AUDIENCE_SCOPE],
  isForService: ({ scope }) => scope.includes(AUDIENCE_SCOPE),
  // "Bearer Token"; "JWT" is the other choice.
  tokenForm: 'opaque',
  pageHeaders: { 'X-Frame-Options': 'deny', 'Content-Security-Policy': "frame-ancestors 'none'" },
  refresh: { ...USUAL.refresh, endsWithSession: false },
  oidc: () => ({
    scope: `openid profile email offline_access ${AUDIENCE_SCOPE}`,
  }),
};
