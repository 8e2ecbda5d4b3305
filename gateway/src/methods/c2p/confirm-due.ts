// Reports the results of Click to Pay checkouts: the row says what is to be reported, the call is
// made without a transaction, and the answer is recorded. Without an answer it is repeated, with
// growing pauses; the call is safe to repeat.

import type { Clock } from '../../core/clock.ts';
import type { Failpoints } from '../../core/failpoint.ts';
import type { Database } from '../../storage/database.ts';
import type { ClickToPay } from '../../wallets/wallet-services.ts';
import { claimDue, finishConfirmation, type DueConfirmation } from './confirmation.store.ts';

interface ConfirmParts {
  readonly database: Database;
  readonly clickToPay: Pick<ClickToPay, 'confirm'>;
  readonly clock: Clock;
  readonly failpoints: Failpoints;
  readonly log: { warn(facts: object, message: string): void };
}

/** For a job; returns how many were reported. */
export async function confirmDue(parts: ConfirmParts, limit: number): Promise<number> {
  const due = await claimDue(parts.database, parts.clock.now(), limit);
  await Promise.all(due.map((one) => confirm(parts, one)));
  return due.length;
}

const successful: readonly string[] = ['COMPLETED', 'SETTLED'];

async function confirm(parts: ConfirmParts, due: DueConfirmation): Promise<void> {
  const { database, clickToPay, failpoints, log } = parts;
  const { correlationId, dpaId, paymentId, amountMinor, currency, status, method } = due;
  // A customer who has left Click to Pay may have paid the same payment with another method.
  const isSuccess = method === 'C2P' && successful.includes(status);
  await failpoints.reach('confirmation.claimed');
  const what = { correlationId, dpaId, paymentId, isSuccess, amountMinor, currency };
  const answer = await clickToPay.confirm(what);
  await failpoints.reach('confirmation.sent');
  if (answer === 'unknown') return;
  if (answer === 'refused') {
    const { merchantId, tries } = due;
    log.warn({ merchantId, paymentId, tries }, 'a Click to Pay confirmation was refused');
  }
  await finishConfirmation(database, due, answer === 'confirmed' ? 'CONFIRMED' : 'REFUSED');
}
