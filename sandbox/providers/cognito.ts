import { USUAL, type Profile } from './profile.ts';

const POOL = '/eu-central-1_AbCdEf123';

/** A user pool with the classic hosted pages, which know no `prompt`. */
export const cognito: Profile = {
  ...USUAL,
  title: 'Amazon Cognito',
  sources: [
    'https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html',
    'https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html',
    'https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html',
    'https://github.com/hashicorp/vault/pull/26596',
  ],
  example: {
    origin: 'https://cognito-idp.eu-central-1.amazonaws.com',
    endpoints: 'https://example.auth.eu-central-1.amazoncognito.com',
  },
  clientId: '3n4b5urk1ft4fl3mg5e62d9ado',
  issuerPath: POOL,
  routes: {
    authorization: '/oauth2/authorize',
    token: '/oauth2/token',
    end_session: '/logout',
    revocation: '/oauth2/revoke',
    jwks: `${POOL}/.well-known/jwks.json`,
    userinfo: '/oauth2/userInfo',
  },
  promptNone: 'ignored',
  pageHeaders: {
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
  },
  logout: { kind: 'own', back: 'logout_uri' },
  // Rotation is switched on by app client.
  refresh: { issued: 'always', rotates: false, mayRepeat: true, endsWithSession: false },
  cors: 'any',
  oidc: ({ endpoints }) => ({
    scope: 'openid profile email',
    logoutParams: { logout_uri: '{origin}/' },
    metadata: { end_session_endpoint: `${endpoints}/logout` },
    silentSignIn: false,
    tokenStorage: 'session',
  }),
};
