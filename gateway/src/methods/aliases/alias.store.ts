// Aliases that customers have registered with a payment, by a keyed fingerprint.

import { selectList, table, typed, type RowOf } from '../../journal/table.ts';
import type { AliasStatus } from '../../providers/provider-message.ts';
import { statement, type Queryable } from '../../storage/database.ts';

export const registeredAliases = table('blik_aliases', {
  columns: {
    merchantId: 'text',
    type: typed<'UID' | 'PAYID'>('text'),
    aliasFingerprint: 'bytea',
    /** The payment with which the customer registered it. */
    paymentId: 'uuid',
    status: typed<AliasStatus>('text'),
    version: 'integer',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['merchantId', 'type', 'aliasFingerprint'],
  mutable: ['paymentId', 'status', 'version', 'updatedAt'],
  upsert: true,
});

export type AliasRow = RowOf<typeof registeredAliases>;
type AliasKey = Pick<AliasRow, 'merchantId' | 'type' | 'aliasFingerprint'>;

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
