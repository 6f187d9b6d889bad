import { at, USUAL, type Profile } from './profile.ts';

/** Without sessions, which are new in 2026 and off by default. */
export const dex: Profile = {
  ...USUAL,
  title: 'Dex',
  sources: [
    'https://dexidp.io/docs/configuration/tokens/',
    'https://dexidp.io/docs/configuration/oauth2/',
    'https://github.com/dexidp/dex/issues/1697',
    'https://github.com/dexidp/dex/pull/4325',
    'https://github.com/dexidp/dex/issues/4560',
  ],
  example: at('https://dex.example'),
  clientId: 'console',
  mount: '/dex',
  issuerPath: '/dex',
  routes: {
    authorization: '/auth',
    token: '/token',
    end_session: '/logout',
    revocation: '/revoke',
    jwks: '/keys',
    userinfo: '/userinfo',
  },
  omits: ['revocation_endpoint'],
  promptNone: 'asks',
  logout: { kind: 'none' },
  refresh: { ...USUAL.refresh, endsWithSession: false },
  oidc: () => ({
    scope: 'openid profile email offline_access',
    silentSignIn: false,
    tokenStorage: 'session',
  }),
};
