// Aliases that customers have registered with a payment, by a keyed fingerprint.

import type { Instant } from '../../core/clock.ts';
import { selectList, table } from '../../journal/table.ts';
import type { AliasStatus } from '../../providers/provider-message.ts';
import { statement, type Queryable } from '../../storage/database.ts';

interface AliasKey {
  readonly merchantId: string;
  readonly type: 'UID' | 'PAYID';
  readonly aliasFingerprint: Uint8Array;
}

export interface AliasRow extends AliasKey {
  /** The payment with which the customer registered it. */
  readonly paymentId: string;
  readonly status: AliasStatus;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const registeredAliases = table<AliasRow>('blik_aliases', {
  columns: {
    merchantId: 'text',
    type: 'text',
    aliasFingerprint: 'bytea',
    paymentId: 'uuid',
    status: 'text',
    version: 'integer',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['merchantId', 'type', 'aliasFingerprint'],
  mutable: ['paymentId', 'status', 'version', 'updatedAt'],
  upsert: true,
});

const find = statement(
  'blik-alias.find',
  `select ${selectList(registeredAliases)} from blik_aliases
   where merchant_id = $1 and type = $2 and alias_fingerprint = $3`,
);

export interface AliasStore {
  find(key: AliasKey): Promise<AliasRow | undefined>;
}

export function sqlAliasStore(on: Queryable): AliasStore {
  return {
    find: async ({ merchantId, type, aliasFingerprint }) =>
      (await on.run<AliasRow>(find, [merchantId, type, aliasFingerprint]))[0],
  };
}
