// The instrument of a request, at creation or later, decides how the payment goes on: refused
// early, waiting for more data, or started. The payment method decides which.

import { assert } from '../../core/assert.ts';
import { invalid } from '../../core/refusals.ts';
import type { DepsOf } from '../../http/endpoint.ts';
import { possibleProviders } from '../../merchants/preferred-providers.ts';
import { instrumentFields } from '../../methods/instrument-schema.ts';
import { refuseForeignFields } from '../../methods/instrument.ts';
import { nothingShown, type MethodStep } from '../../methods/method-step.ts';
import type { ProviderChoice } from '../../providers/registry.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { bumpVersion, type PaymentFacts } from '../model/advance.ts';
import { decideEnd, decideRefused } from '../decisions/another-try.ts';
import { dropInstrument, setPayment, type Decision } from '../decisions/decision.ts';
import { decideWait } from '../decisions/register.ts';
import { isFunding, waitsForTry, type Payment } from '../model/payment.ts';
import { earlyRefusal } from './early-refusal.ts';
import type { InstrumentRequest } from '../features/feature.ts';
import { continuePayment, startPayment } from './start-payment.ts';

export interface InstrumentResult {
  readonly decision: Decision;
  /** The fields that the payment waits for, as far as they are known. */
  readonly missingFields?: readonly string[];
}

type InstrumentDeps = DepsOf<typeof earlyRefusal | typeof startPayment>;

/** For a payment that is registered in the same entry, or for a waiting one. */
export async function instrumentStep(
  deps: InstrumentDeps,
  decision: Decision,
  request: InstrumentRequest,
): Promise<InstrumentResult> {
  const { details, now } = request;
  const { payment, attempts } = decision.loaded;
  const { instrument, method } = request;
  if (instrument && method) {
    const { fields = [] } = method.instruments[instrument.type] ?? {};
    refuseForeignFields(fields, instrumentFields, instrument);
  }
  const next = await method?.start({ ...request, payment, attempts }, now);
  const isPending = payment.status === 'PENDING' && !waitsForTry(payment);
  if (isPending) return afterDecline(deps, decision, request, next);
  const facts = factsOf(request, next);
  const early = await earlyRefusal(deps, decision, request);
  if (early?.isFinal) return { decision: decideEnd(decision, early.rejectCode, facts, now) };
  const rejectCode = early?.rejectCode ?? refusalOf(request) ?? methodRefusal(next);
  if (rejectCode !== null) {
    return { decision: decideRefused(decision, details.options, rejectCode, facts, now) };
  }
  refuseOtherProvider(deps, request);
  if (!next || next.kind === 'refuse') return { decision: decideWait(decision, {}, null, now) };
  if (next.kind !== 'need') {
    return { decision: await startPayment(deps, decision, request, next, facts) };
  }
  const { dataRequest, missingFields, held } = next;
  next.record?.(decision.draft);
  const isReplaced = !held && isOtherType(request, payment);
  const kept = isReplaced ? dropInstrument(decision) : decision;
  return { decision: decideWait(kept, { ...facts, dataRequest }, held, now), missingFields };
}

/** A payment that goes on after a decline. */
async function afterDecline(
  deps: InstrumentDeps,
  decision: Decision,
  request: InstrumentRequest,
  next: MethodStep | undefined,
): Promise<InstrumentResult> {
  const { details, now } = request;
  assert(next !== undefined, 'a payment that waits after a decline has a method');
  const rejectCode = methodRefusal(next) ?? refusalOf(request);
  if (rejectCode !== null) {
    return { decision: decideRefused(decision, details.options, rejectCode, {}, now) };
  }
  assert(next.kind !== 'refuse', 'a refusal has its code');
  if (next.kind === 'need') {
    const { missingFields } = next;
    return { decision: setPayment(decision, bumpVersion(decision.loaded.payment)), missingFields };
  }
  refuseOtherProvider(deps, request);
  const facts = factsOf(request, next);
  return { decision: await continuePayment(deps, decision, request, next, facts) };
}

function methodRefusal(next: MethodStep | undefined): RejectCode | null {
  return next?.kind === 'refuse' ? next.rejectCode : null;
}

/** Why a feature refuses the payment. */
function refusalOf({ uses }: InstrumentRequest): RejectCode | null {
  return uses.find(({ rejectCode }) => rejectCode)?.rejectCode ?? null;
}

/** What is held belongs to the type of the payment, so a card never becomes one of a wallet. */
function isOtherType({ instrument }: InstrumentRequest, payment: Payment): boolean {
  return instrument !== undefined && instrument.type !== payment.instrumentType;
}

function factsOf(
  { instrument, method }: InstrumentRequest,
  next: MethodStep | undefined,
): PaymentFacts {
  if (!instrument && !next) return {};
  return {
    ...(method ? { method: method.name } : {}),
    ...(instrument ? { instrumentType: instrument.type } : {}),
    ...(next?.shown ?? nothingShown),
  };
}

/** A provider that the instrument names is used or refused; it is never replaced by another one. */
function refuseOtherProvider(
  { providers }: Pick<PaymentParts, 'providers'>,
  { method, instrument, merchant, payment }: InstrumentRequest,
): void {
  const named = instrument?.provider;
  if (!method || named === undefined) return;
  const preferred = possibleProviders(merchant.settings, method.name);
  const choices = method.means.map((means) =>
    providers.choose({ means, named, preferred, isFunding: isFunding(payment) }),
  );
  const others = choices.filter(isNotOffered);
  if (others.length < choices.length) return;
  const names = [...new Set(others.flatMap((choice) => choice.names))];
  throw invalid('instrument.provider', `must be ${names.join(' or ')}, or be left out`);
}

function isNotOffered(
  choice: ProviderChoice,
): choice is Extract<ProviderChoice, { kind: 'not-offered' }> {
  return choice.kind === 'not-offered';
}
