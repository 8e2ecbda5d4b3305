// What the endpoints of events need, for merchants and for the operator.

import type { Clock } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import { refuse } from '../core/refusals.ts';
import type { Journal } from '../journal/entry.ts';
import type { MerchantStore } from '../merchants/merchant.store.ts';
import type { Queryable } from '../storage/database.ts';
import type { SendLimits } from './replay/send-limits.ts';

export interface EventParts {
  readonly database: Queryable;
  readonly journal: Journal;
  readonly merchants: Pick<MerchantStore, 'read'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sendLimits: SendLimits;
}

/** Whether the merchant has an address for notifications now. */
export async function hasNotificationUrl(
  { merchants }: Pick<EventParts, 'merchants'>,
  merchantId: string,
): Promise<boolean> {
  const merchant = await merchants.read(merchantId);
  return (merchant ?? refuse('MERCHANT_NOT_FOUND')).settings.notificationUrl !== null;
}
