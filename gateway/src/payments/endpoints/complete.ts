// Completes a waiting payment step by step: PATCH payment, PUT instrument, PATCH instrument
// (specification 4.2). dataRequest says what is still missing.

import { endpoint, type Call, type DepsOf } from '../../http/endpoint.ts';
import {
  bareOrWrapped,
  fieldName,
  instrumentAndDevice,
  partsOfPayment,
  patchBody,
  completeInstrument,
} from '../requests/completion.ts';
import type { SeenBrowser } from '../../providers/means.ts';
import { paymentParams } from '../requests/find-payment.ts';
import { completePayment } from '../steps/complete-payment.ts';
import type { CompletionData } from '../steps/more-details.ts';
import { seriesRefusals } from '../features/series.ts';
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
    'NOT_IN_THIS_STATE',
    'ORDER_ALREADY_PAID',
    'ORDER_IN_PROGRESS',
    ...seriesRefusals,
    'TOO_MANY_DECLINES',
  ],
} as const;

type Completion = Pick<
  Call<{ paymentId: string }, unknown, unknown>,
  'params' | 'caller' | 'keep' | 'address' | 'header'
>;

async function complete(
  parts: DepsOf<typeof completePayment>,
  call: Completion,
  given: CompletionData,
) {
  const { params, keep } = call;
  return completePayment(
    parts,
    call,
    params.paymentId,
    { ...given, seen: seenBrowser(call) },
    keep,
  );
}

/** As providers take it: without a zone of the address, and without control characters. */
function seenBrowser({ address, header }: Completion): SeenBrowser {
  const userAgent = header('user-agent')
    ?.replace(/\p{Cc}/gu, ' ')
    .slice(0, 2048);
  return { ip: address.replace(/%.*$/, ''), userAgent: userAgent || null };
}

export const patchPayment = endpoint(
  {
    method: 'PATCH',
    path: '/v1/ecommerce/payment/{paymentId}',
    ...common,
    summary: 'Send missing data of a payment',
    description:
      'Instrument, device or customer data, in status NEW. In PENDING with dataRequest DEVICE ' +
      '(the issuer has asked for authentication) only device data is needed. A CLIENT token ' +
      'cannot send customer data.',
    body: patchBody,
  },
  (payments: DepsOf<typeof complete>, call) =>
    complete(payments, call, { ...partsOfPayment(call.body), mustBeComplete: false }),
);

export const putInstrument = endpoint(
  {
    method: 'PUT',
    path: '/v1/ecommerce/payment/{paymentId}/instrument',
    ...common,
    summary: 'Send the instrument or device data',
    description:
      'The body has the fields of instrument and device directly, or is {instrument, device}. ' +
      'The instrument must be complete and replaces what was sent before; device data can be ' +
      'sent alone. Without a type the fields tell it, for example expDate a card; it is ' +
      'required with fields of several types, such as token, alias or instrumentRef.',
    body: bareOrWrapped,
    fieldName,
  },
  (payments: DepsOf<typeof complete>, call) =>
    complete(payments, call, completeInstrument(call.body)),
);

export const patchInstrument = endpoint(
  {
    method: 'PATCH',
    path: '/v1/ecommerce/payment/{paymentId}/instrument',
    ...common,
    summary: 'Send single fields of the instrument, such as the security code',
    description:
      'The body has the fields directly, or is {instrument}. They are added to the fields sent ' +
      'before, in any order; missingFields names those that are still missing. Without a type ' +
      'the fields tell it, as with PUT. Another instrumentNo is another card: the fields of the ' +
      'previous card are dropped. To choose one of apps, {app} alone is enough.',
    body: bareOrWrapped,
    fieldName,
  },
  (payments: DepsOf<typeof complete>, call) =>
    complete(payments, call, { ...instrumentAndDevice(call.body), mustBeComplete: false }),
);
