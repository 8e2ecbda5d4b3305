// A node of the gateway as far as the credentials of merchants at providers are concerned, on a
// database of a test.
import { createIds, type Ids } from '../../../core/id.ts';
import type { Keyring } from '../../../core/keys/keyring.ts';
import { fixedKeyring } from '../../../core/keys/testing/fixed-keyring.ts';
import { systemRandom } from '../../../core/random.ts';
import { secret } from '../../../core/secret.ts';
import type { HandClock } from '../../../core/testing/hand-clock.ts';
import { merchantStore } from '../../../merchants/merchant.store.ts';
import type { Database } from '../../../storage/database.ts';
import { serviceFields } from '../../autopay/own-account.ts';
import type { Provider } from '../../provider.ts';
import { createCredentialTools } from '../administer.ts';
import { keyField } from '../credential-field.ts';
import { createCredentialLookups } from '../lookup.ts';

export const merchantId = '10000001';
export const otherMerchantId = '10000002';
export const ring = fixedKeyring([{ version: 1, key: secret(Buffer.alloc(32, 5)) }], systemRandom);

const provider = (name: string, more: Partial<Provider> = {}): Provider => ({
  name,
  means: [],
  maxInFlightMs: 0,
  authorize: () => Promise.reject(new Error('not called')),
  followUps: {},
  inquire: () => Promise.reject(new Error('not called')),
  ...more,
});

/** One with a key only, one with an account, one that takes no credentials. */
const providers = [
  provider('plain', { credentialFields: [keyField] }),
  provider('BM', { credentialFields: serviceFields, installationAccount: '111111' }),
  provider('bare'),
];

export interface CredentialNode {
  readonly tools: ReturnType<typeof createCredentialTools>;
  readonly lookups: ReturnType<typeof createCredentialLookups>;
  readonly ids: Ids;
}

/** Each call returns a new node with nothing cached. */
export function openNode(
  database: Database,
  clock: HandClock,
  keys: Keyring = ring,
): CredentialNode {
  const merchants = merchantStore(database, clock, []);
  const ids = createIds(clock, systemRandom);
  const parts = { database, ring: keys, clock, ids, merchants };
  const lookups = createCredentialLookups(parts);
  return { tools: createCredentialTools({ ...parts, providers, lookups }), lookups, ids };
}

/** The fields of a service at BM. */
export const service = (serviceId: string, key: string) => ({
  serviceId: secret(serviceId),
  key: secret(key),
  hashMethod: secret('SHA256'),
});
