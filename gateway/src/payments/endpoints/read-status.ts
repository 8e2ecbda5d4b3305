// GET /v1/ecommerce/payment/{paymentId}/status: the current status (specification 4.2).

import { endpoint } from '../../http/endpoint.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import type { PaymentParts } from '../parts.ts';
import { statusSchema, statusView } from '../replies/payment.view.ts';

export function readStatus(parts: PaymentParts) {
  return endpoint({
    summary: 'Read the status of a payment',
    access: 'merchant-or-client',
    resource: 'PAYMENT',
    whileSuspended: true,
    params: paymentParams,
    reply: statusSchema,
    refusals: ['PAYMENT_NOT_FOUND'],
    async answer({ params, caller }) {
      const payment = await findPayment(parts, caller, params.paymentId);
      return statusView(payment, parts.links.url(payment));
    },
  });
}
