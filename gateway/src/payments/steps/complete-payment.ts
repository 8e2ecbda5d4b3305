// Completes a waiting payment with instrument, device and customer data, at once or step by step,
// merged with the data already stored. dataRequest says what is still missing.

import { Type } from 'typebox';
import { wrongStatus } from '../../core/machine.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import { open } from '../../core/secret.ts';
import { present } from '../../core/json/present.ts';
import type { Card } from '../../providers/means.ts';
import type { CardPart } from '../../vault/held-card.ts';
import { digitsOf } from '../../methods/card/card.method.ts';
import type { Caller } from '../../http/caller.ts';
import { knownFields, oneOf } from '../../http/schema.ts';
import {
  instrumentSchema,
  instrumentMeanings,
  methodOfType,
  type Instrument,
  type InstrumentType,
} from '../../methods/instrument.ts';
import { newDecision, type Now } from '../decisions/decision.ts';
import type { PaymentParts } from '../parts.ts';
import { type Loaded, type Payment } from '../payment.ts';
import { paymentDetails, type PaymentDetails } from '../payment-details.ts';
import { recordView } from '../replies/payment.view.ts';
import type { Means } from '../processing/provider-call.ts';
import { deviceStep, waitsForDevice } from './device-step.ts';
import { checkCustomer, checkDevice, methodLimit } from '../requests/check-request.ts';
import { changePayment } from '../requests/find-payment.ts';
import { instrumentStep, type InstrumentResult } from './instrument-step.ts';
import { agreementFor } from './series.ts';
import { isCustomerPresent } from '../requests/new-payment.ts';
import { isAuthenticating, recordAfter } from '../replies/record-after.ts';
import { customerSchema, type CustomerData } from '../fields/customer.ts';
import { deviceSchema, type DeviceData } from '../fields/device.ts';

const { type: _type, ...attributes } = instrumentSchema.properties;

export const partialInstrument = Type.Object(
  {
    type: Type.Optional(oneOf(instrumentMeanings, 'Type of the instrument. Absent: CARD.')),
    ...attributes,
  },
  { description: 'What the customer pays with, or the fields of it that are still missing.' },
);

/** Card fields that may be sent without the type; the encrypted ones are refused later. */
const cardAttributes: ReadonlySet<string> = new Set([
  'instrumentNo',
  'expDate',
  'cvv',
  'holder',
  'cardMask',
  'provider',
  'encInstrumentNo',
  'encExpDate',
  'encCvv',
]);

/** Only known fields; a part without any is absent. */
export interface CompletionData {
  readonly instrument?: Partial<Instrument> | undefined;
  readonly device?: DeviceData | undefined;
  readonly customer?: CustomerData | undefined;
  /** The instrument replaces what is held instead of completing it. */
  readonly isWhole: boolean;
}

export async function completePayment(
  parts: PaymentParts,
  caller: Caller,
  paymentId: string,
  given: CompletionData,
): Promise<object> {
  if (given.customer && caller.kind === 'client') {
    const message = 'can only be sent with a MERCHANT token';
    refuse('TOKEN_NOT_FOR_THIS', [{ field: 'customer', message }]);
  }
  checkDevice(given.device);
  checkCustomer(given.customer);
  let means: Means | undefined;
  let missingFields: readonly string[] | undefined;
  const committed = await changePayment(
    parts,
    caller,
    paymentId,
    async (waiting, now) => {
      const result = await nextStep(parts, caller, waiting, given, now);
      ({ means, missingFields } = result);
      const { dataRequest } = result.decision.loaded.payment;
      if (given.device && dataRequest === 'DEVICE') refuseIncomplete(missingFields);
      return result.decision;
    },
    () => means,
  );
  const { loaded } = committed;
  if (isAuthenticating(loaded)) return recordAfter(parts, committed, recordView);
  return { ...recordView(loaded.payment), ...present({ missingFields }) };
}

