// The customer's way back from the bank: service, order and hash in the query. It carries no
// status and proves no payment.

import type { ReturnQuery } from '../../provider.ts';
import { isHashOf, type AutopayService } from '../hash.ts';

export function isAuthenticReturn(query: ReturnQuery, service: AutopayService): boolean {
  const { ServiceID, OrderID, Hash } = query;
  return ServiceID === service.serviceId && isHashOf(Hash, [ServiceID, OrderID], service);
}
