import { at, USUAL, type Profile } from './profile.ts';

export const google: Profile = {
  ...USUAL,
  title: 'Google',
  sources: [
    'https://developers.google.com/identity/openid-connect/openid-connect',
    'https://github.com/manfredsteyer/angular-oauth2-oidc/issues/812',
    'https://github.com/openid/AppAuth-JS/issues/91',
  ],
  example: at('https://accounts.google.com'),
  clientId: '123456789012-console.apps.googleusercontent.com',
  routes: {
    authorization: '/o/oauth2/v2/auth',
    token: '/token',
    end_session: '/logout',
    revocation: '/revoke',
    jwks: '/oauth2/v3/certs',
    userinfo: '/v1/userinfo',
  },
  pageHeaders: { 'X-Frame-Options': 'DENY' },
  logout: { kind: 'none' },
  refresh: { ...USUAL.refresh, issued: 'never' },
  isForService: () => false,
  cors: 'any',
  needsSecret: true,
  oidc: () => ({ scope: 'openid profile email' }),
};
