/**
 * The addresses of the authorization server and the service, without path or slash at the end. `endpoints` differs from `origin`
 * if a product has its pages on another host than its issuer.
 */
export type Addresses = { origin: string; endpoints: string; service: string };

type Asked = { scope: readonly string[]; parameters: Readonly<Record<string, unknown>> };

export type OidcConfig = {
  authority: string;
  clientId: string;
  scope?: string;
  resource?: string;
  authorizationParams?: Record<string, string>;
  logoutParams?: Record<string, string>;
  metadata?: Record<string, string>;
  silentSignIn?: boolean;
  tokenStorage?: 'session';
};

type RouteName = 'authorization' | 'token' | 'end_session' | 'revocation' | 'jwks' | 'userinfo';

/**
 * How a product differs from the plain authorization server. A profile declares the differences, `bend.ts` makes them. The
 * sources are the product's documents, or the threads that are named.
 */
export type Profile = {
  title: string;
  sources: readonly string[];
  /** Its addresses in the documented configuration. */
  example: Pick<Addresses, 'origin' | 'endpoints'>;
  clientId: string;
  /** The path of its endpoints, without a slash at the end. */
  mount: string;
  /** The path of its issuer, with or without a slash at the end. */
  issuerPath: string;
  /** Endpoints below `mount`. */
  routes: Record<RouteName, string>;
  /** Missing from its description. */
  omits: readonly string[];
  /** Whether its answers name the issuer (RFC 9207). */
  namesIssuer: boolean;
  /** Further documents: paths that an `authority` may name, and the issuer found there. */
  otherDocuments: readonly { path: string; issuer: string }[];
  /** Scopes of the service. */
  serviceScopes: readonly string[];
  /** Whether the access token is for the service, which else refuses it. */
  isForService: (asked: Asked, at: Addresses) => boolean;
  tokenForm: 'jwt' | 'opaque';
  /**
   * `prompt=none`. `answered`: as in OpenID Connect. `ignored`: uses a session, or shows the sign-in page. `asks`: always shows
   * the sign-in page. `refused`: returns `invalid_request`.
   */
  promptNone: 'answered' | 'ignored' | 'asks' | 'refused';
  /** Headers of its pages: framing, Cross-Origin-Opener-Policy. */
  pageHeaders: Readonly<Record<string, string>>;
  /**
   * `standard`: RP-Initiated Logout 1.0. `own`: an unpublished address, which takes `client_id` and the return address in the
   * named parameter. `stays`: leaves the person signed in. `none`: not possible.
   */
  logout: { kind: 'standard' } | { kind: 'own'; back: string } | { kind: 'stays' } | { kind: 'none' };
  refresh: {
    /** `consent`: for `offline_access`, and only with `prompt=consent`. */
    issued: 'always' | 'offline_access' | 'consent' | 'never';
    /** Whether each use returns a new one. */
    rotates: boolean;
    /** Whether the one before may be used again. Else that ends the grant. */
    mayRepeat: boolean;
    /** Whether it ends with the person's session. */
    endsWithSession: boolean;
    /** Seconds after the sign-in. Rotation does not extend it. */
    endsAfter?: number;
  };
  /** Origins that may read its answers: the registered ones, or all. */
  cors: 'registered' | 'any';
  /** The token endpoint wants a secret, which no page in a browser can keep. */
  needsSecret: boolean;
  /** The console's configuration beyond the issuer and the client. */
  oidc: (at: Addresses) => Omit<OidcConfig, 'authority' | 'clientId'>;
};

export const at = (origin: string) => ({ origin, endpoints: origin });

export const USUAL = {
  mount: '',
  issuerPath: '',
  routes: {
    authorization: '/authorize',
    token: '/token',
    end_session: '/session/end',
    revocation: '/token/revocation',
    jwks: '/jwks',
    userinfo: '/me',
  },
  omits: [],
  namesIssuer: false,
  otherDocuments: [],
  serviceScopes: [],
  isForService: () => true,
  tokenForm: 'jwt',
  promptNone: 'answered',
  pageHeaders: {},
  logout: { kind: 'standard' },
  refresh: { issued: 'offline_access', rotates: true, mayRepeat: false, endsWithSession: true },
  cors: 'registered',
  needsSecret: false,
} as const satisfies Partial<Profile>;
