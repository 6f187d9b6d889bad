/**
 * Where the authorization server and the service are, each without path or slash at its end. `endpoints` differs from
 * `origin` where a product has its pages elsewhere than its issuer.
 */
export type Addresses = { origin: string; endpoints: string; service: string };

/** What the authorization request asked for. */
export type Asked = { scope: readonly string[]; parameters: Readonly<Record<string, unknown>> };

/** What `oidc` of the console's configuration says, as JSON. */
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
 * How one product differs from the plain authorization server. `bend.ts` makes the differences; a profile only names
 * them. What it says stands in the product's own documents, or in the threads named where they are silent.
 */
export type Profile = {
  /** The product's name. */
  title: string;
  sources: readonly string[];
  /** Its addresses in the configuration that the documentation shows. */
  example: Pick<Addresses, 'origin' | 'endpoints'>;
  clientId: string;
  /** The path below which its endpoints lie, without a slash at its end. */
  mount: string;
  /** The path of its issuer, as it writes it: with a slash at the end or without. */
  issuerPath: string;
  /** Endpoints below `mount`. */
  routes: Record<RouteName, string>;
  /** What its description leaves out. */
  omits: readonly string[];
  /** Whether its answers name the issuer (RFC 9207). */
  namesIssuer: boolean;
  /** Whether its description says which values of `prompt` it knows. */
  namesPrompts: boolean;
  /** Further documents: the path below the origin that an `authority` may name, and the issuer found there. */
  otherDocuments: readonly { path: string; issuer: string }[];
  /** Scopes of the service, or such as stand for it. */
  serviceScopes: readonly string[];
  /** Whether the access token is meant for the service: else the service refuses it. */
  isForService: (asked: Asked, at: Addresses) => boolean;
  tokenForm: 'jwt' | 'opaque';
  /**
   * What becomes of `prompt=none`. `answered`: as OpenID Connect says. `ignored`: a session is used, without one the
   * sign-in page is shown. `asks`: the sign-in page is shown in any case.
   */
  promptNone: 'answered' | 'ignored' | 'asks';
  /** Headers of its pages: framing, Cross-Origin-Opener-Policy. */
  pageHeaders: Readonly<Record<string, string>>;
  /**
   * `standard`: RP-Initiated Logout 1.0. `own`: an address that it does not publish, which takes `client_id` and the way
   * back as the parameter named. `stays`: ends there, and the person stays signed in. `none`: there is no such thing.
   */
  logout: { kind: 'standard' } | { kind: 'own'; back: string } | { kind: 'stays' } | { kind: 'none' };
  refresh: {
    /** `consent`: for `offline_access`, and only with `prompt=consent`. */
    issued: 'always' | 'offline_access' | 'consent' | 'never';
    /** Whether each use brings a new one. */
    rotates: boolean;
    /** Whether the one before may be used again; else all that was granted ends. */
    mayRepeat: boolean;
    /** Whether it ends with the person's session there. */
    endsWithSession: boolean;
    /** Seconds from the sign-in on, which no rotation prolongs. */
    endsAfter?: number;
  };
  /** Origins whose pages may read its answers: those registered, or all. */
  cors: 'registered' | 'any';
  /** The token endpoint wants a secret, which no page in a browser can keep. */
  needsSecret: boolean;
  /** What the console's configuration says beside the issuer and the client. */
  oidc: (at: Addresses) => Omit<OidcConfig, 'authority' | 'clientId'>;
};

/** Both addresses in one. */
export const at = (origin: string) => ({ origin, endpoints: origin });

/** What most products do. */
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
  namesPrompts: false,
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
