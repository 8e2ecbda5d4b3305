// GET /v1/ecommerce/payment/{paymentId}/subpayments: the shares of a MARKETPLACE payment
// (specification 4.2).

import { Type } from 'typebox';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { subpaymentSchema, subpaymentView } from '../replies/split/subpayment.view.ts';

export const listSubpayments = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/subpayments',
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
  },
  async (parts: Pick<PaymentParts, 'store'> & DepsOf<typeof findPayment>, { params, caller }) => {
    const payment = await findPayment(parts, caller, params.paymentId);
    const rows = await parts.store.subpayments(payment.merchantId, payment.paymentId);
    return rows.map((share) => subpaymentView(share, payment));
  },
);
