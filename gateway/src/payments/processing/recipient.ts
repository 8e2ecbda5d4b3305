// The recipient of an account funding payment when the payment goes on: its card must still be able
// to receive money.

import { canReceive, type CardKnowledge } from '../../cards/card-knowledge.ts';
import { assert } from '../../core/assert.ts';
import type { Instant } from '../../core/clock.ts';
import { open } from '../../core/secret.ts';
import { isPast } from '../../methods/card/card-instrument.ts';
import type { Funding } from '../../providers/provider.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { Actor } from '../../vault/audit/card-use.ts';
import type { CardToken } from '../../vault/card-token.store.ts';
import type { FoundRecipient } from '../../vault/held-recipient.ts';
import { relyOnToken, type Decision } from '../decisions/decision.ts';
import type { PaymentParts } from './parts.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import type { PaymentKey } from '../loading/payment.store.ts';

/** What the provider gets, or why the recipient cannot be paid. */
export type FundingUse =
  | { readonly kind: 'ready'; readonly funding: Funding; readonly token: CardToken | null }
  | { readonly kind: 'refused'; readonly rejectCode: RejectCode };

/** Null: the card can receive money. */
export function rejectionOf(
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
  const rejectCode = rejectionOf(cards, found, clock.now());
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

/** The recipient that the vault holds for an account funding payment. */
export async function heldRecipient(
  parts: Pick<PaymentParts, 'vault' | 'store' | 'cards' | 'clock'>,
  payment: PaymentKey,
  actor: Actor,
): Promise<FundingUse> {
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

/** A stored card that is discarded at the same time receives nothing. */
export function relyOnRecipient(
  decision: Decision,
  use: FundingUse | undefined,
  payer: CardToken | null | undefined,
): Decision {
  const isPayers = use?.kind !== 'ready' || use.token?.tokenId === payer?.tokenId;
  return isPayers ? decision : relyOnToken(decision, use.token);
}
