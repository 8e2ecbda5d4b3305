// What the endpoints of refunds use.

import type { PaymentParts } from '../payments/parts.ts';
import type { Queryable } from '../storage/database.ts';
import { sqlRefundStore, type RefundStore } from './refund.store.ts';

export interface RefundParts {
  readonly payments: PaymentParts;
  readonly refunds: RefundStore;
  /** For balances. */
  readonly database: Queryable;
}

export function refundParts(payments: PaymentParts, database: Queryable): RefundParts {
  return { payments, refunds: sqlRefundStore(database), database };
}
