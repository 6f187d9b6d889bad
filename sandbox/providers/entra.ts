import { at, USUAL, type Profile } from './profile.ts';

const TENANT = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490';
const SCOPE = 'api://22223333-cccc-4444-dddd-5555eeee6666/access';

export const entra: Profile = {
  ...USUAL,
  title: 'Microsoft Entra ID',
  sources: [
    'https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc',
    'https://learn.microsoft.com/entra/identity-platform/refresh-tokens',
    'https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow',
    'https://learn.microsoft.com/answers/questions/5790872/popup-login-flow-not-working-since-microsoft-block',
  ],
  example: at('https://login.microsoftonline.com'),
  clientId: '11112222-bbbb-3333-cccc-4444dddd5555',
  mount: `/${TENANT}`,
  issuerPath: `/${TENANT}/v2.0`,
  routes: {
    authorization: '/oauth2/v2.0/authorize',
    token: '/oauth2/v2.0/token',
    end_session: '/oauth2/v2.0/logout',
    revocation: '/oauth2/v2.0/revoke',
    jwks: '/discovery/v2.0/keys',
    userinfo: '/oidc/userinfo',
  },
  omits: ['revocation_endpoint'],
  otherDocuments: [
    // The document of version 1.
    { path: `/${TENANT}`, issuer: `https://sts.windows.net/${TENANT}/` },
    // For all tenants: the braces are literal.
    { path: '/common/v2.0', issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
  ],
  serviceScopes: [SCOPE],
  // Without a scope of the service's own registration the token is for Microsoft Graph.
  isForService: ({ scope }) => scope.includes(SCOPE),
  pageHeaders: { 'X-Frame-Options': 'DENY', 'Cross-Origin-Opener-Policy': 'same-origin' },
  // For redirect addresses of the platform "single-page application".
  refresh: {
    issued: 'offline_access',
    rotates: true,
    mayRepeat: true,
    endsWithSession: false,
    endsAfter: 24 * 3600,
  },
  oidc: () => ({
    scope: `openid profile email offline_access ${SCOPE}`,
  }),
};
