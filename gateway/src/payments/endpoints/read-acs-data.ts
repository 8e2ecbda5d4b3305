// GET /v1/ecommerce/payment/{paymentId}/acsData: what the customer's browser or app needs for the
// pending challenge (specification 4.2). Available while dataRequest is CARD_3DS.

import { refuse } from '../../core/refusals.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { acsDataSchema } from '../../threeds/acs-data.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import { acsDataOf } from '../replies/customer-step.ts';

export const readAcsData = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/acsData',
    summary: 'Read the 3-D Secure data for the customer',
    description:
      'Available while dataRequest is CARD_3DS. With threeDSMethodURL: post threeDSMethodData ' +
      'to it in a hidden frame, then read again. With acsURL: post creqPayload to it as form ' +
      'field creq. With acsSignedContent: pass it to the 3DS SDK.',
    access: 'merchant-or-client',
    resource: 'PAYMENT',
    whileSuspended: true,
    states: ['PENDING'],
    params: paymentParams,
    reply: acsDataSchema,
    refusals: ['PAYMENT_NOT_FOUND', 'NO_CHALLENGE'],
  },
  async (parts: DepsOf<typeof findPayment | typeof acsDataOf>, { params, caller }) => {
    const payment = await findPayment(parts, caller, params.paymentId);
    return (await acsDataOf(parts, payment)) ?? refuse('NO_CHALLENGE');
  },
);
