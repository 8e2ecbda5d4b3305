// Completes a waiting payment with instrument, device and customer data, at once or step by step,
// merged with the data already stored. dataRequest says what is still missing.

import { Type } from 'typebox';
import { wrongStatus } from '../../core/machine.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import { present } from '../../core/json/present.ts';
import { isSettled } from '../../providers/attempt.ts';
import type { AnswerKeeper } from '../../http/idempotency.ts';
import { oneOf } from '../../http/schema.ts';
import { requestsAfterDecline } from '../../methods/data-request.ts';
import {
  instrumentSchema,
  instrumentMeanings,
  methodOfType,
  type InstrumentType,
} from '../../methods/instrument.ts';
import type { PaymentMethod } from '../../methods/method.ts';
import { seenBy } from '../../providers/coarse-reasons.ts';
import { actorOf } from '../../vault/audit/card-use.ts';
import { newDecision, type Now } from '../decisions/decision.ts';
import type { PaymentParts } from '../parts.ts';
import { waitsForTry, type Loaded, type Payment } from '../payment.ts';
import { paymentDetails, type PaymentDetails } from '../payment-details.ts';
import { recordView } from '../replies/payment.view.ts';
import {
  checkCustomer,
  checkDevice,
  methodLimit,
  onlyMethodOf,
} from '../requests/check-request.ts';
import { changePayment } from '../requests/find-payment.ts';
import type { Origin } from './card-guess.ts';
import { withSeenFrom } from './card-tries.ts';
import { heldRecipient } from './funding.ts';
import { ownInstrument, typedInstrument, withAliasConsent } from './given-instrument.ts';
import { instrumentStep, type InstrumentResult } from './instrument-step.ts';
import { moreDetails, type CompletionData } from './more-details.ts';
import { refuseSaveCard, withSaveCard } from './save-card.ts';
import { agreementFor } from './series.ts';
import { isCustomerPresent } from '../requests/new-payment.ts';
import { withPayload } from '../requests/payload.ts';
import { pageDataOf } from '../replies/page-data.ts';
import { mayNeedCustomer, recordAfter } from '../replies/customer-step.ts';

const { type: _type, ...attributes } = instrumentSchema.properties;

export const partialInstrument = Type.Object(
  {
    type: Type.Optional(
      oneOf(instrumentMeanings, 'Type of the instrument. Absent: the type that the fields tell.'),
    ),
    ...attributes,
  },
  { description: 'What the customer pays with, or the fields of it that are still missing.' },
);

export async function completePayment(
  parts: PaymentParts,
  origin: Origin,
  paymentId: string,
  given: CompletionData,
  keep: AnswerKeeper = () => undefined,
): Promise<object> {
  const { caller } = origin;
  if (given.customer && caller.kind === 'client') {
    const message = 'can only be sent with a MERCHANT token';
    refuse('TOKEN_NOT_FOR_THIS', [{ field: 'customer', message }]);
  }
  checkDevice(given.device);
  checkCustomer(given.customer);
  const instrument = given.instrument && (await parts.openFields(given.instrument));
  const opened = { ...given, instrument };
  let missingFields: readonly string[] | undefined;
  const view = (payment: Payment) => recordView(seenBy(caller, payment));
  const decide = async (waiting: Loaded, now: Now) => {
    const result = await nextStep(parts, origin, waiting, opened, now);
    ({ missingFields } = result);
    const { draft, loaded } = result.decision;
    const { dataRequest } = loaded.payment;
    if (given.device && dataRequest === 'DEVICE') refuseIncomplete(missingFields);
    keep(draft, { ...view(loaded.payment), ...present({ missingFields }) });
    return result.decision;
  };
  const committed = await changePayment(parts, caller, paymentId, decide, given.kind);
  const { loaded } = committed;
  if (mayNeedCustomer(loaded)) return recordAfter(parts, committed, view);
  const page = given.instrument ? await newPageData(parts, loaded.payment) : {};
  return { ...view(loaded.payment), ...present({ missingFields }), ...page };
}

/** An instrument without its token asks for a new session, for example after five minutes. */
async function newPageData(parts: PaymentParts, payment: Payment): Promise<object> {
  const { merchantId, paymentId } = payment;
  const merchant = await parts.merchants.find(merchantId);
  if (!merchant) return {};
  return pageDataOf(parts, payment, merchant, await parts.store.details(merchantId, paymentId));
}

