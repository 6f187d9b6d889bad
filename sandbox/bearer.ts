import type { AuthorizationServer } from './authorization-server.ts';
import { createLocalJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';

/** `expired`: genuine, but too old. */
export type Caller = { sub: string; tokenId: string; expired: boolean };

type Bearer = { caller: Caller; fault: undefined } | { caller: undefined; fault: string };

type Expected = Pick<AuthorizationServer, 'issuer' | 'publicKeys' | 'introspect'> & {
  audience: string;
  now: () => number;
};

const callerOf = ({ sub = '', jti = '' }: JWTPayload, expired: boolean): Bearer => ({
  caller: { sub, tokenId: jti, expired },
  fault: undefined,
});

const refused = (fault: string): Bearer => ({ caller: undefined, fault });

/**
 * Reads `Authorization: Bearer …` (RFC 6750) and verifies the JWT access token (RFC 9068), or asks the authorization server about
 * an opaque one. Never throws.
 */
export const createBearerCheck = ({ issuer, audience, publicKeys, introspect, now }: Expected) => {
  const keys = createLocalJWKSet(publicKeys);
  return async (authorization: string | undefined): Promise<Bearer> => {
    if (!authorization) return refused('the Authorization header is missing');
    const token = /^Bearer ([\w.~+/-]+=*)$/.exec(authorization)?.[1];
    if (!token) return refused('the Authorization header must be "Bearer" and the access token');
    if (!token.includes('.')) {
      const known = await introspect(token);
      return known ? callerOf(known, false) : refused('the access token is not one for this service');
    }
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        typ: 'at+jwt',
        requiredClaims: ['sub', 'jti', 'exp'],
        currentDate: new Date(now()),
      });
      return callerOf(payload, false);
    } catch (error) {
      if (error instanceof errors.JWTExpired) return callerOf(error.payload, true);
      return refused(
        `the access token is not valid: ${error instanceof Error ? error.message : 'unreadable'}`,
      );
    }
  };
};
