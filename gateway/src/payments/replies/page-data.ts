// What the customer's page needs before the customer can pay: the session of an Apple Pay button.
// It is requested right before the answer is sent and stored nowhere, so the answer that repeats an
// earlier one does not contain it.

import { Type } from 'typebox';
import { finishesWithin } from '../../worker/worker.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { waitsForTry, type Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';

/** How long an answer waits for a session. */
const PAGE_DATA_WAIT_MS = 3000;

export const pageProperties = {
  apaySession: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Method APAY without a token: the merchant session of Apple, for ' +
        'completeMerchantValidation. Valid for five minutes and one button; send instrument ' +
        '{type: APAY} with PATCH for another one. Absent: apaySessionInfo says why.',
    }),
  ),
  apaySessionInfo: Type.Optional(
    Type.String({
      description: 'Method APAY without a token: why there is no apaySession, and what to set.',
    }),
  ),
};

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
    (found) => (data = found),
    () => undefined,
  );
  await finishesWithin(clock, PAGE_DATA_WAIT_MS, arrives);
  return data;
}
