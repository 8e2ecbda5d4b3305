// Removes the card that a finished payment has kept for a tokenization that no longer takes it.

import { bumpVersion } from '../../payments/model/advance.ts';
import {
  dropInstrument,
  newDecision,
  setPayment,
  type Decision,
} from '../../payments/decisions/decision.ts';
import { isUnfinished, type Loaded, type Payment } from '../../payments/model/payment.ts';
import { setCheck } from '../../payments/model/tokenization-check.ts';
import { Draft } from '../../journal/entry.ts';
import type { TokenizerParts } from '../parts.ts';
import type { Tokenization } from '../tokenization.ts';
import type { StepResult } from './commit-step.ts';

export async function releaseCard(
  parts: Pick<TokenizerParts, 'journal'>,
  of: Tokenization,
  payment: Payment | undefined,
): Promise<StepResult> {
  // The payment itself may still need its card.
  if (payment && isUnfinished(payment)) return 'done';
  const isHeld = payment?.cardHeld === true;
  const draft = isHeld
    ? withoutCard({ payment, attempts: [], transactions: [] }).draft
    : new Draft();
  setCheck(draft, of, null);
  const result = await parts.journal.commit(draft);
  // Without a card nothing of the entry depends on what was read: both have ended.
  return !isHeld || result.kind === 'committed' ? 'done' : 'again';
}

/** The payment without its card, under its version. */
export function withoutCard(loaded: Loaded): Decision {
  const dropped = dropInstrument(newDecision(loaded));
  return setPayment(dropped, bumpVersion(dropped.loaded.payment));
}
