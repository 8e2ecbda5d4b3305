// Records a deposit or a withdrawal with its transfer, once for each reference, also when two nodes
// record it at the same time. The balance constraint decides whether a withdrawal is covered.

import type { Ids } from '../core/id.ts';
import { refuse } from '../core/refusals.ts';
import { Draft } from '../journal/entry.ts';
import { addTransfer, balanceConstraint } from '../ledger/ledger.ts';
import { deposits, type Deposit, type DepositParts } from './deposit.ts';
import { findByReference } from './deposit.store.ts';

export type NewDeposit = Omit<Deposit, 'depositId' | 'createdAt'>;

/** Returns the record of the reference: the new one, or the earlier one with the same content. */
export async function recordDeposit(parts: DepositParts, asked: NewDeposit): Promise<Deposit> {
  const earlier = await findSame(parts, asked);
  if (earlier) return earlier;
  const { clock, ids, journal } = parts;
  const deposit: Deposit = { ...asked, depositId: ids.next(), createdAt: clock.now() };
  const result = await journal.commit(entryOf(deposit, ids));
  if (result.kind === 'committed') return deposit;
  // An equal request at the same time may have taken the money that this one lacks.
  const same = await findSame(parts, asked);
  if (same) return same;
  if (result.kind === 'conflict' && result.constraint === balanceConstraint)
    refuse('INSUFFICIENT_FUNDS');
  throw new Error(`the ${asked.kind} was not recorded: ${JSON.stringify(result)}`);
}

function entryOf(deposit: Deposit, ids: Ids): Draft {
  const { merchantId, depositId: transId, kind, currency, amountMinor, createdAt: at } = deposit;
  const draft = new Draft().insert(deposits, deposit);
  addTransfer(
    draft,
    kind,
    amountMinor,
    { merchantId, paymentId: null, transId, currency, at },
    ids,
  );
  return draft;
}

/** Refuses a reference that was used for something else. */
async function findSame(
  { database }: DepositParts,
  { merchantId, reference, kind, currency, amountMinor }: NewDeposit,
): Promise<Deposit | undefined> {
  const existing = await findByReference(database, merchantId, reference);
  if (!existing) return undefined;
  const isSame =
    existing.kind === kind &&
    existing.currency === currency &&
    existing.amountMinor === amountMinor;
  return isSame ? existing : refuse('REFERENCE_USED');
}
