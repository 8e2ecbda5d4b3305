// A card number that is compared with one that the gateway knows: each answer tells whether it was
// guessed, so wrong numbers are counted for the series, the merchant and the address.

import type { Origin } from '../../http/caller.ts';
import { addressKey } from '../../http/admission/address.ts';
import type { Budget } from '../../http/budget/budget.store.ts';
import type { AuthorizeStep } from '../../methods/method-step.ts';
import { isAgreedCard, type Agreement } from '../model/agreement.ts';
import type { PaymentParts } from '../processing/parts.ts';

/** Wrong numbers of one address, in the whole installation. */
export function addressGuesses({ address }: Origin): Budget {
  return { merchantId: '', kind: 'ADDRESS_GUESSES', subject: addressKey(address) };
}

/**
 * A card number of a payment without the customer: after some wrong ones the right one is refused
 * as well. A token and a wallet are no guesses.
 */
export async function countGuess(
  { budgets }: Pick<PaymentParts, 'budgets'>,
  agreement: Agreement,
  { token, fingerprint }: Pick<AuthorizeStep, 'token' | 'fingerprint'>,
  origin: Origin,
): Promise<void> {
  if (token || fingerprint === null) return;
  const { merchantId, paymentId } = agreement;
  await budgets.guess({
    budget: { merchantId, kind: 'AGREEMENT_GUESSES', subject: paymentId },
    others: [{ merchantId, kind: 'MERCHANT_GUESSES', subject: '' }, addressGuesses(origin)],
    isWrong: !isAgreedCard(agreement, fingerprint),
    code: 'TOO_MANY_WRONG_CARDS',
    use: { merchantId, paymentId, caller: origin.caller },
  });
}
