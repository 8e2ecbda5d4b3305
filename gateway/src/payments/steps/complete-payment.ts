// Completes a waiting payment with instrument, device and customer data, at once or step by step,
// merged with the data already stored. dataRequest says what is still missing.

import type { TimeAndIds } from '../../core/id.ts';
import { wrongStatus } from '../../core/machine.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import { present } from '../../core/json/present.ts';
import { isSettled } from '../../providers/attempt.ts';
import type { DepsOf } from '../../http/endpoint.ts';
import type { AnswerKeeper } from '../../http/idempotency.ts';
import type { Instrument } from '../../methods/instrument.ts';
import type { PaymentMethod } from '../../methods/method.ts';
import { dataRequests, methodOfType } from '../../methods/registry.ts';
import { seenBy } from '../../providers/coarse-reasons.ts';
import { actorOf } from '../../vault/audit/card-use.ts';
import { newDecision } from '../decisions/decision.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { waitsForTry, type Loaded, type Payment } from '../model/payment.ts';
import { paymentDetails, type PaymentDetails } from '../model/payment-details.ts';
import { recordView } from '../replies/payment.view.ts';
import {
  checkCustomer,
  checkDevice,
  methodLimit,
  onlyMethodOf,
} from '../requests/check-request.ts';
import { changePayment } from '../requests/find-payment.ts';
import type { Origin } from '../../http/caller.ts';
import { withSeenFrom } from '../features/card-tries.ts';
import type { PaymentRequest } from '../features/feature.ts';
import { readFeatures } from '../features/features.ts';
import { typedInstrument, withAliasConsent } from './given-instrument.ts';
import { instrumentStep, type InstrumentResult } from './instrument-step.ts';
import { moreDetails, type CompletionData } from './more-details.ts';
import { refuseSaveCard, withSaveCard } from './save-card.ts';
import { isCustomerPresent } from '../requests/new-payment.ts';
import { withPayload } from '../requests/payload.ts';
import { pageDataOf } from '../replies/page-data.ts';
import { mayNeedCustomer, recordAfter } from '../replies/customer-step.ts';

type CompleteDeps = Pick<PaymentParts, 'merchants' | 'store' | 'openFields' | 'methods'> &
  DepsOf<
    | typeof changePayment
    | typeof readFeatures
    | typeof instrumentStep
    | typeof recordAfter
    | typeof pageDataOf
  >;

export async function completePayment(
  deps: CompleteDeps,
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
  const instrument = given.instrument && (await deps.openFields(given.instrument));
  const opened = { ...given, instrument };
  let missingFields: readonly string[] | undefined;
  const view = (payment: Payment) => recordView(seenBy(caller, payment));
  const decide = async (waiting: Loaded, now: TimeAndIds) => {
    const result = await nextStep(deps, origin, waiting, opened, now);
    ({ missingFields } = result);
    const { draft, loaded } = result.decision;
    const { dataRequest } = loaded.payment;
    if (given.device && dataRequest === 'DEVICE') refuseIncomplete(missingFields);
    keep(draft, { ...view(loaded.payment), ...present({ missingFields }) });
    return result.decision;
  };
  const committed = await changePayment(deps, caller, paymentId, decide, given.kind);
  const { loaded } = committed;
  if (mayNeedCustomer(loaded)) return recordAfter(deps, committed, view);
  const page = given.instrument ? await newPageData(deps, loaded.payment) : {};
  return { ...view(loaded.payment), ...present({ missingFields }), ...page };
}

/** An instrument without its token asks for a new session, for example after five minutes. */
async function newPageData(deps: CompleteDeps, payment: Payment): Promise<object> {
  const { merchantId, paymentId } = payment;
  const merchant = await deps.merchants.find(merchantId);
  if (!merchant) return {};
  return pageDataOf(deps, payment, merchant, await deps.store.details(merchantId, paymentId));
}

function waitsAfterDecline({ payment, attempts }: Loaded): boolean {
  const { status, dataRequest } = payment;
  const isAfterDecline = dataRequests[dataRequest ?? '']?.isAfterDecline === true;
  const isRequested = waitsForTry(payment) || isAfterDecline;
  return status === 'PENDING' && isRequested && attempts.every(isSettled);
}

async function nextStep(
  deps: CompleteDeps,
  origin: Origin,
  waiting: Loaded,
  given: CompletionData,
  now: TimeAndIds,
): Promise<InstrumentResult> {
  const { caller } = origin;
  const { payment } = waiting;
  const { merchantId, paymentId } = payment;
  const merchant = await deps.merchants.find(merchantId);
  if (!merchant) return refuse('PAYMENT_NOT_FOUND');
  refuseWrongStatus(waiting, given);
  const before = await deps.store.details(merchantId, paymentId);
  const typed = typedInstrument(deps, payment, given.instrument, given.mustBeComplete);
  const sent = { ...given, instrument: typed };
  const kept = keptDetails(before, sent, { payment, merchant, origin, now });
  const decision = newDecision(waiting);
  if (kept !== before) {
    decision.draft.update(paymentDetails, { merchantId, paymentId, details: kept });
  }
  const details = withAliasConsent(kept, sent);
  const method = methodOf(deps, payment, before, typed);
  const isCustomer = caller.kind === 'client';
  const instrument =
    (isCustomer && typed && method?.forCustomer?.(typed, payment, details)) || typed;
  const isAtPage = caller.kind === 'client' || payment.channel === 'PAYWALL';
  const customerPresent = isCustomerPresent(before.options, isAtPage);
  const actor = actorOf(caller);
  const request = { payment, merchant, details, customerPresent, actor, origin, now };
  const uses = await readFeatures(deps, request);
  const mustBeComplete = given.mustBeComplete && instrument !== undefined;
  const seen = caller.kind === 'client' ? given.seen : undefined;
  const instrumentRequest = { ...request, instrument, method, mustBeComplete, seen, uses };
  return instrumentStep(deps, decision, instrumentRequest);
}

interface Completed extends Omit<CompletionData, 'instrument'> {
  /** With its type. */
  readonly instrument: Instrument | undefined;
}

type CompletedPayment = Pick<PaymentRequest, 'merchant' | 'origin' | 'now'> & {
  readonly payment: Payment;
};

/** The details with what this request adds; the same object if it adds nothing. */
function keptDetails(
  before: PaymentDetails,
  sent: Completed,
  { payment, merchant, origin, now }: CompletedPayment,
): PaymentDetails {
  const { instrument, mustBeComplete } = sent;
  const more = moreDetails(before, sent, payment) ?? before;
  refuseSaveCard(sent, payment, more, merchant);
  const isOther = mustBeComplete || instrument?.type !== payment.instrumentType;
  const located = instrument ? withSeenFrom(more, origin) : more;
  return withSaveCard(withPayload(located, instrument, isOther), sent, now.at);
}

/** The method of the instrument, or of the one that was sent before; refuses other methods. */
function methodOf(
  { methods }: Pick<PaymentParts, 'methods'>,
  payment: Payment,
  stored: PaymentDetails,
  instrument: Instrument | undefined,
): PaymentMethod | undefined {
  const type = instrument?.type ?? payment.instrumentType;
  if (type === null) return undefined;
  const method = methods.findByType(type);
  const isOpen = payment.status === 'NEW' || waitsForTry(payment);
  if (isOpen) refuseOtherMethod(type, payment, stored);
  else if (instrument) refuseSwitch(method, payment);
  return method;
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
function refuseOtherMethod(type: string, payment: Payment, details: PaymentDetails): void {
  const method = methodOfType(type);
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
  if (method && method.name === payment.method) return;
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
