// Converts a tokenization request to its verification payment: a card payment without an amount,
// which uses the steps of every card payment (3-D Secure, authorization, time limits).

import type { Instant } from '../../core/clock.ts';
import { invalid } from '../../core/refusals.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import type { NewPayment } from '../../payments/model/advance.ts';
import { untouched } from '../../payments/requests/new-payment.ts';
import type { TokenizeRequest } from './schema.ts';

const DEFAULT_CURRENCY = 'PLN';

/** Only card numbers can be tokenized. */
export function refuseOtherInstruments({ instrument }: TokenizeRequest): void {
  if (instrument === undefined || instrument.type === 'CARD') return;
  throw invalid('instrument.type', 'must be CARD');
}

export function verificationOf(
  body: TokenizeRequest,
  owner: MerchantCaller,
  { settings }: Merchant,
  tokenizerId: string,
  at: Instant,
): NewPayment {
  return {
    merchantId: owner.merchantId,
    paymentId: tokenizerId,
    tokenizerId,
    agentId: owner.agentId,
    channel: body.channel ?? (owner.channel as NewPayment['channel'] | null) ?? 'WEBAPI',
    method: 'CARD',
    transKind: 'VERIFICATION',
    transType: 'STANDARD',
    recurring: null,
    currency: settings.currencies[0] ?? DEFAULT_CURRENCY,
    amountMinor: 0n,
    extOrderId: null,
    description: null,
    ...untouched(body.options, at),
  };
}
