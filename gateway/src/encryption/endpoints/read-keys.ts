// GET /v1/ecommerce/keys: the public key to which card fields are encrypted, as a JWKS. Browsers of
// any origin may read it, without a token.

import { Type } from 'typebox';
import type { Clock } from '../../core/clock.ts';
import { ALGORITHM } from '../../core/jose/ecdh-jwe.ts';
import { writeJson } from '../../core/json.ts';
import { endpoint } from '../../http/endpoint.ts';
import { matchesETag } from '../../http/pages/etag.ts';
import { RawReply } from '../../http/pages/raw-reply.ts';
import type { EncryptionKeys } from '../encryption-keys.ts';

const MAX_AGE_SECONDS = 300;

const jwkSchema = Type.Object({
  kty: Type.String({ description: 'EC.' }),
  crv: Type.String({ description: 'P-256.' }),
  x: Type.String({ description: 'First coordinate of the public key, base64url.' }),
  y: Type.String({ description: 'Second coordinate of the public key, base64url.' }),
  kid: Type.String({ description: 'Id of the key; belongs into the header of the JWE.' }),
  use: Type.String({ description: 'enc.' }),
  alg: Type.String({ description: 'ECDH-ES.' }),
});

interface KeysDeps {
  readonly encryptionKeys: EncryptionKeys;
  readonly clock: Pick<Clock, 'now'>;
}

export const readKeys = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/keys',
    summary: 'Read the key for encrypted card fields',
    description:
      'A JWKS with the current key. Card fields (encInstrumentNo, encExpDate, encCvv) are ' +
      'encrypted to it in the customer’s browser. The key changes from time to time; the ' +
      'previous one is accepted for a while. The answer may be cached for ' +
      `${MAX_AGE_SECONDS / 60} minutes; with If-None-Match it is 304 if the key is the same. The ` +
      'header Date is the time that iat is compared with.',
    access: 'open',
    hasETag: true,
    reply: Type.Object({
      keys: Type.Array(jwkSchema, { description: 'Exactly one key, the current one.' }),
    }),
  },
  async ({ encryptionKeys, clock }: KeysDeps, { header }) => {
    const { keyId: kid, publicKey } = await encryptionKeys.current();
    const etag = `"${kid}"`;
    const headers = {
      etag,
      // Browsers take `iat` from this header: the clock of a customer's device may be wrong.
      date: new Date(clock.now()).toUTCString(),
      'access-control-expose-headers': 'date',
      'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
      'access-control-allow-origin': '*',
    };
    if (matchesETag(header('if-none-match'), etag)) return new RawReply(304, headers, '');
    const body = writeJson({ keys: [{ ...publicKey, kid, use: 'enc', alg: ALGORITHM }] });
    const type = { 'content-type': 'application/json; charset=utf-8' };
    return new RawReply(200, { ...headers, ...type }, body);
  },
);
