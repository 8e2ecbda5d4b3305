// Removes the card that a finished payment has kept for a tokenization that no longer takes it.

import { bumpVersion } from '../../payments/model/advance.ts';
import { dropInstrument, newDecision, setPayment } from '../../payments/decisions/decision.ts';
import type { Decision } from '../../payments/decisions/decision.ts';
import type { Loaded, Payment } from '../../payments/model/payment.ts';
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
  if (payment && isLive(payment)) return 'done';
  if (!payment?.cardHeld) {
    // Nothing of the entry depends on what was read: the tokenization and its payment have ended.
    const draft = new Draft();
    setCheck(draft, of, null);
    await parts.journal.commit(draft);
    return 'done';
  }
  const { draft } = withoutCard({ payment, attempts: [], transactions: [] });
  setCheck(draft, of, null);
  const result = await parts.journal.commit(draft);
  return result.kind === 'committed' ? 'done' : 'again';
}

/** Whether the payment itself may still need its card. */
export function isLive({ status }: Payment): boolean {
  return status === 'NEW' || status === 'PENDING';
}

/** The payment without its card, under its version. */
export function withoutCard(loaded: Loaded): Decision {
  const dropped = dropInstrument(newDecision(loaded));
  return setPayment(dropped, bumpVersion(dropped.loaded.payment));
}
