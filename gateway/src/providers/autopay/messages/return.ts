// The customer's way back from the bank: service, order and hash in the query. It carries no
// status and proves no payment.

import type { CredentialLookup } from '../../credentials/credentials.ts';
import type { MessageQuery, ProviderReturn } from '../../provider-message.ts';
import { isHashOf, type AutopayService } from '../hash.ts';
import { namedService } from '../own-account.ts';
import { attemptIdOf } from '../ids.ts';

/** Where banks send customers back to, and Autopay its notifications (specification 4.4). */
export const TRANSFER_PATH = '/v1/ecommerce/notifications/bmweb/status';

export async function readReturn(
  service: AutopayService,
  { ServiceID = '', OrderID = '', Hash }: MessageQuery,
  credentials: CredentialLookup,
): Promise<ProviderReturn | undefined> {
  const named = await namedService(service, ServiceID, credentials);
  if (!named || !isHashOf(Hash, [ServiceID, OrderID], named.service)) return undefined;
  const attemptId = attemptIdOf(OrderID);
  return attemptId === undefined ? undefined : { attemptId, provenBy: named.provenBy };
}
