// What refunds use.

import type { PaymentParts } from '../payments/processing/parts.ts';
import type { Queryable } from '../storage/database.ts';
import type { RefundStore } from './refund.store.ts';

export interface RefundParts extends PaymentParts {
  readonly refunds: RefundStore;
  /** For reading balances. */
  readonly database: Queryable;
}
