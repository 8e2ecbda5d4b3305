// Shared set-up for tests of the simulated Click to Pay system: on each kind of storage, with a key
// of a gateway to which responses are encrypted.

import { createPublicKey, type KeyObject } from 'node:crypto';
import { createIds } from '@bramka/gateway/core/id.ts';
import { makePrivateKey } from '@bramka/gateway/core/jose/p256.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { handClock, type HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { sqlCheckoutStore, type CheckoutStore } from '../c2p/c2p.store.ts';
import { memoryCheckoutStore } from './memory/checkouts.ts';
import {
  createClickToPay,
  type ClickToPayParts,
  type ClickToPaySystem,
} from '../c2p/system/click-to-pay.ts';
import { findRecipient } from '../c2p/system/recipient.ts';
import { loadSigningKey, type SigningKey } from '../c2p/system/signing-key.ts';
import { openBacking, type Backing, type MakeDatabase } from './backing.ts';

export const KID = 'credential-1';
/** The network token of every card. */
export const DEVICE = {
  kind: 'token',
  number: '4895390000000005',
  expiry: '203112',
  cryptogram: Buffer.alloc(20, 9).toString('base64'),
  eci: '07',
} as const;

export interface C2pFixture {
  readonly system: ClickToPaySystem;
  readonly store: CheckoutStore;
  readonly clock: HandClock;
  readonly key: () => Promise<SigningKey>;
  /** The private key to the registered one. */
  readonly privateKey: KeyObject;
  /** What network tokens were issued for. */
  readonly tokenOrders: Parameters<ClickToPayParts['issueToken']>[];
  register(): Promise<void>;
  close(): Promise<void>;
}

export async function openC2pFixture(backing: Backing, make?: MakeDatabase): Promise<C2pFixture> {
  const opened = await openBacking(backing, make);
  const { memory, database } = opened;
  const store = memory ? memoryCheckoutStore(memory) : database && sqlCheckoutStore(database);
  if (!store) throw new Error('storage must be in memory or in a database');
  const clock = handClock();
  const random = seededRandom(12);
  const privateKey = makePrivateKey(random);
  const tokenOrders: C2pFixture['tokenOrders'] = [];
  const shared = secret(Buffer.alloc(32, 6));
  const key = (): Promise<SigningKey> => loadSigningKey(store, shared, random);
  const system = createClickToPay({
    journal: opened.journal(),
    store,
    clock,
    ids: createIds(clock, random),
    random,
    key,
    recipient: () => findRecipient({ store, gatewayCredentials: () => undefined }),
    issueToken(...order) {
      tokenOrders.push(order);
      return Promise.resolve(DEVICE);
    },
  });
  return {
    system,
    store,
    clock,
    key,
    privateKey,
    tokenOrders,
    async register() {
      const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
      await system.register(KID, spki.toString('base64'));
    },
    close: () => opened.close(),
  };
}
