// Which methods can be used: by a merchant in general, or for one payment.

import { refuse } from '../../core/refusals.ts';
import type { Caller } from '../../http/caller.ts';
import type { DepsOf } from '../../http/endpoint.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { availabilityOf } from '../../methods/availability.ts';
import type { Availability } from '../../methods/availability-status.ts';
import type { PaymentParts } from '../processing/parts.ts';
import type { Payment } from '../model/payment.ts';
import { chosenMethodOf, methodLimit } from './check-request.ts';
import { findPayment } from './find-payment.ts';

function hasChannel({ settings }: Merchant, channel: string | null): boolean {
  return channel === null || settings.channels.some((one) => one === channel);
}

export type StatusOf = (method: string) => Promise<Availability>;

/** What can be used, for the list of methods and for the lists of single methods alike. */
interface Offer {
  readonly merchant: Merchant;
  readonly statusOf: StatusOf;
}

type OfferToDeps = Pick<PaymentParts, 'merchants'> &
  DepsOf<typeof offerFor | typeof findPayment | typeof availabilityOf>;

/** To a merchant in general, by the channel of its token; to a page, for its payment. */
export async function offerTo(parts: OfferToDeps, caller: Caller): Promise<Offer> {
  if (caller.kind === 'client') {
    // A page with a replaced link is refused, even when the endpoint names no payment.
    return offerFor(parts, await findPayment(parts, caller, caller.paymentId));
  }
  const found = 'merchantId' in caller ? await parts.merchants.find(caller.merchantId) : null;
  const merchant = found ?? refuse('TOKEN_INVALID');
  const isOpen = hasChannel(merchant, 'channel' in caller ? caller.channel : null);
  const statusOf: StatusOf = async (method) =>
    isOpen ? availabilityOf(parts, method, merchant) : 'DISABLED';
  return { merchant, statusOf };
}

type OfferForDeps = Pick<PaymentParts, 'merchants' | 'store'> & DepsOf<typeof availabilityOf>;

export async function offerFor(parts: OfferForDeps, payment: Payment) {
  const merchant = (await parts.merchants.find(payment.merchantId)) ?? refuse('TOKEN_INVALID');
  const details = await parts.store.details(payment.merchantId, payment.paymentId);
  const { options, provider } = details;
  const method = chosenMethodOf(payment, details);
  const asked = { ...payment, method, limit: methodLimit(options), provider };
  const statusOf: StatusOf = (one) => availabilityOf(parts, one, merchant, asked);
  return { merchant, details, statusOf };
}
