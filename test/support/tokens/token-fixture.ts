// Nodes that issue and verify access tokens on one embedded database, and the parts needed to forge
// tokens.
import { fixedKeyring } from '@bramka/gateway/core/keys/testing/fixed-keyring.ts';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before } from 'node:test';
import { embedded, type OpenEngine } from '../engines.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import { open, secret } from '@bramka/gateway/core/secret.ts';
import { handClock, type HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { createJwts, type Jwts } from '@bramka/gateway/auth/jwt.ts';
import { signingKeys, type SigningKeys } from '@bramka/gateway/auth/signing-keys.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
const root = { version: 1, key: secret(Buffer.alloc(32, 5)) };
const ring = fixedKeyring([root], systemRandom);

export const claims = {
  merchantId: '10000001',
  agentId: null,
  resource: 'UNIVERSAL',
  channel: 'WEBAPI',
  secretId: 'secret-1',
  merchantVersion: 3,
  agentVersion: 0,
} as const;

export const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
export const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

export interface Node {
  readonly clock: HandClock;
  readonly keys: SigningKeys;
  readonly jwts: Jwts;
}

export interface TokenFixture {
  readonly database: Database;
  readonly node: (clock?: HandClock, environment?: string, database?: Database) => Node;
}

/** A database for the tests of the calling suite. */
export function tokenFixture(): TokenFixture {
  let engine: OpenEngine;
  before(async () => {
    engine = await embedded.openWithTables();
  });
  after(() => engine.close());
  return {
    get database() {
      return engine.database;
    },
    node(clock = handClock(), environment = 'sandbox', database = engine.database) {
      const ids = createIds(clock, systemRandom);
      const keys = signingKeys({ database, ring, clock, ids, random: systemRandom });
      return { clock, keys, jwts: createJwts({ keys, clock, ids, environment }) };
    },
  };
}

export function assertRefused(
  verifying: Promise<unknown>,
  code = 'TOKEN_INVALID',
  what = '',
): Promise<void> {
  return assert.rejects(
    verifying,
    (error: unknown) => {
      assert.ok(error instanceof Refusal, `${what}: ${String(error)}`);
      assert.deepEqual([error.code, error.status], [code, 401], what);
      return true;
    },
    what,
  );
}

export interface Material {
  readonly jwt: string;
  readonly header: string;
  readonly payload: string;
  readonly signature: string;
  readonly forge: (header: object, payload?: object, bytes?: Uint8Array) => string;
}

/** Header, payload and key of a valid token, to forge others from. */
export async function material({ jwts, keys }: Node): Promise<Material> {
  const jwt = await jwts.issueMerchant(claims);
  const [header = '', payload = '', signature = ''] = jwt.split('.');
  const { key } = await keys.current();
  return {
    jwt,
    header,
    payload,
    signature,
    forge(otherHeader, otherPayload = {}, bytes = open(key)) {
      const text = `${encode({ ...decode(header), ...otherHeader })}.${encode({
        ...decode(payload),
        ...otherPayload,
      })}`;
      return `${text}.${createHmac('sha256', bytes).update(text).digest('base64url')}`;
    },
  };
}
