// What the customer's page needs before the customer can pay: such as the session of a wallet.
// It is requested right before the answer is sent and stored nowhere, so the answer that repeats an
// earlier one does not contain it.

import { finishesWithin } from '../../worker/worker.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { ofAllMethods } from '../../methods/registry.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { waitsForTry, type Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';

/** How long an answer waits for a session. */
const PAGE_DATA_WAIT_MS = 3000;

export const pageProperties = ofAllMethods(({ pageFields }) => pageFields);

/** Fields of the answer; none if there is nothing, or not in time. */
export async function pageDataOf(
  { methods, clock }: Pick<PaymentParts, 'methods' | 'clock'>,
  payment: Payment,
  merchant: Merchant,
  details: PaymentDetails,
): Promise<object> {
  const { status, dataRequest, method: name } = payment;
  const method = name === null ? undefined : methods.find(name);
  const isOpen = status === 'NEW' || waitsForTry(payment);
  if (!isOpen || dataRequest !== 'INSTRUMENT' || !method?.pageData) return {};
  let data: object = {};
  const arrives = method.pageData(payment, merchant, details).then(
    (fields) => (data = fields),
    () => undefined,
  );
  await finishesWithin(clock, PAGE_DATA_WAIT_MS, arrives);
  return data;
}
