// The customer's way back from the bank: service, order and hash in the query. It carries no
// status and proves no payment.

import { isHashOf, type AutopayService } from '../hash.ts';

export interface ReturnQuery {
  readonly ServiceID: string;
  readonly OrderID: string;
  readonly Hash: string;
}

export function isAuthenticReturn(query: ReturnQuery, service: AutopayService): boolean {
  const { ServiceID, OrderID, Hash } = query;
  return ServiceID === service.serviceId && isHashOf(Hash, [ServiceID, OrderID], service);
}
