// The step that every instrument goes through, at creation or later: refused early, waiting for
// more data, sent to strong authentication, or to the provider. The payment method decides which.

import { assert } from '../../core/assert.ts';
import { invalid } from '../../core/refusals.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { preferredProviders } from '../../merchants/preferred-providers.ts';
import type { Instrument } from '../../methods/instrument.ts';
import type {
  AuthenticateStep,
  AuthorizeStep,
  MethodStep,
  PaymentMethod,
} from '../../methods/method.ts';
import { meansKind, type Means, type SeenBrowser } from '../../providers/means.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { ProviderChoice } from '../../providers/registry.ts';
import type { Actor } from '../../vault/audit/card-use.ts';
import { bumpVersion, type PaymentFacts } from '../advance.ts';
import { decideRefused, decideReject } from '../decisions/another-try.ts';
import {
  decideAuthenticate,
  decideContinueAuthentication,
} from '../decisions/authentication-steps.ts';
import {
  dropInstrument,
  relyOnToken,
  setPayment,
  type Decision,
  type Now,
} from '../decisions/decision.ts';
import { decideRefuse, decideStart, decideWait } from '../decisions/register.ts';
import type { PaymentParts } from '../parts.ts';
import { isFunding, waitsForTry, type Payment } from '../payment.ts';
import type { PaymentDetails } from '../payment-details.ts';
import { refuseTakenOrder } from '../processing/taken-order.ts';
import { countGuess, type Origin } from './card-guess.ts';
import { refuseTooManyTries } from './card-tries.ts';
import { earlyRefusal } from './early-refusal.ts';
import { refusalOf, relyOnRecipient, type FundingUse } from './funding.ts';
import { useAgreement, type AgreementUse } from './series.ts';

export interface InstrumentStep {
  readonly instrument: Instrument | undefined;
  /** The method of the instrument; undefined: none is chosen, or this version does not have it. */
  readonly method: PaymentMethod | undefined;
  readonly merchant: Merchant;
  /** Including the changes of this step. */
  readonly details: PaymentDetails;
  /** False for payments that the merchant makes under an agreement. */
  readonly customerPresent: boolean;
  /** The agreement of a payment without the customer. */
  readonly agreement?: AgreementUse | undefined;
  /** The recipient of an account funding payment. */
  readonly recipient?: FundingUse | undefined;
  /** True when the instrument must be complete now; false when the rest may follow. */
  readonly isWhole: boolean;
  /** Who sent this, for the audit log. */
  readonly actor: Actor;
  /** The browser that sent this, if it is the customer's own. */
  readonly seen?: SeenBrowser | undefined;
  /** Where this came from, for budgets. */
  readonly origin: Origin;
}

export interface InstrumentResult {
  readonly decision: Decision;
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
  const { payment, attempts } = decision.loaded;
  const next = await step.method?.start({ ...step, payment, attempts }, now);
  const isPending = payment.status === 'PENDING' && !waitsForTry(payment);
  if (isPending) return continuePending(parts, decision, step, next, now);
  const early = await earlyRefusal(parts, decision, step);
  const other = refusalOf(step.recipient) ?? (next?.kind === 'refuse' ? next.rejectCode : null);
  const facts = factsOf(step, next);
  if (early?.isFinal) return { decision: decideEnd(decision, early.rejectCode, facts, now) };
  const rejectCode = early?.rejectCode ?? other;
  const { options } = step.details;
  if (rejectCode !== null) {
    return { decision: decideRefused(decision, options, rejectCode, facts, now) };
  }
  refuseOtherProvider(parts, step);
  if (!next || next.kind === 'refuse') return { decision: decideWait(decision, {}, null, now) };
  if (next.kind === 'need') {
    const { dataRequest, missingFields, held } = next;
    const waits = { ...facts, dataRequest };
    next.record?.(decision.draft);
    const kept = isOtherType(step, payment) ? dropInstrument(decision) : decision;
    return { decision: decideWait(held ? decision : kept, waits, held, now), missingFields };
  }
  parts.processor.refuseWhenFull();
  return { decision: await startPayment(parts, decision, step, next, facts, now) };
}

/** What is held belongs to the type of the payment, so a card never becomes one of a wallet. */
function isOtherType({ instrument }: InstrumentStep, payment: Payment): boolean {
  return instrument !== undefined && instrument.type !== payment.instrumentType;
}

