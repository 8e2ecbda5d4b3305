// Completing a payment that waits, step by step: PATCH payment, PUT instrument, PATCH instrument
// (specification 4.2). What is still missing is told by dataRequest.

import { Type } from 'typebox';
import { invalid } from '../../core/refusals.ts';
import { endpoint } from '../../http/endpoint.ts';
import { completePayment, partialInstrument } from '../steps/complete-payment.ts';
import { paymentParams } from '../requests/find-payment.ts';
import type { PaymentParts } from '../parts.ts';
import { seriesRefusals } from '../steps/series.ts';
import { completedSchema } from '../payment.view.ts';
import { completedExamples } from '../requests/examples.ts';
import { customerSchema, deviceSchema } from '../requests/schema.ts';

/** The bare instrument, or the same wrapped as `{instrument, device}`. */
const bareOrWrapped = Type.Object({
  ...partialInstrument.properties,
  instrument: Type.Optional(partialInstrument),
  device: Type.Optional(deviceSchema),
});

const patchBody = Type.Object({
  instrument: Type.Optional(partialInstrument),
  device: Type.Optional(deviceSchema),
  customer: Type.Optional(customerSchema),
});

const common = {
  access: 'merchant-or-client',
  resource: 'PAYMENT',
  states: ['NEW', 'PENDING'],
  params: paymentParams,
  reply: completedSchema,
  ...completedExamples,
  refusals: [
    'PAYMENT_NOT_FOUND',
    'INVALID_REQUEST',
    'NOT_IN_THIS_STATE',
    'ORDER_ALREADY_PAID',
    ...seriesRefusals,
  ],
} as const;

export function patchPayment(parts: PaymentParts) {
  return endpoint({
    ...common,
    summary: 'Complete instrument, device or customer data of a payment that waits',
    description:
      'A payment waits in NEW, or in PENDING with dataRequest DEVICE after the issuer has asked ' +
      'for strong authentication; then data about the device is all it takes. Customer data is ' +
      'the merchant’s to give: a CLIENT token may not.',
    body: patchBody,
    example: { device: { ip: '203.0.113.7' } },
    answer: ({ params, caller, body }) =>
      completePayment(parts, caller, params.paymentId, { ...body, isWhole: false }),
  });
}

export function putInstrument(parts: PaymentParts) {
  return endpoint({
    ...common,
    summary: 'Give the instrument of a payment that waits',
    description: 'Takes the bare instrument object, or {instrument, device}.',
    body: bareOrWrapped,
    example: { type: 'CARD', instrumentNo: '4111111111111111', expDate: '203012', cvv: '123' },
    answer: ({ params, caller, body }) => {
      const { instrument = body, device } = body;
      if (instrument.type === undefined) throw invalid('type', 'is required');
      return completePayment(parts, caller, params.paymentId, {
        instrument,
        device,
        isWhole: true,
      });
    },
  });
}

export function patchInstrument(parts: PaymentParts) {
  return endpoint({
    ...common,
    summary: 'Send a single attribute of the instrument, such as the security code',
    description: 'Takes the bare attribute, or wrapped as {instrument}.',
    body: bareOrWrapped,
    example: { cvv: '123' },
    answer: ({ params, caller, body }) => {
      const { instrument = body, device } = body;
      return completePayment(parts, caller, params.paymentId, {
        instrument,
        device,
        isWhole: false,
      });
    },
  });
}
