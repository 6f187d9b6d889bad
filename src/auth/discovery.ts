import { isSecure } from '#src/config.ts';
import { isRecord } from '#src/lib/is-record.ts';
import type { Claims } from './id-token.ts';
import { AuthError, otherIssuer, type Failure } from './problems.ts';

/** An answer that is not for us or not from there. */
export const foreign = (code: string, text: string): AuthError =>
  new AuthError({ kind: 'foreign', code, text });

const isSafeEndpoint = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && isSecure(new URL(value));

const NO_DESCRIPTION: Failure = {
  kind: 'malformed',
  code: 'discovery_unreadable',
  text: 'The sign-in service does not describe itself.',
};

/** Judges the server's description of itself (RFC 8414 section 3.3): of the configured issuer, and over TLS. */
export const checkMetadata = (metadata: unknown, issuer: string): Claims => {
  if (!isRecord(metadata)) throw new AuthError(NO_DESCRIPTION);
  if (metadata['issuer'] !== issuer) {
    throw foreign(
      'discovery_issuer',
      otherIssuer('The description of the sign-in service', metadata['issuer'], issuer),
    );
  }
  const optional = ['end_session_endpoint', 'revocation_endpoint'].filter(
    (name) => metadata[name] !== undefined,
  );
  for (const name of ['authorization_endpoint', 'token_endpoint', ...optional]) {
    if (!isSafeEndpoint(metadata[name])) {
      throw foreign('discovery_endpoint', `The sign-in service names no safe address as its ${name}.`);
    }
  }
  return metadata;
};

type Answer = { iss: string | null; error: string | null; description: string | null; code: string | null };

/** The parameters of an authorization response; none may come twice (RFC 6749 section 3.1). */
export const readAnswer = (url: string): Answer => {
  const { searchParams } = new URL(url);
  const once = (name: string): string | null => {
    const values = searchParams.getAll(name);
    if (values.length > 1)
      throw foreign('answer_ambiguous', 'The answer of the sign-in service contradicts itself.');
    return values[0] ?? null;
  };
  once('state');
  return {
    iss: once('iss'),
    error: once('error'),
    description: once('error_description'),
    code: once('code'),
  };
};

/** RFC 9207 section 2.4: the answer is from the issuer that was asked, which says so if it says that it does. */
export const checkAnswerIssuer = (iss: string | null, metadata: Claims, issuer: string): void => {
  const promised = metadata['authorization_response_iss_parameter_supported'] === true;
  if (iss === null ? promised : iss !== issuer) {
    throw foreign('answer_issuer', otherIssuer('The answer', iss, issuer));
  }
};
