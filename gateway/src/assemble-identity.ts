// Assembles who may call the gateway: merchants with their secrets, access tokens, and the keys and
// certificates of wallets.

import type { AssemblyParts } from './assemble-payments.ts';
import { createJwts } from './auth/jwt.ts';
import { signingKeys } from './auth/signing-keys.ts';
import { secret } from './core/secret.ts';
import { createEncryptionKeys } from './encryption/encryption-keys.ts';
import { rateLimit } from './http/limits.ts';
import { merchantStore } from './merchants/merchant.store.ts';
import { logoStore } from './merchants/page/logo.store.ts';
import { secretChecker } from './merchants/secrets.ts';
import { methodNames } from './methods/registry.ts';
import { createCredentialTools } from './providers/credentials/administer.ts';
import { createCredentialLookups } from './providers/credentials/lookup.ts';
import { createWalletTools } from './wallets/credentials/administer.ts';
import { createWalletKeys } from './wallets/credentials/wallet-keys.ts';

export type Identity = ReturnType<typeof assembleIdentity>;

export function assembleIdentity(parts: AssemblyParts) {
  const { config, clock, ids, random, logger: log } = parts;
  const { environment, authFailuresPerSecond } = config;
  const { ring } = parts.keys;
  const { database } = parts.storage;
  const sealed = { database, ring, clock, ids, random };
  const merchants = merchantStore(database, clock, methodNames);
  const keys = signingKeys(sealed);
  const walletKeys = createWalletKeys({ database, ring, clock, log });
  const lookups = createCredentialLookups({ ...sealed, merchants });
  const { providers } = parts;
  const isProduction = environment === 'production';
  const countFailures = () => rateLimit(authFailuresPerSecond, clock.monotonicMs);
  return {
    ...sealed,
    merchants,
    logos: logoStore(database, clock),
    checker: secretChecker(secret(Buffer.from(random(32))), random),
    isProduction,
    needsFacts: isProduction && parts.directory !== null,
    signingKeys: keys,
    jwts: createJwts({ keys, clock, ids, environment }),
    encryptionKeys: createEncryptionKeys({ ...sealed, settings: config }),
    walletKeys,
    walletTools: createWalletTools({ ...sealed, merchants, keys: walletKeys, environment }),
    credentialsAt: lookups.at,
    credentialTools: createCredentialTools({ ...sealed, merchants, providers, lookups }),
    loginFailures: countFailures(),
    linkFailures: countFailures(),
  };
}
