// Feature: a payment with options.tokenize registers its tokenization with itself.

import type { PaymentParts } from '../processing/parts.ts';
import { isVerification } from '../model/payment.ts';
import type { FeatureUse, PaymentRequest } from './feature.ts';

export function tokenizing(
  deps: Pick<PaymentParts, 'tokenizing'>,
  { payment, details: { customer }, now }: PaymentRequest,
): FeatureUse | undefined {
  if (payment.tokenizerId === null || isVerification(payment)) return undefined;
  return {
    register(decision) {
      const { draft, loaded } = decision;
      deps.tokenizing.register(draft, loaded.payment, customer?.extCustomerId ?? null, now);
      return decision;
    },
  };
}
