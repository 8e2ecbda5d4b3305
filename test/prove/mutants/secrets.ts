// Planted bugs in sealing and in how long secrets are stored.
import type { Mutant } from '../mutant.ts';

const vault = [{ file: 'gateway/src/vault/held-card.test.ts' }];

export const vaultMutants: readonly Mutant[] = [
  {
    name: 'sealed-value-is-opened-without-its-tag',
    file: 'gateway/src/core/seal.ts',
    search: 'return Buffer.concat([decipher.update(body), decipher.final()]);',
    replace: 'return decipher.update(body);',
    caughtBy: [{ file: 'gateway/src/core/seal.test.ts' }],
  },
  {
    name: 'card-opens-in-any-payment',
    file: 'gateway/src/vault/sealed-card.ts',
    search: '|held_cards|${key.paymentId}|${column}|',
    replace: '|held_cards|${column}|',
    caughtBy: vault,
  },
  {
    name: 'card-opens-in-any-column',
    file: 'gateway/src/vault/sealed-card.ts',
    search: '|held_cards|${key.paymentId}|${column}|',
    replace: '|held_cards|${key.paymentId}|${column.slice(0, 6)}|',
    caughtBy: vault,
  },
  {
    name: 'data-key-opens-for-any-merchant',
    file: 'gateway/src/vault/data-keys.ts',
    search: 'return `1|${merchantId}|data_keys|',
    replace: 'return `1|${merchantId.slice(0, 1)}|data_keys|',
    caughtBy: vault,
  },
  {
    name: 'proof-opens-for-any-authentication',
    file: 'gateway/src/threeds/cavv.ts',
    search: '|authentications|${authenticationId}|sealed_cavv|',
    replace: '|authentications|${authenticationId.slice(0, 8)}|sealed_cavv|',
    caughtBy: [{ file: 'gateway/src/threeds/cavv.test.ts' }],
  },
  {
    name: 'security-code-is-kept-with-the-card',
    file: 'gateway/src/vault/held-card.ts',
    search: 'return { ...row, sealedCvv: null, cvvUntil: null };',
    replace: 'return { ...row };',
    caughtBy: [{ seeds: 60 }],
  },
  {
    name: 'purge-keeps-the-proof',
    file: 'gateway/src/payments/jobs/purge.store.ts',
    search: 'set sealed_cavv = null, key_version = null,',
    replace: 'set',
    caughtBy: [{ file: 'test/journeys/purge.test.ts' }],
  },
];
