// Payments by card: merges what the merchant sends with what the vault holds, authenticates the
// customer when required, and authorizes. Other methods that pay by card share these steps.

import { wrongStatus } from '../../core/machine.ts';
import { open } from '../../core/secret.ts';
import { present } from '../../core/json/present.ts';
import { organizationNames, organizations } from '../../cards/card-number.ts';
import type { Card, CardMeans } from '../../providers/means.ts';
import type { ProviderChoice } from '../../providers/registry.ts';
import { isSoftlyDeclined } from '../../providers/attempt.ts';
import { dropCode, type CardPart, type HeldPart, type Vault } from '../../vault/held-card.ts';
import type { Instrument } from '../instrument.ts';
import type {
  MethodNow,
  MethodParts,
  MethodRequest,
  MethodStep,
  NeedStep,
  PaymentMethod,
  ShownInstrument,
  StepAfterDecline,
} from '../method.ts';
import { digitsOf, readCard, type ReadyCard } from './card-instrument.ts';
import { afterSoftDecline, scaStep } from './sca.ts';

/** Card fields that may be sent without the type. */
const cardFields: ReadonlySet<string> = new Set([
  'instrumentNo',
  'expDate',
  'cvv',
  'holder',
  'cardMask',
  'provider',
]);

export function cardMethod(parts: MethodParts): PaymentMethod {
  return {
    method: 'CARD',
    types: ['CARD'],
    means: ['PAN'],
    fits: () => null,
    options: () =>
      organizations.map((code) => ({
        provider: nameOf(parts.providers.choose({ means: 'PAN' })),
        code,
        id: null,
        name: organizationNames[code],
        iconUrl: null,
        status: 'ENABLED',
        minMinor: null,
        maxMinor: null,
        hours: null,
      })),
    typeOf: (fields) => (fields.every((name) => cardFields.has(name)) ? 'CARD' : undefined),
    start: (request, now) => startCard(parts, request, now),
    async afterDecline({ payment, attempts, attempt, finding, details }, now) {
      const isSoft = finding.rejectCode === 'SCA_REQUIRED';
      const isSecond = attempts.some(isSoftlyDeclined);
      if (!isSoft || isSecond || !payment.cardHeld) return undefined;
      const [held, latest, given] = await Promise.all([
        parts.vault.find(payment, now.at, {
          actor: `provider:${attempt.provider}`,
          reason: 'AFTER_DECLINE',
        }),
        parts.threeds.store.latest(payment),
        details(),
      ]);
      const step =
        held && afterSoftDecline(parts, { payment, card: held.card, details: given }, latest, now);
      return step && asAfterDecline(step);
    },
  };
}

function nameOf(choice: ProviderChoice): string | null {
  return choice.kind === 'chosen' ? choice.provider.name : null;
}

function asAfterDecline(step: NonNullable<ReturnType<typeof afterSoftDecline>>): StepAfterDecline {
  return step.kind === 'device' ? { kind: 'need', dataRequest: 'DEVICE' } : step;
}

/** What an acquirer receives of a card with its number. */
export function cardMeans(card: Card, other: Pick<CardMeans, 'threeDS' | 'exemption'>): CardMeans {
  const plain = { numberType: 'PAN', cryptogram: null, networkTransactionId: null } as const;
  return { kind: 'card', card, ...plain, ...other };
}

async function startCard(
  parts: MethodParts,
  request: MethodRequest,
  now: MethodNow,
): Promise<MethodStep> {
  const { payment, customerPresent, isWhole } = request;
  const use = { actor: request.actor, reason: 'COMPLETE' } as const;
  const held = payment.cardHeld ? await parts.vault.findPart(payment, now.at, use) : undefined;
  if (payment.status === 'PENDING') return continueAfterDecline(parts, request, held, now);
  const instrument = mergeInstrument(request, held);
  const read = readCard(instrument, { at: now.at, customerPresent, cards: parts.cards, isWhole });
  const { shown } = read;
  if (read.kind === 'refused') return { kind: 'refuse', rejectCode: read.rejectCode, shown };
  const hold = holder(parts.vault, request, held, shown, now);
  if (read.kind === 'part') return hold('INSTRUMENT', read.part, read.missingFields);
  if (read.needsCode) return hold('CARD_CVV', read.card, ['instrument.cvv']);
  return authenticateOrAuthorize(parts, request, read, hold, now);
}

