// The recipient of an account funding payment: read and checked at creation, held in the vault, and
// read again when the payment goes on. Its card must be able to receive money.

import { canReceive, type CardKnowledge } from '../../cards/card-knowledge.ts';
import { maskOf } from '../../cards/card-number.ts';
import { assert } from '../../core/assert.ts';
import type { Instant } from '../../core/clock.ts';
import { present } from '../../core/json/present.ts';
import { invalid, Refusal, refuse } from '../../core/refusals.ts';
import { open, secret } from '../../core/secret.ts';
import { isPast, wholeDigits } from '../../methods/card/card-instrument.ts';
import type { Funding } from '../../providers/provider.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { Actor } from '../../vault/audit/card-use.ts';
import type { CardToken } from '../../vault/card-token.store.ts';
import type { FoundRecipient } from '../../vault/held-recipient.ts';
import { heldRecipients, type HeldRecipientRow } from '../../vault/held-recipient.store.ts';
import { relyOnToken, type Decision } from '../decisions/decision.ts';
import type { RecipientData, ShownRecipient } from '../fields/funding.ts';
import type { PaymentParts } from '../parts.ts';
import { isFunding, type Payment } from '../payment.ts';
import type { PaymentDetails } from '../payment-details.ts';

/** What the provider gets, or why the recipient cannot be paid. */
export type FundingUse =
  | { readonly kind: 'ready'; readonly funding: Funding; readonly token: CardToken | null }
  | { readonly kind: 'refused'; readonly rejectCode: RejectCode };

/** The recipient of a new payment, with what is stored of it. */
export interface NewRecipient {
  readonly shown: ShownRecipient;
  readonly found: FoundRecipient | undefined;
  /** Null: the recipient cannot be paid, so nothing is held. */
  readonly row: HeldRecipientRow | null;
}

type PaymentKey = Pick<Payment, 'merchantId' | 'paymentId'>;
type FundingParts = Pick<PaymentParts, 'vault' | 'store' | 'cards' | 'clock'>;

/** Undefined: the request has no recipient. Refuses malformed fields by name. */
export async function readRecipient(
  parts: PaymentParts,
  sent: RecipientData | undefined,
  key: PaymentKey,
  actor: Actor,
): Promise<NewRecipient | undefined> {
  if (!sent) return undefined;
  const { type, instrumentNo } = await openInstrument(parts, sent.instrument);
  if (instrumentNo === undefined) {
    throw invalid('recipient.instrument.instrumentNo', `is required for type ${type}`);
  }
  const found =
    type === 'CARD'
      ? { number: secret(numberOf(instrumentNo)), token: null }
      : await findStored(parts, key, instrumentNo, actor);
  const at = parts.clock.now();
  const cardMask = found && (found.token?.cardMask ?? maskOf(open(found.number)));
  const instrument = { type, ...present({ cardMask }) };
  const shown = { instrument, ...present({ name: sent.name }) };
  const isPayable = found && rejection(parts.cards, found, at) === null;
  const row = isPayable ? await parts.vault.recipients.seal(key, cardOf(found), at) : null;
  return { shown, found, row };
}

function cardOf({ number, token }: FoundRecipient) {
  return token ? { number: null, tokenId: token.tokenId } : { number, tokenId: null };
}

/** Errors of encrypted fields name the field of the recipient. */
async function openInstrument(
  { openFields }: PaymentParts,
  instrument: RecipientData['instrument'],
) {
  try {
    return await openFields(instrument);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const details = error.details.map((one) => ({ ...one, field: `recipient.${one.field}` }));
    return refuse(error.code, details);
  }
}

function numberOf(instrumentNo: string): string {
  const digits = wholeDigits(instrumentNo);
  if (digits !== undefined) return digits;
  throw invalid('recipient.instrument.instrumentNo', 'is not a card number; check its digits');
}

const PRINTABLE = /^[\x20-\x7e]*$/;

/** Unknown, discarded and suspended tokens, and those of another merchant, cannot be told apart. */
async function findStored(
  { tokens, vault }: PaymentParts,
  key: PaymentKey,
  tokenNumber: string,
  actor: Actor,
): Promise<FoundRecipient | undefined> {
  const { merchantId } = key;
  const token = PRINTABLE.test(tokenNumber)
    ? await tokens.findByNumber(merchantId, tokenNumber)
    : undefined;
  const isUsable =
    token?.merchantId === merchantId && token.type === 'COF' && token.status === 'ACTIVE';
  return isUsable ? vault.recipients.open(token, key, { actor, reason: 'LOOK_UP' }) : undefined;
}

/** Null: the card can receive money. */
function rejection(
  cards: CardKnowledge,
  { number, token }: FoundRecipient,
  at: Instant,
): RejectCode | null {
  const digits = open(number);
  if (cards.isRefusedTestCard(digits)) return 'TEST_CARD';
  const isExpired = token !== null && isPast(token.expDate, at);
  return canReceive(cards, digits) && !isExpired ? null : 'RECIPIENT_CARD_NOT_SUPPORTED';
}

/** What a step of the payment does with its recipient. */
export function useRecipient(
  { cards, clock }: Pick<PaymentParts, 'cards' | 'clock'>,
  found: FoundRecipient | undefined,
  { options, recipient }: PaymentDetails,
): FundingUse {
  if (!found) return { kind: 'refused', rejectCode: 'RECIPIENT_TOKEN_NOT_ACTIVE' };
  const rejectCode = rejection(cards, found, clock.now());
  if (rejectCode !== null) return { kind: 'refused', rejectCode };
  assert(options?.purposeCode !== undefined, 'account funding has a purpose');
  const funding = {
    purposeCode: options.purposeCode,
    fundSource: options.fundSource ?? null,
    fundSourceRef: options.fundSourceRef ?? null,
    recipient: { number: found.number, name: recipient?.name ?? null },
  };
  return { kind: 'ready', funding, token: found.token };
}

/** The recipient that the vault holds for this payment; undefined for other payments. */
export async function heldRecipient(
  parts: FundingParts,
  payment: Payment,
  actor: Actor,
): Promise<FundingUse | undefined> {
  if (!isFunding(payment)) return undefined;
  const { merchantId, paymentId } = payment;
  const [found, details] = await Promise.all([
    parts.vault.recipients.find(payment, { actor, reason: 'AUTHORIZE' }),
    parts.store.details(merchantId, paymentId),
  ]);
  return useRecipient(parts, found, details);
}

/** Why the recipient cannot be paid; null: it can, or there is none. */
export function refusalOf(use: FundingUse | undefined): RejectCode | null {
  return use?.kind === 'refused' ? use.rejectCode : null;
}

/** The row of a new recipient, in the entry that registers the payment. */
export function holdRecipient({ draft }: Decision, recipient: NewRecipient | undefined): void {
  if (recipient?.row) draft.insert(heldRecipients, recipient.row);
}

/** A stored card that is discarded at the same time receives nothing. */
export function relyOnRecipient(
  decision: Decision,
  use: FundingUse | undefined,
  payer: CardToken | null | undefined,
): void {
  if (use?.kind !== 'ready' || use.token?.tokenId === payer?.tokenId) return;
  relyOnToken(decision, use.token);
}
