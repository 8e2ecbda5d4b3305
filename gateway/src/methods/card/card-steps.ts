// The steps that all payments by card share, whether the card is given by number or stored: hold
// what is known, authenticate the customer when required, authorize.

import type { TimeAndIds } from '../../core/id.ts';
import { wrongStatus } from '../../core/machine.ts';
import type { Card } from '../../providers/means.ts';
import { dropCode, type Vault } from '../../vault/held-card.ts';
import type { CardPart, HeldPart } from '../../vault/sealed-card.ts';
import type { CardToken } from '../../vault/card-token.store.ts';
import type { Instrument } from '../instrument.ts';
import type { MethodParts, MethodRequest } from '../method.ts';
import {
  needStep,
  nothingShown,
  refuseStep,
  type MethodStep,
  type NeedStep,
  type ShownInstrument,
} from '../method-step.ts';
import { cardMeans } from './card-means.ts';
import { isCardSaved } from './save-consent.ts';
import { afterSoftDecline, fingerprintOf, latestOfTry, scaStep } from './sca/sca.ts';

/** A complete card; `token` is the stored card that it was read from. */
interface CompleteCard {
  readonly card: Card;
  readonly token: CardToken | null;
  readonly shown: ShownInstrument;
}

type Hold = (
  dataRequest: NeedStep['dataRequest'],
  part: CardPart,
  missingFields: readonly string[],
) => Promise<NeedStep>;

/**
 * Holds what is known of the card in the vault until the rest is sent. Of a stored card only its
 * token and the security code are held.
 */
export function holder(
  vault: Vault,
  { payment, instrument }: MethodRequest,
  held: HeldPart | undefined,
  { token, shown }: Pick<CompleteCard, 'token' | 'shown'>,
  now: TimeAndIds,
): Hold {
  return async (dataRequest, part, missingFields) => {
    const until = codeUntil(instrument, held);
    const isAny = Object.values(part).some((value) => value !== null);
    const { merchantId, paymentId } = payment;
    const sealRow = (): ReturnType<Vault['seal']> =>
      token
        ? vault.sealCode({ merchantId, paymentId, tokenId: token.tokenId }, part.cvv, now.at, until)
        : vault.seal(payment, part, now.at, until);
    const row = token || isAny ? await sealRow() : null;
    return { kind: 'need', dataRequest, missingFields, shown, held: row };
  };
}

/** A code that was held before keeps its expiry. */
function codeUntil(instrument: Instrument | undefined, held: HeldPart | undefined) {
  return instrument?.cvv === undefined ? (held?.cvvUntil ?? null) : undefined;
}

/** The card is complete: authenticates the customer next, if required. */
export async function authenticateOrAuthorize(
  parts: MethodParts,
  request: MethodRequest,
  { card, token, shown }: CompleteCard,
  hold: Hold,
  now: TimeAndIds,
): Promise<MethodStep> {
  const { payment, merchant, details, customerPresent } = request;
  const step = scaStep(parts, { payment, merchant, card, token, details, customerPresent }, now);
  if (step.kind === 'device') return hold('DEVICE', card, step.fields);
  const fingerprint = customerPresent ? null : fingerprintOf(parts.vault, payment, { card, token });
  const isSaved = isCardSaved(payment, details);
  const isKept = step.kind === 'authenticate' || step.mayBeRequired || isSaved;
  const { held: row } = isKept ? await hold('DEVICE', card, []) : { held: null };
  if (step.kind === 'authenticate' && row) {
    const { authentication } = step;
    return { kind: 'authenticate', authentication, shown, held: row, fingerprint, token };
  }
  const exemption = step.kind === 'authorize' ? step.exemption : null;
  return {
    kind: 'authorize',
    means: cardMeans(card, token, { threeDS: null, exemption }),
    shown,
    held: row && dropCode(row),
    fingerprint,
    exemption,
    waitUntil: null,
    token,
  };
}

/** After a soft decline the card is fixed; only device data is missing. */
export async function continueAfterDecline(
  parts: MethodParts,
  { payment, instrument, details, actor }: MethodRequest,
  now: TimeAndIds,
): Promise<MethodStep> {
  if (instrument) {
    throw wrongStatus('The payment is PENDING with dataRequest DEVICE; send device data only.');
  }
  const held = payment.cardHeld
    ? await parts.vault.find(payment, now.at, { actor, reason: 'COMPLETE' })
    : undefined;
  if (!held) {
    throw wrongStatus('The card of this payment is no longer stored. Make a new payment.');
  }
  const { card, token, row } = held;
  const latest = await latestOfTry(parts.threeds, payment);
  const step = afterSoftDecline(parts, { payment, card, token, details }, latest, now);
  if (!step) return refuseStep('SCA_REQUIRED');
  if (step.kind === 'device') return needStep('DEVICE', step.fields);
  return { ...step, shown: nothingShown, held: row, fingerprint: null, token };
}
