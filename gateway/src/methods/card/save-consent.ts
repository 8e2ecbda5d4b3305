// The consent of the customer to save the card of the current try.

import { isoTime } from '../../core/clock.ts';
import type { MethodDetails, MethodPayment } from '../method.ts';

type Try = Pick<MethodPayment, 'tokenizerId' | 'refusedAt'>;

/**
 * Whether a tokenization takes the card if this try succeeds. A consent is valid for one try: when
 * the try is refused, the consent is no longer later than the last refusal.
 */
export function isCardSaved(
  { tokenizerId, refusedAt }: Try,
  { saveCard }: Pick<MethodDetails, 'saveCard'>,
): boolean {
  if (tokenizerId !== null) return true;
  if (saveCard === undefined) return false;
  return refusedAt === null || saveCard.agreedAt > isoTime(refusedAt);
}
