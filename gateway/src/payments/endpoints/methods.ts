// The payment methods of the merchant, and those a payment can be paid with (specification 4.2).

import { organizations } from '../../cards/card-number.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { methods, type Method } from '../../merchants/merchant.ts';
import type { Availability } from '../../methods/availability-status.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import { offerFor, offerTo, type StatusOf } from '../requests/offer.ts';
import { blikAliasOf } from '../replies/blik-alias.ts';
import { methodsReply } from '../replies/methods.view.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { maySaveCard } from '../steps/save-card.ts';

export const listMethods = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/methods',
    summary: 'List the payment methods of the merchant',
    description: "All are DISABLED when the token's channel is not enabled for the merchant.",
    access: 'merchant',
    resource: 'PAYMENT',
    reply: methodsReply,
  },
  async (parts: DepsOf<typeof offerTo> & DepsOf<typeof entries>, { caller }) => {
    const { statusOf } = await offerTo(parts, caller);
    return { methods: await entries(parts, statusOf) };
  },
);

type ListPaymentMethodsDeps = DepsOf<typeof findPayment> &
  DepsOf<typeof offerFor> &
  DepsOf<typeof blikAliasOf> &
  DepsOf<typeof entries>;

export const listPaymentMethods = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/methods',
    summary: 'List the payment methods a payment can be paid with',
    access: 'merchant-or-client',
    resource: 'PAYMENT',
    params: paymentParams,
    reply: methodsReply,
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  async (parts: ListPaymentMethodsDeps, { params, caller }) => {
    const payment = await findPayment(parts, caller, params.paymentId);
    const { merchant, details, statusOf } = await offerFor(parts, payment);
    const alias = await blikAliasOf(parts, payment, details);
    const savesCards = maySaveCard(payment, details, merchant);
    return {
      methods: (await entries(parts, statusOf)).map((one) => {
        if (one.method === 'BLIK') return { ...one, ...alias };
        const mayBeSaved = one.method === 'CARD' && one.status === 'ENABLED' && savesCards;
        return mayBeSaved ? { ...one, savesCards } : one;
      }),
    };
  },
);

function entries(parts: DepsOf<typeof entry>, statusOf: StatusOf) {
  return Promise.all(methods.map(async (method) => entry(parts, method, await statusOf(method))));
}

function entry(parts: DepsOf<typeof googlePayOf>, method: Method, status: Availability) {
  return {
    method,
    status,
    ...(method === 'CARD' ? { cardGroups: [...organizations] } : {}),
    ...(method === 'GPAY' && status === 'ENABLED' ? googlePayOf(parts) : {}),
  };
}

/** What a page needs to ask Google Pay for a token to this gateway. */
function googlePayOf({ wallets }: Pick<PaymentParts, 'wallets'>) {
  const { recipientId, merchantId } = wallets.google ?? {};
  return {
    ...(recipientId === undefined ? {} : { gateway: recipientId.replace(/^gateway:/, '') }),
    ...(merchantId ? { googleMerchantId: merchantId } : {}),
  };
}
