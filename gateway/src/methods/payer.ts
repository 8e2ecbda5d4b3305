// What a provider learns about the customer's device, from the data of the payment and, if the
// customer's own browser sent the request, from the request itself.

import type { Payer } from '../providers/means.ts';
import type { MethodRequest } from './method.ts';

export function payerOf({ details, seen }: Pick<MethodRequest, 'details' | 'seen'>): Payer {
  const { device, customer, options } = details;
  const { userAgent, language } = device?.browserData ?? {};
  return {
    ip: device?.ip ?? seen?.ip ?? null,
    userAgent: userAgent ?? seen?.userAgent ?? null,
    email: customer?.email ?? null,
    language: options?.language ?? language ?? null,
  };
}