type Hold = (
  dataRequest: NeedStep['dataRequest'],
  part: CardPart,
  missingFields: readonly string[],
) => Promise<NeedStep>;

/** Holds what is known of the card in the vault until the rest is sent. */
function holder(
  vault: Vault,
  { payment, instrument }: MethodRequest,
  held: HeldPart | undefined,
  shown: ShownInstrument,
  now: MethodNow,
): Hold {
  return async (dataRequest, part, missingFields) => {
    const isAny = Object.values(part).some((value) => value !== null);
    const until = codeUntil(instrument, held);
    const row = isAny ? await vault.seal(payment, part, now.at, until) : null;
    return { kind: 'need', dataRequest, missingFields, shown, held: row };
  };
}

/** A code that was held before keeps its expiry. */
function codeUntil(instrument: Instrument | undefined, held: HeldPart | undefined) {
  return instrument?.cvv === undefined ? (held?.cvvUntil ?? null) : undefined;
}

/** The card is complete: authenticates the customer next, if required. */
async function authenticateOrAuthorize(
  parts: MethodParts,
  request: MethodRequest,
  { card, shown }: ReadyCard,
  hold: Hold,
  now: MethodNow,
): Promise<MethodStep> {
  const { payment, merchant, details, customerPresent } = request;
  const step = scaStep(parts, { payment, merchant, card, details, customerPresent }, now);
  if (step.kind === 'device') return hold('DEVICE', card, step.fields);
  const fingerprint = customerPresent
    ? null
    : parts.vault.fingerprint(payment.merchantId, card.number);
  const isKept = step.kind === 'authenticate' || step.mayBeRequired || payment.tokenizerId !== null;
  const { held: row } = isKept ? await hold('DEVICE', card, []) : { held: null };
  if (step.kind === 'authenticate' && row) {
    return {
      kind: 'authenticate',
      authentication: step.authentication,
      shown,
      held: row,
      fingerprint,
    };
  }
  const exemption = step.kind === 'authorize' ? step.exemption : null;
  return {
    kind: 'authorize',
    means: cardMeans(card, { threeDS: null, exemption }),
    shown,
    held: row && dropCode(row),
    fingerprint,
    exemption,
    waitUntil: null,
  };
}

/** After a soft decline the card is fixed; only device data is missing. */
async function continueAfterDecline(
  parts: MethodParts,
  { payment, instrument, details }: MethodRequest,
  held: HeldPart | undefined,
  now: MethodNow,
): Promise<MethodStep> {
  const { number = null, expiry = null } = held ?? {};
  if (instrument) {
    throw wrongStatus('The payment is PENDING with dataRequest DEVICE; send device data only.');
  }
  if (!held || !number || !expiry) {
    throw wrongStatus('The card of this payment is no longer stored. Make a new payment.');
  }
  const card = { ...held, number, expiry };
  const latest = await parts.threeds.store.latest(payment);
  const step = afterSoftDecline(parts, { payment, card, details }, latest, now);
  const shown = { cardMask: null, organization: null };
  if (!step) return { kind: 'refuse', rejectCode: 'SCA_REQUIRED', shown };
  if (step.kind === 'device') {
    return { kind: 'need', dataRequest: 'DEVICE', missingFields: step.fields, shown, held: null };
  }
  const row = await parts.vault.seal(payment, held, now.at, held.cvvUntil);
  return { ...step, shown, held: row, fingerprint: null };
}

/**
 * The held card, completed with the given fields. Another number is another card: nothing of the
 * previous one is used for it.
 */
function mergeInstrument(
  { instrument, isWhole }: MethodRequest,
  held: CardPart | undefined,
): Instrument {
  const before = held && instrumentOf(held);
  if (!instrument) return before ?? { type: 'CARD' };
  if (isWhole) return instrument;
  const isOther =
    before?.instrumentNo !== undefined &&
    instrument.instrumentNo !== undefined &&
    before.instrumentNo !== digitsOf(instrument.instrumentNo);
  return { ...(isOther ? {} : before), ...instrument };
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
