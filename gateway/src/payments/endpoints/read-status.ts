// GET /v1/ecommerce/payment/{paymentId}/status: the current status (specification 4.2).

import { endpoint } from '../../http/endpoint.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import type { PaymentParts } from '../parts.ts';
import { customerStep } from '../replies/customer-step.ts';
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
      const view = statusView(payment, parts.links.url(payment));
      // The data of a challenge is not part of the status.
      if (payment.dataRequest === 'CARD_3DS') return view;
      return { ...view, ...(await customerStep(parts, payment)) };
    },
  });
}
