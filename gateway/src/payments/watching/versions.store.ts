// The versions of payments that requests wait for, all of a node in one statement.

import { statement, type Queryable } from '../../storage/database.ts';
import type { PaymentKey } from '../loading/payment.store.ts';

interface VersionRow {
  readonly paymentId: string;
  readonly version: number;
}

export type ReadVersions = (keys: readonly PaymentKey[]) => Promise<readonly VersionRow[]>;

const findVersions = statement(
  'payments.versions',
  `select p.payment_id as "paymentId", p.version
   from unnest($1::text[], $2::uuid[]) as asked (merchant_id, payment_id)
   join payments p on p.merchant_id = asked.merchant_id and p.payment_id = asked.payment_id`,
);

export function sqlVersions(on: Queryable): ReadVersions {
  return (keys) => {
    const merchantIds = keys.map(({ merchantId }) => merchantId);
    const paymentIds = keys.map(({ paymentId }) => paymentId);
    return on.run<VersionRow>(findVersions, [merchantIds, paymentIds]);
  };
}
