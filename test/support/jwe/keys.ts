// Reads the gateway's key for encrypted card fields, as a browser does, and encrypts fields to it.
import assert from 'node:assert/strict';
import type { Client } from '../client.ts';
import { buildJwe, type RecipientJwk } from './build-jwe.ts';

export const KEYS = '/v1/ecommerce/keys';

export interface Sealer {
  readonly key: RecipientJwk;
  /** The time of the gateway when the key was read. */
  readonly nowSeconds: number;
  readonly seal: (plain: string) => string;
}

export async function readSealer(client: Client): Promise<Sealer> {
  const reply = await client.call<{ keys: [RecipientJwk] }>('GET', KEYS);
  assert.equal(reply.status, 200, reply.text);
  const [key] = reply.body.keys;
  const nowSeconds = Date.parse(reply.headers.get('date') ?? '') / 1000;
  return {
    key,
    nowSeconds,
    seal: (plain) => buildJwe(key, plain, { header: { iat: nowSeconds } }),
  };
}
