// Secrets of merchants. API secrets are hashed with argon2id off the event loop and checked; one
// that was recently accepted is recognised without hashing it again. Notification secrets are
// sealed.

import { argon2, timingSafeEqual } from 'node:crypto';
import { fingerprint, type Key } from '../core/seal.ts';
import { open, secret, type Secret } from '../core/secret.ts';
import { Refusal } from '../core/refusals.ts';
import type { Clock } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import type { Keyring } from '../core/keys/keyring.ts';
import type { RandomBytes } from '../core/random.ts';
import type { Merchant, SealedSecret, StoredSecret } from './merchant.ts';

const HASH = { parallelism: 1, memory: 19_456, passes: 2, tagLength: 32 } as const;
/** Hashing is expensive on purpose, so the number of concurrent and waiting callers is limited. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 64;
const MAX_REMEMBERED = 10_000;

export interface SecretChecker {
  hash(plain: Secret<string>, salt: Uint8Array): Promise<string>;
  /**
   * The valid secret that matches; the work is the same whether or not the merchant exists.
   * `beforeHash` may refuse before the expensive part.
   */
  match(
    merchant: Merchant | undefined,
    plain: Secret<string>,
    beforeHash?: () => void,
  ): Promise<StoredSecret | undefined>;
}

/** 192 random bits, readable enough to be copied by hand. */
export function makeSecret(random: RandomBytes): Secret<string> {
  return secret(Buffer.from(random(24)).toString('base64url'));
}

export function secretChecker(cacheKey: Key, random: RandomBytes): SecretChecker {
  const nobody = { salt: random(16), hash: '' };
  const remembered = new Map<string, string>();
  const slots = createLimiter(MAX_CONCURRENT, MAX_WAITING);

  const hash = (plain: Secret<string>, salt: Uint8Array): Promise<string> =>
    slots(
      () =>
        new Promise((resolve, reject) => {
          const options = { ...HASH, message: Buffer.from(open(plain)), nonce: salt };
          argon2('argon2id', options, (error, key) =>
            error ? reject(error) : resolve(key.toString('hex')),
          );
        }),
    );

  return {
    hash,
    async match(merchant, plain, beforeHash) {
      const mark = fingerprint(cacheKey, `${merchant?.merchantId ?? ''}\n${open(plain)}`).toString(
        'base64',
      );
      const before = remembered.get(mark);
      const liveWith = (text: string): StoredSecret | undefined =>
        merchant?.secrets.find((stored) => equalHex(stored.hash, text));
      const matched = before === undefined ? undefined : liveWith(before);
      if (matched) return matched;
      beforeHash?.();
      const text = await hash(plain, merchant?.secretSalt ?? nobody.salt);
      const live = liveWith(text);
      if (!live) return undefined;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(mark, text);
      return live;
    },
  };
}

function equalHex(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * At most `slots` at once and at most `queue` waiting; further callers are refused with OVERLOADED.
 */
function createLimiter(slots: number, queue: number): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= slots) {
      if (waiting.length >= queue) throw new Refusal('OVERLOADED', [], 1);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The slot is passed on directly, so that no other caller takes it in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** What making and storing secrets needs. */
export interface SecretTools {
  readonly checker: SecretChecker;
  readonly ring: Keyring;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
}

export async function hashSecret(
  tools: SecretTools,
  value: Secret<string>,
  salt: Uint8Array,
): Promise<StoredSecret> {
  const hash = await tools.checker.hash(value, salt);
  return { id: tools.ids.next(), hash, createdAt: tools.clock.now() };
}

export async function sealSecret(
  tools: SecretTools,
  merchantId: string,
  value: Secret<string>,
): Promise<SealedSecret> {
  const id = tools.ids.next();
  const sealer = await tools.ring.sealer('notification secrets');
  const sealed = sealer(open(value), notificationSecretBinding(merchantId, id));
  return { id, sealed: sealed.toString('base64'), createdAt: tools.clock.now() };
}

export function notificationSecretBinding(merchantId: string, secretId: string): string {
  return `1|${merchantId}|merchants|${secretId}|notification_secret`;
}
