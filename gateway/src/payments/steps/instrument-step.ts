// The step that every instrument goes through, at creation or later: refused early, held in the
// vault until the rest is sent, sent to strong authentication, or to the acquirer.

import { assert } from '../../core/assert.ts';
import type { Instant } from '../../core/clock.ts';
import { invalid } from '../../core/refusals.ts';
import { chosenProvider } from '../../providers/registry.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import { methods, type Merchant } from '../../merchants/merchant.ts';
import { availabilityOf } from '../../methods/availability.ts';
import { methodOfType, type Instrument } from '../../methods/instrument.ts';
import type { PartialCard, Prepared, ReadyCard } from '../../methods/method.ts';
import { methodFor } from '../../methods/registry.ts';
import type { PaymentFacts } from '../advance.ts';
import type { Agreement } from '../agreement.ts';
import { decideAuthenticate } from '../decisions/authentication-steps.ts';
import type { Decision, Now } from '../decisions/decision.ts';
import {
  decideKeepWaiting,
  decideRefuse,
  decideStart,
  decideWait,
  isStored,
} from '../decisions/register.ts';
import { scaStep } from '../decisions/sca.ts';
import type { PaymentParts } from '../parts.ts';
import type { DataRequest, Payment } from '../payment.ts';
import type { PaymentDetails } from '../payment-details.ts';
import type { Means } from '../processing/provider-call.ts';
import { refuseTakenOrder } from '../processing/taken-order.ts';
import { methodLimit } from '../requests/check-request.ts';
import { useAgreement } from './series.ts';

export interface InstrumentStep {
  readonly instrument: Instrument | undefined;
  readonly merchant: Merchant;
  /** Including the changes of this step. */
  readonly details: PaymentDetails;
  /** False for payments that the merchant makes under an agreement. */
  readonly customerPresent: boolean;
  /** The agreement of a payment without the customer. */
  readonly agreement?: Agreement | undefined;
  /** The expiry of a security code that was held before; absent: the code is new. */
  readonly codeUntil?: Instant | null;
  /** True when the instrument must be complete now; false when the rest may follow. */
  readonly isWhole: boolean;
}

export interface InstrumentResult {
  readonly decision: Decision;
  /** The input of the provider call, if one starts. */
  readonly means?: Means;
  /** The fields that the payment waits for, as far as they are known. */
  readonly missingFields?: readonly string[];
}

/** For a payment that is registered in the same entry, or for a waiting one. */
export async function instrumentStep(
  parts: PaymentParts,
  decision: Decision,
  step: InstrumentStep,
  now: Now,
): Promise<InstrumentResult> {
  const prepared = prepare(parts, step, now);
  const early = earlyRefusal(step, decision.loaded.payment, prepared);
  if (early) return { decision: decideRefuse(decision, early, factsOf(step, prepared), now) };
  refuseOtherProvider(parts, step.instrument);
  if (prepared?.kind === 'part') return holdPart(parts, decision, step, prepared, now);
  if (prepared?.kind !== 'card') return { decision: wait(decision, {}, undefined, now) };
  if (prepared.missing !== null) {
    const held = await hold(parts, decision, step, prepared, prepared.missing, now);
    return { ...held, missingFields: ['instrument.cvv'] };
  }
  return authenticateOrAuthorize(parts, decision, step, prepared, now);
}

/** The card is complete: authenticates the customer next, if required. */
async function authenticateOrAuthorize(
  parts: PaymentParts,
  decision: Decision,
  step: InstrumentStep,
  prepared: ReadyCard,
  now: Now,
): Promise<InstrumentResult> {
  const { payment } = decision.loaded;
  const { card } = prepared;
  const { merchant, details, customerPresent, agreement } = step;
  if (!customerPresent) {
    assert(agreement !== undefined, 'a payment without the customer relies on an agreement');
    useAgreement(parts, decision, agreement, card, now);
  }
  const facts = factsOf(step, prepared);
  const next = scaStep(parts, { payment, merchant, card, details, customerPresent }, now);
  if (next.kind === 'device') {
    const held = await hold(parts, decision, step, prepared, 'DEVICE', now);
    return { ...held, missingFields: next.fields };
  }
  const isKept = next.kind === 'authenticate' || next.mayBeAsked;
  const { codeUntil } = step;
  const row = isKept ? await parts.vault.seal(payment, card, now.at, codeUntil) : null;
  if (next.kind === 'authenticate' && row) {
    await refuseTakenOrder(parts.store, payment);
    return { decision: decideAuthenticate(decision, next.authentication, facts, row, now) };
  }
  const start = {
    provider: chosenProvider(parts.providers.choose({ means: 'PAN' })).name,
    firstLookMs: parts.firstLookMs,
    facts,
    keep: row,
    authenticationId: null,
    exemption: next.kind === 'authorize' ? next.exemption : null,
  };
  return { decision: decideStart(decision, start, now), means: { card, threeDS: null } };
}

