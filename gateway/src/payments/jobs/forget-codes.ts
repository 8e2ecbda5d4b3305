// Wipes expired security codes from the vault, even if the payment is never continued. Decided
// under the payment's version, like every change of what the vault holds.

import type { TimeAndIds } from '../../core/id.ts';
import type { DepsOf } from '../../http/endpoint.ts';
import {
  advanceSilently,
  changeBeside,
  newDecision,
  type Decision,
} from '../decisions/decision.ts';
import type { Loaded } from '../model/payment.ts';
import { heldCards, type CardKey, type HeldCardRow } from '../../vault/held-card.store.ts';
import { dropCode } from '../../vault/held-card.ts';
import { isCodeDue } from '../../vault/sealed-card.ts';
import type { PaymentParts } from '../processing/parts.ts';

/** Returns how many codes were due. */
export async function forgetCodes(
  parts: Pick<PaymentParts, 'vault' | 'clock'> & DepsOf<typeof forgetOne>,
  limit: number,
): Promise<number> {
  const due = await parts.vault.dueCodes(parts.clock.now(), limit);
  await Promise.all(due.map((key) => forgetOne(parts, key)));
  return due.length;
}

/** The code was removed or replaced. */
class NotDue extends Error {}

async function forgetOne(
  parts: Pick<PaymentParts, 'processor' | 'vault' | 'log'>,
  key: CardKey,
): Promise<void> {
  try {
    await parts.processor.change(key, async (loaded, now) => {
      const row = await parts.vault.row(key);
      if (!row || !isCodeDue(row, now.at)) throw new NotDue();
      return decideForget(loaded, row, now);
    });
  } catch (error) {
    if (error instanceof NotDue) return;
    parts.log.error({ err: error, paymentId: key.paymentId }, 'a security code was not deleted');
  }
}

/** A payment that waits for device data requests the code again; others continue without it. */
function decideForget(loaded: Loaded, row: HeldCardRow, now: TimeAndIds): Decision {
  const { payment } = loaded;
  const asksAgain = payment.status === 'NEW' && payment.dataRequest === 'DEVICE';
  const decision = asksAgain
    ? advanceSilently(newDecision(loaded), 'wait', { dataRequest: 'CARD_CVV' }, now)
    : changeBeside(loaded);
  decision.draft.update(heldCards, dropCode(row));
  return decision;
}
