// A node of the gateway as far as wallet credentials are concerned, on a database of a test.
import { createIds } from '../../../core/id.ts';
import { fixedKeyring } from '../../../core/keys/testing/fixed-keyring.ts';
import { systemRandom } from '../../../core/random.ts';
import { secret } from '../../../core/secret.ts';
import type { HandClock } from '../../../core/testing/hand-clock.ts';
import type { Merchant } from '../../../merchants/merchant.ts';
import type { Database } from '../../../storage/database.ts';
import { createWalletTools } from '../administer.ts';
import { createWalletKeys } from '../wallet-keys.ts';

export const merchantId = '10000001';
export const otherMerchantId = '10000002';
const ring = fixedKeyring([{ version: 1, key: secret(Buffer.alloc(32, 6)) }], systemRandom);

/** Each call returns a new node without cached keys. */
export function openNode(
  database: Database,
  clock: HandClock,
  environment: 'sandbox' | 'production' = 'sandbox',
) {
  const errors: { facts: object; message: string }[] = [];
  const log = { error: (facts: object, message: string) => void errors.push({ facts, message }) };
  const keys = createWalletKeys({ database, ring, clock, log });
  const merchantIds = [merchantId, otherMerchantId];
  const merchants = {
    read: (id: string) => Promise.resolve(merchantIds.includes(id) ? ({} as Merchant) : undefined),
  };
  const random = systemRandom;
  const ids = createIds(clock, random);
  const parts = { database, ring, clock, ids, random, merchants, keys, environment };
  return { keys, errors, tools: createWalletTools(parts) };
}
