import { isSecure, type Config } from '#src/config.ts';
import { isRecord } from '#src/lib/is-record.ts';
import type { Claims } from './id-token.ts';
import { foreign, malformed, otherIssuer } from './problems.ts';

export const getIssuer = ({ oidc }: Config): string => oidc.metadata?.issuer ?? oidc.authority;

const isSafeEndpoint = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && isSecure(new URL(value));

const REQUIRED = ['authorization_endpoint', 'token_endpoint'];
const OPTIONAL = ['end_session_endpoint', 'revocation_endpoint'];

export const checkMetadata = (metadata: unknown, issuer: string): Claims => {
  // RFC 8414 section 3.3, and over TLS.
  if (!isRecord(metadata))
    throw malformed('discovery_unreadable', 'The sign-in service doesn’t describe itself.');
  const found = metadata['issuer'];
  if (found !== issuer)
    throw foreign('discovery_issuer', otherIssuer('The description of the sign-in service', found, issuer));
  for (const name of [...REQUIRED, ...OPTIONAL.filter((each) => metadata[each] !== undefined)]) {
    if (!isSafeEndpoint(metadata[name]))
      throw foreign('discovery_endpoint', `The sign-in service has no safe address for its ${name}.`);
  }
  return metadata;
};

export const readParameter = (address: string, name: string): string | null => {
  const values = new URL(address).searchParams.getAll(name);
  // RFC 6749 section 3.1
  if (values.length > 1)
    throw foreign('answer_ambiguous', 'The answer of the sign-in service contradicts itself.');
  return values[0] ?? null;
};

export const checkAnswerIssuer = (iss: string | null, metadata: Claims, issuer: string): void => {
  // RFC 9207 section 2.4
  const isPromised = metadata['authorization_response_iss_parameter_supported'] === true;
  if (iss === null ? isPromised : iss !== issuer)
    throw foreign('answer_issuer', otherIssuer('The answer', iss, issuer));
};
