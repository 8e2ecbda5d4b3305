// The step every instrument goes through, at creation or later: refused early, held in the vault
// until the rest is given, or sent on its way to the provider.

import type { Card } from '../../acquirers/acquirer.ts';
import type { RejectCode } from '../../acquirers/reject-codes.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { methodOfType, type Instrument } from '../../methods/instrument.ts';
import type { Prepared, ReadyCard } from '../../methods/method.ts';
import { methodFor } from '../../methods/registry.ts';
import type { Facts } from '../advance.ts';
import type { Decision, Now } from '../decisions/decision.ts';
import { decideKeepWaiting, decideRefuse, decideStart, decideWait } from '../decisions/register.ts';
import type { PaymentParts } from '../parts.ts';
import type { Payment } from '../payment.ts';

export interface InstrumentStep {
  readonly instrument: Instrument | undefined;
  readonly merchant: Merchant;
  readonly customerPresent: boolean;
}

export interface Stepped {
  readonly decision: Decision;
  /** The card for the provider call, when one begins. */
  readonly card?: Card;
}

/** For a payment being registered in this very entry. */
export async function firstStep(
  parts: PaymentParts,
  registered: Decision,
  step: InstrumentStep,
  now: Now,
): Promise<Stepped> {
  const { payment } = registered.loaded;
  const prepared = prepare(step, now);
  const early = earlyRefusal(step, payment, prepared);
  if (early) {
    return { decision: decideRefuse(registered, early, factsOf(step, prepared), now) };
  }
  if (prepared?.kind !== 'card') return { decision: decideWait(registered, {}, undefined) };
  if (prepared.missing === null) return start(parts, registered, step, prepared, now);
  const facts: Facts = { ...factsOf(step, prepared), dataRequest: prepared.missing };
  const row = await parts.vault.sealed(payment, prepared.card, now.at);
  return { decision: decideWait(registered, facts, row) };
}

/** For a payment that waits; `held` tells whether the vault has card data of it already. */
export async function nextStep(
  parts: PaymentParts,
  waiting: Decision,
  step: InstrumentStep,
  held: boolean,
  now: Now,
): Promise<Stepped> {
  const { payment } = waiting.loaded;
  const prepared = prepare(step, now);
  const early = earlyRefusal(step, payment, prepared);
  if (early) return { decision: decideRefuse(waiting, early, factsOf(step, prepared), now) };
  if (prepared?.kind !== 'card') {
    return { decision: decideKeepWaiting(waiting, {}, undefined, now) };
  }
  if (prepared.missing === null) return start(parts, waiting, step, prepared, now);
  const facts: Facts = { ...factsOf(step, prepared), dataRequest: prepared.missing };
  const row = await parts.vault.sealed(payment, prepared.card, now.at);
  return { decision: decideKeepWaiting(waiting, facts, { row, isNew: !held }, now) };
}

function start(
  parts: PaymentParts,
  decision: Decision,
  step: InstrumentStep,
  prepared: ReadyCard,
  now: Now,
): Stepped {
  const provider = parts.acquirers.choose(decision.loaded.payment.merchantId).name;
  const { firstLookMs } = parts;
  const facts = factsOf(step, prepared);
  const started = decideStart(decision, { provider, facts, firstLookMs }, now);
  return { decision: started, card: prepared.card };
}

function prepare(step: InstrumentStep, now: Now): Prepared | undefined {
  const { instrument, customerPresent } = step;
  if (!instrument) return undefined;
  return methodFor(instrument.type)?.prepare(instrument, { at: now.at, customerPresent });
}

/** Reasons that end a payment before any provider is asked, in the order they are checked. */
function earlyRefusal(
  { merchant: { settings }, instrument }: InstrumentStep,
  payment: Payment,
  prepared: Prepared | undefined,
): RejectCode | undefined {
  if (!settings.channels.includes(payment.channel)) return 'CHANNEL_NOT_SUPPORTED';
  if (settings.currencies.length > 0 && !settings.currencies.includes(payment.currency)) {
    return 'CURRENCY_NOT_SUPPORTED';
  }
  const method = instrument ? methodOfType[instrument.type] : payment.method;
  if (method !== null && !settings.methods.includes(method)) return 'METHOD_NOT_SUPPORTED';
  if (instrument && !prepared) return 'METHOD_NOT_SUPPORTED';
  return prepared?.kind === 'refused' ? prepared.rejectCode : undefined;
}

function factsOf({ instrument }: InstrumentStep, prepared: Prepared | undefined): Facts {
  if (!instrument) return {};
  return {
    method: methodOfType[instrument.type],
    instrumentType: instrument.type,
    cardMask: prepared?.cardMask ?? null,
    organization: prepared?.organization ?? null,
  };
}