async function startPayment(
  parts: PaymentParts,
  decision: Decision,
  step: InstrumentStep,
  next: AuthenticateStep | AuthorizeStep,
  facts: PaymentFacts,
  now: Now,
): Promise<Decision> {
  if (!step.customerPresent) {
    const { agreement } = step;
    assert(agreement !== undefined, 'a payment without the customer relies on an agreement');
    await countGuess(parts, agreement.agreement, next, step.origin);
    useAgreement(decision, agreement, next.fingerprint, now);
  } else if (facts.method === 'CARD') {
    const { payment } = decision.loaded;
    await refuseTooManyTries(parts, { ...payment, ...next.shown }, step.details);
  }
  relyOnToken(decision, next.token);
  next.record?.(decision.draft);
  if (next.kind === 'authorize') return authorize(parts, decision, step, next, facts, now);
  await refuseTakenOrder(parts.store, decision.loaded.payment);
  return decideAuthenticate(decision, next.authentication, facts, next.held, now);
}

/** Sends the payment to a provider that is available; without one it is refused. */
function authorize(
  parts: PaymentParts,
  decision: Decision,
  { details, merchant, agreement, recipient }: InstrumentStep,
  next: AuthorizeStep,
  facts: PaymentFacts,
  now: Now,
): Decision {
  const { held, exemption, waitUntil } = next;
  const means = agreement ? meansInSeries(next.means, agreement) : next.means;
  const choice = parts.providers.choose({
    means: meansKind(means),
    named: next.provider ?? details.provider,
    preferred: preferredProviders(merchant.settings, facts.method ?? null),
    isFunding: isFunding(decision.loaded.payment),
  });
  if (choice.kind !== 'chosen') {
    return decideRefused(decision, details.options, 'PROVIDER_UNAVAILABLE', facts, now);
  }
  relyOnRecipient(decision, recipient, next.token);
  const start = {
    provider: choice.provider.name,
    means,
    funding: recipient?.kind === 'ready' ? recipient.funding : null,
    facts,
    held,
    exemption,
    waitUntil,
    authenticationId: null,
    firstCheckMs: parts.firstCheckMs,
  };
  return decideStart(decision, start, now);
}

/** The network recognises a payment without the customer by the first one of its series. */
function meansInSeries(means: Means, { agreement }: AgreementUse): Means {
  if (means.kind !== 'card') return means;
  return { ...means, networkTransactionId: agreement.networkTransactionId };
}

/** A payment that goes on after a decline. */
async function continuePending(
  parts: PaymentParts,
  decision: Decision,
  step: InstrumentStep,
  next: MethodStep | undefined,
  now: Now,
): Promise<InstrumentResult> {
  const { payment } = decision.loaded;
  assert(next !== undefined, 'a payment that waits after a decline has a method');
  const rejectCode = next.kind === 'refuse' ? next.rejectCode : refusalOf(step.recipient);
  if (rejectCode !== null) {
    return { decision: decideRefused(decision, step.details.options, rejectCode, {}, now) };
  }
  assert(next.kind !== 'refuse', 'a refusal has its code');
  if (next.kind === 'need') {
    const { missingFields } = next;
    return { decision: setPayment(decision, bumpVersion(payment)), missingFields };
  }
  refuseOtherProvider(parts, step);
  parts.processor.refuseWhenFull();
  await refuseTakenOrder(parts.store, payment);
  if (next.kind === 'authenticate') {
    return { decision: decideContinueAuthentication(decision, next.authentication, now) };
  }
  return { decision: authorize(parts, decision, step, next, factsOf(step, next), now) };
}

/** A named provider is used or refused; it is never replaced by another one. */
function refuseOtherProvider(
  parts: PaymentParts,
  { method, instrument, merchant, recipient }: InstrumentStep,
) {
  const named = instrument?.provider;
  if (!method || named === undefined) return;
  const preferred = preferredProviders(merchant.settings, method.method);
  const isFunding = recipient !== undefined;
  const choices = method.means.map((means) =>
    parts.providers.choose({ means, named, preferred, isFunding }),
  );
  const others = choices.filter(isNotOffered);
  if (others.length < choices.length) return;
  const names = others.flatMap((choice) => choice.names);
  throw invalid('instrument.provider', `must be ${names.join(' or ')}, or be left out`);
}

function isNotOffered(
  choice: ProviderChoice,
): choice is Extract<ProviderChoice, { kind: 'not-offered' }> {
  return choice.kind === 'not-offered';
}

/** A payment ends REJECTED, whether or not it could stay open. */
function decideEnd(
  decision: Decision,
  rejectCode: RejectCode,
  facts: PaymentFacts,
  now: Now,
): Decision {
  const isNew = decision.loaded.payment.status === 'NEW';
  return isNew
    ? decideRefuse(decision, rejectCode, facts, now)
    : decideReject(decision, rejectCode, now);
}

function factsOf(
  { instrument, method }: InstrumentStep,
  next: MethodStep | undefined,
): PaymentFacts {
  if (!instrument && !next) return {};
  return {
    ...(method ? { method: method.method } : {}),
    ...(instrument ? { instrumentType: instrument.type } : {}),
    ...(next ? next.shown : { cardMask: null, organization: null }),
  };
}
