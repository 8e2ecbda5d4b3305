// Completes a waiting payment step by step: PATCH payment, PUT instrument, PATCH instrument
// (specification 4.2). dataRequest says what is still missing.

import { Type, type Static } from 'typebox';
import { invalid } from '../../core/refusals.ts';
import { endpoint } from '../../http/endpoint.ts';
import { knownFields } from '../../http/schema.ts';
import { completePayment, partialInstrument } from '../steps/complete-payment.ts';
import { paymentParams } from '../requests/find-payment.ts';
import type { PaymentParts } from '../parts.ts';
import { seriesRefusals } from '../steps/series.ts';
import { completedSchema } from '../replies/payment.view.ts';
import { customerSchema, type CustomerData } from '../fields/customer.ts';
import { deviceSchema, type DeviceData } from '../fields/device.ts';

/** The fields of instrument and device, either bare or wrapped as `{instrument, device}`. */
const bareOrWrapped = Type.Object({
  ...partialInstrument.properties,
  ...deviceSchema.properties,
  instrument: Type.Optional(partialInstrument),
  device: Type.Optional(deviceSchema),
});

const patchBody = Type.Object({
  instrument: Type.Optional(partialInstrument),
  device: Type.Optional(deviceSchema),
  customer: Type.Optional(customerSchema),
});

const parts = { instrument: partialInstrument, device: deviceSchema, customer: customerSchema };
type Part = keyof typeof parts;

const namesOf = (part: Part): string[] => Object.keys(parts[part].properties);

/** Names a field of a bare body in errors as if it were wrapped. */
function fieldName(field: string): string {
  const [first = ''] = field.split(/[.[]/, 1);
  const owner = (['instrument', 'device'] as const).find((part) => namesOf(part).includes(first));
  return owner === undefined ? field : `${owner}.${field}`;
}

/** The known fields of one part, bare or wrapped; undefined when there are none. */
function partOf<P extends Part>(part: P, body: object, mayBeBare: boolean): Parted[P] | undefined {
  const wrapped = knownFields(parts[part], (body as Partial<Parted>)[part] ?? {});
  const bare = mayBeBare ? knownFields(parts[part], body) : {};
  const [firstBare] = Object.keys(bare);
  if (part in body && firstBare !== undefined) {
    throw invalid(
      `${part}.${firstBare}`,
      `must be inside ${part}, because the body contains ${part}`,
    );
  }
  const all = { ...wrapped, ...bare };
  return Object.keys(all).length === 0 ? undefined : all;
}

interface Parted {
  readonly instrument: Static<typeof partialInstrument>;
  readonly device: DeviceData;
  readonly customer: CustomerData;
}

/** Instrument and device of a body with bare or wrapped fields. */
function instrumentAndDevice(body: object) {
  const instrument = partOf('instrument', body, true);
  const device = partOf('device', body, true);
  if (instrument || device) return { instrument, device };
  throw invalid(
    'body',
    'must have a field of the instrument (such as instrumentNo, expDate or cvv) or of the device ' +
      '(such as browserData)',
  );
}

function partsOfPayment(body: object) {
  const given = {
    instrument: partOf('instrument', body, false),
    device: partOf('device', body, false),
    customer: partOf('customer', body, false),
  };
  if (Object.values(given).some((part) => part !== undefined)) return given;
  throw invalid(
    'body',
    'must have a known field in instrument, device or customer (such as instrument.cvv, ' +
      'device.browserData or customer.email)',
  );
}

const common = {
  access: 'merchant-or-client',
  resource: 'PAYMENT',
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
    answer: async ({ params, caller, body }) =>
      completePayment(payments, caller, params.paymentId, {
        ...partsOfPayment(body),
        isWhole: false,
      }),
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
    answer: async ({ params, caller, body }) => {
      const given = instrumentAndDevice(body);
      if (given.instrument && given.instrument.type === undefined) {
        throw invalid('instrument.type', 'is required');
      }
      return completePayment(payments, caller, params.paymentId, { ...given, isWhole: true });
    },
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
    answer: async ({ params, caller, body }) =>
      completePayment(payments, caller, params.paymentId, {
        ...instrumentAndDevice(body),
        isWhole: false,
      }),
  });
}
