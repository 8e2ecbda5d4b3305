// Completing a payment that waits, step by step: PATCH payment, PUT instrument, PATCH instrument
// (specification 4.2). What is still missing is told by dataRequest.

import { Type } from 'typebox';
import { invalid, refuse } from '../../core/refusals.ts';
import { open } from '../../core/secret.ts';
import type { Caller } from '../../http/caller.ts';
import { endpoint } from '../../http/endpoint.ts';
import {
  instrumentSchema,
  instrumentTypes,
  methodOfType,
  type Instrument,
} from '../../methods/instrument.ts';
import { knownFields, oneOf } from '../../http/schema.ts';
import type { Card } from '../../acquirers/acquirer.ts';
import { isCustomerPresent } from '../requests/new-payment.ts';
import { from } from '../decisions/decision.ts';
import { changePayment, paymentParams } from '../requests/find-payment.ts';
import { instrumentStep } from '../requests/instrument-step.ts';
import { isAuthenticating, recordAfter } from '../requests/record-after.ts';
import type { PaymentParts } from '../parts.ts';
import { paymentDetails, type Payment, type PaymentDetails } from '../payment.ts';
import type { Means } from '../processing/provider-call.ts';
import { recordSchema, recordView } from '../payment.view.ts';
import { customerSchema, deviceSchema } from '../requests/schema.ts';

const { type: _type, ...attributes } = instrumentSchema.properties;
const instrumentType = Type.Optional(oneOf(instrumentTypes, 'Instrument type'));
const partialInstrument = Type.Object({ type: instrumentType, ...attributes });

/** The bare instrument, or the same wrapped as `{instrument, device}`. */
const bareOrWrapped = Type.Object({
  type: instrumentType,
  ...attributes,
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
  states: ['NEW'],
  params: paymentParams,
  reply: recordSchema,
  refusals: ['PAYMENT_NOT_FOUND', 'INVALID_REQUEST', 'NOT_IN_THIS_STATE', 'ORDER_ALREADY_PAID'],
} as const;

export function patchPayment(parts: PaymentParts) {
  return endpoint({
    ...common,
    summary: 'Complete instrument, device or customer data of a payment that waits',
    body: patchBody,
    example: { device: { ip: '203.0.113.7' } },
    answer: ({ params, caller, body }) =>
      complete(parts, caller, params.paymentId, { ...body, isWhole: false }),
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
      return complete(parts, caller, params.paymentId, { instrument, device, isWhole: true });
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
      return complete(parts, caller, params.paymentId, { instrument, device, isWhole: false });
    },
  });
}

interface Given {
  readonly instrument?: Partial<Instrument> | undefined;
  readonly device?: object | undefined;
  readonly customer?: object | undefined;
  /** The instrument replaces what is held, rather than completing it. */
  readonly isWhole: boolean;
}

async function complete(
  parts: PaymentParts,
  caller: Caller,
  paymentId: string,
  given: Given,
): Promise<object> {
  let means: Means | undefined;
  const begun = await changePayment(
    parts,
    caller,
    paymentId,
    async (waiting, now) => {
      const { payment } = waiting;
      const merchant = await parts.merchants.find(payment.merchantId);
      if (!merchant) return refuse('PAYMENT_NOT_FOUND');
      if (payment.status !== 'NEW') return refuse('NOT_IN_THIS_STATE');
      const before = await parts.store.details(payment.merchantId, payment.paymentId);
      const held = await parts.vault.find(payment);
      const instrument = merged(given, held?.card);
      if (instrument) refuseOtherMethod(instrument, payment, before);
      const decision = from(waiting);
      const more = moreDetails(before, given);
      const { merchantId } = payment;
      if (more) decision.draft.update(paymentDetails, { merchantId, paymentId, details: more });
      const isAtPage = caller.kind === 'client' || payment.channel === 'PAYWALL';
      const customerPresent = isCustomerPresent(before.options, isAtPage);
      const step = { instrument, merchant, details: more ?? before, customerPresent };
      const stepped = await instrumentStep(parts, decision, step, now);
      if (given.device) refuseIncomplete(stepped.missingDevice);
      means = stepped.means;
      return stepped.decision;
    },
    () => means,
  );
  const { loaded } = begun;
  return isAuthenticating(loaded) ? recordAfter(parts, begun) : recordView(loaded.payment);
}

/** The merchant may have limited the payment to some methods, or named one, when it made it. */
function refuseOtherMethod(
  instrument: Instrument,
  payment: Payment,
  { options }: PaymentDetails,
): void {
  const method = methodOfType[instrument.type];
  const limit = (options as { methods?: string } | undefined)?.methods;
  const allowed = limit?.split(',').map((name) => name.trim());
  const named = payment.instrumentType === null ? payment.method : null;
  if (allowed?.includes(method) === false || (named !== null && named !== method)) {
    throw invalid('instrument.type', 'is of a method this payment is not open to');
  }
}

/** What is held, completed by what was given. */
function merged(given: Given, held: Card | undefined): Instrument | undefined {
  const { instrument = {} } = given;
  if (Object.keys(knownFields(partialInstrument, { ...instrument })).length === 0) {
    return given.device && held ? instrumentOf(held) : undefined;
  }
  if (given.isWhole || (held === undefined && instrument.type !== undefined)) {
    return instrument as Instrument;
  }
  if (!held) return refuse('NOT_IN_THIS_STATE');
  return { ...instrumentOf(held), ...instrument };
}

function instrumentOf(held: Card): Instrument {
  return {
    type: 'CARD',
    instrumentNo: open(held.number),
    expDate: open(held.expiry),
    ...(held.cvv ? { cvv: open(held.cvv) } : {}),
    ...(held.holder ? { holder: open(held.holder) } : {}),
  };
}

/** Who sends data about the device is told what is still missing of it. */
function refuseIncomplete(fields: readonly string[] = []): void {
  const message = 'is missing or wrong, and strong authentication needs it';
  if (fields.length === 0) return;
  refuse(
    'INVALID_REQUEST',
    fields.map((field) => ({ field, message })),
  );
}

/** A customer who comes with a browser has left the app, and the other way round. */
function otherDevice(before: object | undefined, given: object): object {
  const { browserData, sdk, ...rest } = (before ?? {}) as { browserData?: object; sdk?: object };
  if ('browserData' in given && !('sdk' in given)) return { ...rest, browserData };
  if ('sdk' in given && !('browserData' in given)) return { ...rest, sdk };
  return { ...rest, browserData, sdk };
}

function moreDetails(before: PaymentDetails, given: Given): PaymentDetails | undefined {
  if (!given.device && !given.customer) return undefined;
  const device = given.device ? knownFields(deviceSchema, given.device) : {};
  const customer = given.customer ? knownFields(customerSchema, given.customer) : {};
  return {
    ...before,
    device: { ...otherDevice(before.device, device), ...device },
    customer: { ...before.customer, ...customer },
  };
}
