// Assembles who may call the gateway: merchants with their secrets, access tokens, and the keys and
// certificates of wallets.

import type { AdminParts } from './admin/parts.ts';
import type { AssemblyParts } from './assemble-payments.ts';
import type { IssueTokenParts } from './auth/endpoints/issue-token.ts';
import { createJwts } from './auth/jwt.ts';
import { signingKeys } from './auth/signing-keys.ts';
import { secret } from './core/secret.ts';
import { createEncryptionKeys } from './encryption/encryption-keys.ts';
import { merchantStore, type MerchantStore } from './merchants/merchant.store.ts';
import { logoStore } from './merchants/page/logo.store.ts';
import { secretChecker } from './merchants/secrets.ts';
import { createWalletTools } from './wallets/credentials/administer.ts';
import { createWalletKeys } from './wallets/credentials/wallet-keys.ts';

/** Creates merchants with their secrets, and access tokens. */
export function createIdentity({ config, storage, directory, ...parts }: AssemblyParts) {
  const { clock, ids, random } = parts;
  const { ring } = parts.keys;
  const { database } = storage;
  const store = merchantStore(database, clock);
  const checker = secretChecker(secret(Buffer.from(random(32))), random);
  const isProduction = config.environment === 'production';
  const needsFacts = isProduction && directory !== null;
  const tools = { store, checker, ring, clock, ids, random };
  const logos = logoStore(database, clock);
  const rules = { needsFacts, isProduction, providers: parts.providers };
  const merchants: AdminParts = { ...tools, ...rules, logos };
  const sealed = { database, ring, clock, ids, random };
  const keys = signingKeys(sealed);
  const jwts = createJwts({ keys, clock, ids, environment: config.environment });
  const auth: IssueTokenParts = {
    merchants: store,
    checker,
    jwts,
    monotonicMs: clock.monotonicMs,
    failuresPerSecond: config.authFailuresPerSecond,
  };
  const encryptionKeys = createEncryptionKeys({ ...sealed, settings: config });
  return { store, merchants, keys, jwts, auth, encryptionKeys };
}

/** Keys and certificates of wallets: reading them for payments, and the operator's changes. */
export function createWallets(
  { config, storage, ...parts }: AssemblyParts,
  merchants: MerchantStore,
) {
  const { clock, ids, random, logger: log } = parts;
  const [{ ring }, { database }, { environment }] = [parts.keys, storage, config];
  const keys = createWalletKeys({ database, ring, clock, log });
  const own = { database, ring, clock, ids, random, merchants, keys, environment };
  return { walletKeys: keys, wallets: createWalletTools(own) };
}
