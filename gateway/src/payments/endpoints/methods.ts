// The payment methods of the merchant, and those a payment can be paid with (specification 4.2).

import { Type } from 'typebox';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { oneOf } from '../../http/schema.ts';
import { availabilityMeanings } from '../../methods/availability-status.ts';
import { methodMeanings, methodNames, ofAllMethods } from '../../methods/registry.ts';
import type { MethodOffer } from '../../methods/method.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import { offerFor, offerTo, type StatusOf } from '../requests/offer.ts';
import type { PaymentParts } from '../processing/parts.ts';

/** Every method, and what a page needs to offer it. */
const methodsReply = Type.Object({
  methods: Type.Array(
    Type.Object({
      method: oneOf(methodMeanings, 'Payment method.'),
      status: oneOf(availabilityMeanings, 'Whether it can be used.'),
      ...ofAllMethods((method) => method.offerFields),
    }),
    { description: 'Every method that the gateway knows.' },
  ),
});

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
  async (parts: DepsOf<typeof offerTo | typeof entries>, { caller }) => {
    const { merchant, statusOf } = await offerTo(parts, caller);
    return { methods: await entries(parts, statusOf, { merchant }) };
  },
);

type ListPaymentMethodsDeps = DepsOf<typeof findPayment | typeof offerFor | typeof entries>;

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
    return { methods: await entries(parts, statusOf, { merchant, payment, details }) };
  },
);

function entries(
  { methods }: Pick<PaymentParts, 'methods'>,
  statusOf: StatusOf,
  to: Omit<MethodOffer, 'status'>,
) {
  return Promise.all(
    methodNames.map(async (method) => {
      const status = await statusOf(method);
      return { method, status, ...(await methods.find(method)?.offer?.({ ...to, status })) };
    }),
  );
}