async function hold(
  parts: PaymentParts,
  decision: Decision,
  step: InstrumentStep,
  prepared: ReadyCard,
  dataRequest: DataRequest,
  now: Now,
): Promise<InstrumentResult> {
  const facts: PaymentFacts = { ...factsOf(step, prepared), dataRequest };
  const { payment } = decision.loaded;
  const row = await parts.vault.seal(payment, prepared.card, now.at, step.codeUntil);
  return { decision: wait(decision, facts, row, now) };
}

/** Holds the given part of the card until the rest is sent. */
async function holdPart(
  parts: PaymentParts,
  decision: Decision,
  step: InstrumentStep,
  { part, missingFields, ...prepared }: PartialCard,
  now: Now,
): Promise<InstrumentResult> {
  const facts: PaymentFacts = { ...factsOf(step, prepared), dataRequest: 'INSTRUMENT' };
  const { payment } = decision.loaded;
  const isAny = Object.values(part).some((value) => value !== null);
  const row = isAny ? await parts.vault.seal(payment, part, now.at, step.codeUntil) : undefined;
  return { decision: wait(decision, facts, row, now), missingFields };
}

/** A named provider is used or refused; it is never replaced by another one. */
function refuseOtherProvider(
  { providers }: PaymentParts,
  instrument: Instrument | undefined,
): void {
  if (instrument?.provider === undefined) return;
  const choice = providers.choose({ means: 'PAN', named: instrument.provider });
  if (choice.kind !== 'not-offered') return;
  throw invalid('instrument.provider', `must be ${choice.names.join(' or ')}, or be left out`);
}

function wait(
  decision: Decision,
  facts: PaymentFacts,
  card: Parameters<typeof decideWait>[2],
  now: Now,
): Decision {
  return isStored(decision)
    ? decideKeepWaiting(decision, facts, card, now)
    : decideWait(decision, facts, card);
}

function prepare(
  { cards }: PaymentParts,
  { instrument, customerPresent, isWhole }: InstrumentStep,
  now: Now,
): Prepared | undefined {
  if (!instrument) return undefined;
  const context = { at: now.at, customerPresent, cards, isWhole };
  return methodFor(instrument.type)?.prepare(instrument, context);
}

/** Reasons that end a payment before any provider is called, in the order of the checks. */
function earlyRefusal(
  { merchant: { settings }, instrument, details }: InstrumentStep,
  payment: Payment,
  prepared: Prepared | undefined,
): RejectCode | undefined {
  if (!settings.channels.includes(payment.channel)) return 'CHANNEL_NOT_SUPPORTED';
  if (settings.currencies.length > 0 && !settings.currencies.includes(payment.currency)) {
    return 'CURRENCY_NOT_SUPPORTED';
  }
  const method = instrument ? methodOfType[instrument.type] : payment.method;
  const occasion = { ...payment, method, limit: methodLimit(details.options) };
  const isPayable = methods.some((one) => availabilityOf(one, settings, occasion) === 'ENABLED');
  if (!isPayable || (instrument && !prepared)) return 'METHOD_NOT_SUPPORTED';
  return prepared?.kind === 'refused' ? prepared.rejectCode : undefined;
}

function factsOf(
  { instrument }: InstrumentStep,
  prepared: Pick<Prepared, 'cardMask' | 'organization'> | undefined,
): PaymentFacts {
  if (!instrument) return {};
  return {
    method: methodOfType[instrument.type],
    instrumentType: instrument.type,
    cardMask: prepared?.cardMask ?? null,
    organization: prepared?.organization ?? null,
  };
}
