// The tokenization of a payment. With options.tokenize it is registered together with the payment,
// with the consent of the customer (saveCard) together with the approval.

import type { TimeAndIds } from '../core/id.ts';
import type { Draft } from '../journal/entry.ts';
import { defect } from '../core/assert.ts';
import type { Payment } from '../payments/model/payment.ts';
import { addTokenization, newTokenization } from './advance-tokenization.ts';
import type { TokenizationKind } from './tokenization.ts';

/** The kind of a token that is stored along with a payment. */
const KIND_OF_PAYMENTS: TokenizationKind = 'COF';

export function registerForPayment(
  draft: Draft,
  { merchantId, paymentId, tokenizerId, channel }: Payment,
  extCustomerId: string | null,
  now: TimeAndIds,
): void {
  if (tokenizerId === null) return defect('a payment without a tokenization is not followed');
  const fields = { merchantId, tokenizerId, kind: KIND_OF_PAYMENTS, channel, extCustomerId };
  addTokenization(draft, newTokenization({ ...fields, paymentId, sourceTokenId: null }, now), now);
}
