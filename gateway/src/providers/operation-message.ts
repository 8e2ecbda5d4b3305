// The fields that messages about an operation have in every JSON protocol of ours.

import type { ProviderRequest } from './provider.ts';

export function operationMessage({ attemptId, merchantId, paymentId, amount }: ProviderRequest) {
  const { minor, currency } = amount;
  return { attemptId, merchantId, paymentId, amountMinor: String(minor), currency };
}
