// Completes a waiting payment step by step: PATCH payment, PUT instrument, PATCH instrument
// (specification 4.2). dataRequest says what is still missing.

import { endpoint } from '../../http/endpoint.ts';
import {
  bareOrWrapped,
  fieldName,
  instrumentAndDevice,
  partsOfPayment,
  patchBody,
  wholeInstrument,
} from '../requests/completion.ts';
import { paymentParams } from '../requests/find-payment.ts';
import { completePayment } from '../steps/complete-payment.ts';
import type { PaymentParts } from '../parts.ts';
import { seriesRefusals } from '../steps/series.ts';
import { completedSchema } from '../replies/payment.view.ts';

const common = {
  access: 'merchant-or-client',
  resource: 'PAYMENT',
  idempotent: true,
  states: ['NEW', 'PENDING'],
  params: paymentParams,
  reply: completedSchema,
  refusals: [
    'PAYMENT_NOT_FOUND',
    'INVALID_REQUEST',
    'NOT_IN_THIS_STATE',
    'ORDER_ALREADY_PAID',
    'ORDER_IN_PROGRESS',
    ...seriesRefusals,
    'TOO_MANY_DECLINES',
  ],
} as const;

export function patchPayment(payments: PaymentParts) {
  return endpoint({
    ...common,
    summary: 'Send missing data of a payment',
    description:
      'Instrument, device or customer data, in status NEW. In PENDING with dataRequest DEVICE ' +
      '(the issuer has asked for authentication) only device data is needed. A CLIENT token ' +
      'cannot send customer data.',
    body: patchBody,
    answer: async ({ params, body, ...call }) =>
      completePayment(
        payments,
        call,
        params.paymentId,
        { ...partsOfPayment(body), isWhole: false },
        call.keep,
      ),
  });
}

export function putInstrument(payments: PaymentParts) {
  return endpoint({
    ...common,
    summary: 'Send the instrument or device data',
    description:
      'The body has the fields of instrument and device directly, or is {instrument, device}. ' +
      'The instrument must be complete and replaces what was sent before; device data can be ' +
      'sent alone.',
    body: bareOrWrapped,
    fieldName,
    answer: async ({ params, body, ...call }) =>
      completePayment(payments, call, params.paymentId, wholeInstrument(body), call.keep),
  });
}

export function patchInstrument(payments: PaymentParts) {
  return endpoint({
    ...common,
    summary: 'Send single fields of the instrument, such as the security code',
    description:
      'The body has the fields directly, or is {instrument}. They are added to the fields sent ' +
      'before, in any order; missingFields names those that are still missing. Without a type ' +
      'they belong to a CARD. Another instrumentNo is another card: the fields of the previous ' +
      'card are dropped.',
    body: bareOrWrapped,
    fieldName,
    answer: async ({ params, body, ...call }) =>
      completePayment(
        payments,
        call,
        params.paymentId,
        { ...instrumentAndDevice(body), isWhole: false },
        call.keep,
      ),
  });
}