async function nextStep(
  parts: PaymentParts,
  caller: Caller,
  waiting: Loaded,
  given: CompletionData,
  now: Now,
): Promise<InstrumentResult> {
  const { payment } = waiting;
  const { merchantId, paymentId } = payment;
  const merchant = await parts.merchants.find(merchantId);
  if (!merchant) return refuse('PAYMENT_NOT_FOUND');
  if (payment.status !== 'NEW' && !waitsForDevice(payment)) {
    const needed = 'data can be sent in NEW, or in PENDING with dataRequest DEVICE';
    throw wrongStatus(`The payment is ${payment.status}; ${needed}.`);
  }
  const before = await parts.store.details(merchantId, paymentId);
  const held = payment.cardHeld ? await parts.vault.findPart(payment, now.at) : undefined;
  const decision = newDecision(waiting);
  const more = moreDetails(before, given);
  if (more) decision.draft.update(paymentDetails, { merchantId, paymentId, details: more });
  const details = more ?? before;
  if (waitsForDevice(payment)) {
    return deviceStep(parts, decision, cardFor(given, held), details, now);
  }
  const instrument = mergeInstrument(given, held);
  if (instrument) refuseOtherMethod(instrument, payment, before);
  const isAtPage = caller.kind === 'client' || payment.channel === 'PAYWALL';
  const customerPresent = isCustomerPresent(before.options, isAtPage);
  const agreement = customerPresent
    ? undefined
    : await agreementFor(parts, merchant, payment, before.options);
  const isWhole = given.isWhole && given.instrument !== undefined;
  const step = { instrument, merchant, details, customerPresent, agreement, isWhole };
  const isNewCode = given.instrument?.cvv !== undefined;
  const code = isNewCode ? {} : { codeUntil: held?.cvvUntil ?? null };
  return instrumentStep(parts, decision, { ...step, ...code }, now);
}

/** After a soft decline the card is fixed; only device data is missing. */
function cardFor({ device, instrument }: CompletionData, held: CardPart | undefined): Card {
  const { number = null, expiry = null } = held ?? {};
  if (!device || instrument) {
    throw wrongStatus('The payment is PENDING with dataRequest DEVICE; send device data only.');
  }
  if (!held || !number || !expiry) {
    throw wrongStatus('The card of this payment is no longer stored. Make a new payment.');
  }
  return { ...held, number, expiry };
}

/** The merchant may have restricted the payment to some methods, or to one, at creation. */
function refuseOtherMethod(
  instrument: Instrument,
  payment: Payment,
  { options }: PaymentDetails,
): void {
  const method = methodOfType[instrument.type];
  const allowed = methodLimit(options);
  const named = payment.instrumentType === null ? payment.method : null;
  if (allowed?.includes(method) === false || (named !== null && named !== method)) {
    throw invalid(
      'instrument.type',
      'belongs to a payment method that is not allowed for this payment',
    );
  }
}

/**
 * The held card, completed with the given fields. Another number is another card: nothing of the
 * previous one is used for it.
 */
function mergeInstrument(
  { instrument, isWhole }: CompletionData,
  held: CardPart | undefined,
): Instrument | undefined {
  if (!instrument) return held && instrumentOf(held);
  if (isWhole) return instrument as Instrument;
  const before = held && instrumentOf(held);
  const isOther =
    before?.instrumentNo !== undefined &&
    instrument.instrumentNo !== undefined &&
    before.instrumentNo !== digitsOf(instrument.instrumentNo);
  return { type: typeOf(instrument), ...(isOther ? {} : before), ...instrument };
}

/** The fields of a card may be sent one by one and without the type. */
function typeOf({ type, ...attributes }: Partial<Instrument>): InstrumentType {
  if (type !== undefined) return type;
  const other = Object.keys(attributes).find((name) => !cardAttributes.has(name));
  if (other === undefined) return 'CARD';
  throw invalid('instrument.type', `is required with ${other}`);
}

function instrumentOf(held: CardPart): Instrument {
  return {
    type: 'CARD',
    ...present({
      instrumentNo: held.number && open(held.number),
      expDate: held.expiry && open(held.expiry),
      cvv: held.cvv && open(held.cvv),
      holder: held.holder && open(held.holder),
    }),
  };
}

/** A sender of device data gets the names of the fields that are still missing. */
function refuseIncomplete(fields: readonly string[] = []): void {
  const message = 'is missing or wrong, and strong authentication needs it';
  if (fields.length === 0) return;
  refuse(
    'INVALID_REQUEST',
    fields.map((field) => ({ field, message })),
  );
}

/** A customer who continues in a browser has left the app, and vice versa. */
function mergeDevice(
  { browserData, sdk, ...rest }: DeviceData = {},
  given: DeviceData,
): DeviceData {
  const isOneKind = (given.browserData === undefined) !== (given.sdk === undefined);
  return { ...rest, ...(isOneKind ? {} : present({ browserData, sdk })), ...given };
}

function moreDetails(before: PaymentDetails, given: CompletionData): PaymentDetails | undefined {
  if (!given.device && !given.customer) return undefined;
  const device = given.device ? knownFields(deviceSchema, given.device) : {};
  const customer = given.customer ? knownFields(customerSchema, given.customer) : {};
  return {
    ...before,
    device: mergeDevice(before.device, device),
    customer: { ...before.customer, ...customer },
  };
}
