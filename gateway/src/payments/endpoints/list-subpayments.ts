// GET /v1/ecommerce/payment/{paymentId}/subpayments: the shares of a MARKETPLACE payment
// (specification 4.2).

import { Type } from 'typebox';
import { endpoint } from '../../http/endpoint.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import type { PaymentParts } from '../parts.ts';
import { subpaymentSchema, subpaymentView } from '../split/subpayment.view.ts';

export function listSubpayments(parts: PaymentParts) {
  return endpoint({
    summary: 'List the subpayments of a payment',
    description:
      'The shares of a MARKETPLACE payment, in the order of the request. The list of another ' +
      'payment is empty.',
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    params: paymentParams,
    reply: Type.Array(subpaymentSchema),
    refusals: ['PAYMENT_NOT_FOUND'],
    async answer({ params, caller }) {
      const payment = await findPayment(parts, caller, params.paymentId);
      const rows = await parts.store.subpayments(payment.merchantId, payment.paymentId);
      return rows.map((share) => subpaymentView(share, payment));
    },
  });
}
