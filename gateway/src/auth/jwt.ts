// Access tokens: issued after the secret was checked, verified on every call (specification section
// 5). Only one algorithm, issuer, audience and environment are accepted; anything else gets 401.

import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { createHash } from 'node:crypto';
import type { Clock, Instant } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import { readBase64Url } from '../core/jose/base64.ts';
import { refuse } from '../core/refusals.ts';
import { open } from '../core/secret.ts';
import type { ClientCaller, MerchantCaller, Resource } from '../http/caller.ts';
import type { SigningKeys } from './signing-keys.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'bramka';
const AUDIENCE = 'bramka-merchant-api';
const MAX_JWT_LENGTH = 2048;
const MAX_CACHED = 20_000;

export const lifetimeSeconds: Readonly<Record<Resource, number>> = {
  PAYMENT: 600,
  TOKENIZER: 600,
  UNIVERSAL: 86_400,
};

/** The claims of a token; the merchant's record decides whether it is revoked. */
export interface MerchantClaims extends Omit<MerchantCaller, 'isSuspended'> {
  /** The API secret it was issued for (the agent's, if an agent is named). Null in old tokens. */
  readonly secretId: string | null;
  /** The version of the merchant's record when it was issued; 0 in tokens without it. */
  readonly merchantVersion: number;
  readonly agentVersion: number;
}

export interface ClientClaims extends Omit<ClientCaller, 'isSuspended'> {
  readonly merchantVersion: number;
}

export type Jwts = ReturnType<typeof createJwts>;

interface JwtParts {
  readonly keys: SigningKeys;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly environment: string;
}

interface Verified {
  readonly claims: MerchantClaims | ClientClaims;
  readonly expiresAt: number;
}

export function createJwts(parts: JwtParts) {
  const cache = new Map<string, Verified>();
  return {
    async issueMerchant(claims: Omit<MerchantClaims, 'kind'>, email?: string): Promise<string> {
      const body: JWTPayload = {
        typ: 'MERCHANT',
        resource: claims.resource,
        sid: claims.secretId,
        mv: claims.merchantVersion,
        ...(claims.agentId === null ? {} : { agent: claims.agentId, av: claims.agentVersion }),
        ...(claims.channel === null ? {} : { channel: claims.channel }),
        ...(email === undefined ? {} : { email }),
      };
      const expiresAt = parts.clock.now() + lifetimeSeconds[claims.resource] * 1000;
      return sign(parts, claims.merchantId, body, expiresAt);
    },
    /** Valid as long as the payment can be completed. */
    issueClient(claims: Omit<ClientClaims, 'kind'>, expiresAt: Instant): Promise<string> {
      const { merchantId, paymentId, generation, merchantVersion: mv } = claims;
      const body: JWTPayload = { typ: 'CLIENT', pay: paymentId, gen: generation, mv };
      return sign(parts, merchantId, body, expiresAt);
    },
    /** Checks signature, claims and time. */
    async verify(jwt: string): Promise<Verified['claims']> {
      if (jwt.length > MAX_JWT_LENGTH || !isStrict(jwt)) refuse('TOKEN_INVALID');
      const mark = createHash('sha256').update(jwt).digest('base64');
      let verified = cache.get(mark);
      if (!verified) {
        verified = await verifyToken(parts, jwt);
        if (cache.size >= MAX_CACHED) cache.clear();
        cache.set(mark, verified);
      }
      if (verified.expiresAt <= parts.clock.now()) {
        cache.delete(mark);
        refuse(verified.claims.kind === 'client' ? 'CLIENT_TOKEN_EXPIRED' : 'TOKEN_EXPIRED');
      }
      return verified.claims;
    },
  };
}

/** The library also decodes padding and leftover bits: one token would have several spellings. */
function isStrict(jwt: string): boolean {
  return jwt.split('.').every((part) => readBase64Url(part) !== undefined);
}

async function sign(
  parts: JwtParts,
  subject: string,
  body: JWTPayload,
  expiresAt: Instant,
): Promise<string> {
  const { keyId, key } = await parts.keys.current();
  return new SignJWT({ ...body, env: parts.environment })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: keyId })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(subject)
    .setJti(parts.ids.next())
    .setIssuedAt(Math.floor(parts.clock.now() / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(open(key));
}

async function verifyToken(parts: JwtParts, jwt: string): Promise<Verified> {
  try {
    const { kid } = decodeProtectedHeader(jwt);
    const key = typeof kid === 'string' ? await parts.keys.find(kid) : undefined;
    if (!key) return refuse('TOKEN_INVALID');
    const { payload } = await jwtVerify(jwt, open(key.key), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'JWT',
      currentDate: new Date(parts.clock.now()),
      requiredClaims: ['sub', 'exp', 'iat', 'jti'],
    });
    if (payload['env'] !== parts.environment) refuse('TOKEN_INVALID');
    return { claims: claimsOf(payload), expiresAt: (payload.exp as number) * 1000 };
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      // The signature is checked before the time, so the type can be trusted.
      const isClient = error.payload['typ'] === 'CLIENT';
      return refuse(isClient ? 'CLIENT_TOKEN_EXPIRED' : 'TOKEN_EXPIRED');
    }
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      return refuse('TOKEN_INVALID');
    }
    throw error;
  }
}

function claimsOf(payload: JWTPayload): MerchantClaims | ClientClaims {
  const version = (name: string): number => (typeof payload[name] === 'number' ? payload[name] : 0);
  if (payload['typ'] === 'CLIENT') {
    return {
      kind: 'client',
      merchantId: payload.sub as string,
      paymentId: payload['pay'] as string,
      generation: payload['gen'] as number,
      merchantVersion: version('mv'),
    };
  }
  if (payload['typ'] !== 'MERCHANT') return refuse('TOKEN_INVALID');
  const text = (name: string): string | null =>
    typeof payload[name] === 'string' ? payload[name] : null;
  return {
    kind: 'merchant',
    merchantId: payload.sub as string,
    agentId: text('agent'),
    resource: payload['resource'] as Resource,
    channel: text('channel'),
    secretId: text('sid'),
    merchantVersion: version('mv'),
    agentVersion: version('av'),
  };
}
