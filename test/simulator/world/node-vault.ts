// The vault of a simulated node: held and stored cards, and the audit log, on shared storage.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { deriveKey } from '@bramka/gateway/core/seal.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import type { Queryable } from '@bramka/gateway/storage/database.ts';
import { createAuditLog } from '@bramka/gateway/vault/audit/audit-log.ts';
import { memoryAuditStore } from '@bramka/gateway/vault/audit/testing/memory-audit.ts';
import { createTokenVault } from '@bramka/gateway/vault/card-token.ts';
import { sqlTokenStore } from '@bramka/gateway/vault/card-token.store.ts';
import type { DataKeys } from '@bramka/gateway/vault/data-keys.ts';
import { createVault } from '@bramka/gateway/vault/held-card.ts';
import type { Storage } from '../storage/storage.ts';
import type { Life } from './life.ts';
import type { Schedule } from './schedule.ts';

/** Shorter than many validity times and than the longest challenge. */
const CODE_LIFE_MS = 90_000;
export const masterKey = secret(Buffer.alloc(32, 7));
const fingerprintKey = deriveKey(masterKey, 'card fingerprints');
export const auditKey = deriveKey(masterKey, 'audit log');

interface VaultSetup {
  readonly life: Life;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly storage: Storage;
  readonly database: Queryable;
  readonly keys: DataKeys;
  readonly random: RandomBytes;
  readonly nodeId: string;
  readonly onError: (where: string, error: unknown) => void;
}

export function openVaults(setup: VaultSetup) {
  const { database, keys, random } = setup;
  const audit = ownAudit(setup);
  const tokens = sqlTokenStore(database);
  const tokenVault = createTokenVault({ keys, audit, random });
  const vault = createVault({
    database,
    keys,
    audit,
    tokens,
    tokenVault,
    fingerprintKey,
    random,
    codeLifeMs: CODE_LIFE_MS,
  });
  return { vault, tokens, tokenVault };
}

function ownAudit({ clock, schedule, storage, life, nodeId, onError }: VaultSetup) {
  return createAuditLog({
    store: memoryAuditStore(
      storage.audit,
      (work) => storage.reach(life, work),
      (work) => storage.write(life, work),
    ),
    key: () => Promise.resolve(auditKey),
    clock,
    nodeId,
    defer: (work) => schedule.after(0, () => life.run(work)),
    isAway: () => Promise.resolve(false),
    log: { error: (facts, message) => onError('audit', new Error(message, { cause: facts })) },
  });
}
