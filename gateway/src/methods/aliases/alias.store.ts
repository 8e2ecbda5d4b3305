// Aliases that customers have registered with a payment, by a keyed fingerprint.

import { typed, type RowOf } from '../../journal/columns.ts';
import { selectList, table } from '../../journal/table.ts';
import type { AliasStatus } from '../../providers/provider-message.ts';
import { statement, type Queryable } from '../../storage/database.ts';

const columns = {
  merchantId: 'text',
  type: typed<'UID' | 'PAYID'>('text'),
  aliasFingerprint: 'bytea',
  /** The payment with which the customer registered it. */
  paymentId: 'uuid',
  status: typed<AliasStatus>('text'),
  version: 'integer',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const;

export interface AliasRow extends RowOf<typeof columns> {}
type AliasKey = Pick<AliasRow, 'merchantId' | 'type' | 'aliasFingerprint'>;

export const registeredAliases = table<AliasRow>('blik_aliases', {
  columns,
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