function waitsAfterDecline({ payment, attempts }: Loaded): boolean {
  const { status, dataRequest } = payment;
  const isRequested = waitsForTry(payment) || requestsAfterDecline.includes(dataRequest);
  return status === 'PENDING' && isRequested && attempts.every(isSettled);
}

async function nextStep(
  parts: PaymentParts,
  origin: Origin,
  waiting: Loaded,
  given: CompletionData,
  now: Now,
): Promise<InstrumentResult> {
  const { caller } = origin;
  const { payment } = waiting;
  const { merchantId, paymentId } = payment;
  const merchant = await parts.merchants.find(merchantId);
  if (!merchant) return refuse('PAYMENT_NOT_FOUND');
  refuseWrongStatus(waiting, given);
  const before = await parts.store.details(merchantId, paymentId);
  const decision = newDecision(waiting);
  const typed = typedInstrument(parts, payment, given.instrument, given.isWhole);
  const more = moreDetails(before, given, payment) ?? before;
  const agreed = { ...given, instrument: typed };
  refuseSaveCard(agreed, payment, more, merchant);
  const isOther = given.isWhole || typed?.type !== payment.instrumentType;
  const located = typed ? withSeenFrom(more, origin) : more;
  const kept = withSaveCard(withPayload(located, typed, isOther), agreed, now.at);
  if (kept !== before) {
    decision.draft.update(paymentDetails, { merchantId, paymentId, details: kept });
  }
  const details = withAliasConsent(kept, agreed);
  const instrument = caller.kind === 'client' ? ownInstrument(typed, details, payment) : typed;
  const type = instrument?.type ?? (payment.instrumentType as InstrumentType | null);
  const method = type === null ? undefined : parts.methods.findByType(type);
  const isOpen = payment.status === 'NEW' || waitsForTry(payment);
  if (type !== null && isOpen) refuseOtherMethod(type, payment, before);
  if (instrument && !isOpen) refuseSwitch(method, payment);
  const isAtPage = caller.kind === 'client' || payment.channel === 'PAYWALL';
  const customerPresent = isCustomerPresent(before.options, isAtPage);
  const agreement = customerPresent
    ? undefined
    : await agreementFor(parts, merchant, payment, before.options);
  const isWhole = given.isWhole && instrument !== undefined;
  const actor = actorOf(caller);
  const recipient = await heldRecipient(parts, payment, actor);
  const seen = caller.kind === 'client' ? given.seen : undefined;
  const sent = { instrument, method, isWhole, actor, seen, origin };
  const step = { ...sent, merchant, details, customerPresent, agreement, recipient };
  return instrumentStep(parts, decision, step, now);
}

function refuseWrongStatus(waiting: Loaded, { device, instrument }: CompletionData): void {
  const { status, dataRequest } = waiting.payment;
  if (status === 'NEW') return;
  const isTry = waitsForTry(waiting.payment);
  if (!waitsAfterDecline(waiting)) {
    const needed = 'data can be sent in NEW, or in PENDING with a dataRequest for it';
    throw wrongStatus(`The payment is ${status}; ${needed}.`);
  }
  if (isTry) return;
  if (dataRequest === 'DEVICE' && (!device || instrument)) {
    throw wrongStatus('The payment is PENDING with dataRequest DEVICE; send device data only.');
  }
  if (dataRequest !== 'DEVICE' && !instrument) {
    throw wrongStatus(
      `The payment is PENDING with dataRequest ${String(dataRequest)}; send instrument data.`,
    );
  }
}

/** The merchant may have restricted the payment to some methods, or to one, at creation. */
function refuseOtherMethod(type: InstrumentType, payment: Payment, details: PaymentDetails): void {
  const method = methodOfType[type];
  const allowed = methodLimit(details.options);
  const named = onlyMethodOf(payment, details);
  if (allowed?.includes(method) === false || (named !== null && named !== method)) {
    throw invalid(
      'instrument.type',
      'belongs to a payment method that is not allowed for this payment',
    );
  }
}

/** After a decline the payment keeps its method. */
function refuseSwitch(method: PaymentMethod | undefined, payment: Payment): void {
  if (method && method.method === payment.method) return;
  throw invalid('instrument.type', `must belong to method ${String(payment.method)}`);
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
