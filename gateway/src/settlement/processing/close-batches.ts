// Closes the batches of a run: the payout is posted, and nothing can be added any more. The payout
// is what the batch owes, but at most the balance of the payee: refunds of settled payments were
// paid from it.

import { Draft } from '../../journal/entry.ts';
import { addTransfer, balanceConstraint } from '../../ledger/ledger.ts';
import { batchConflicts, batches, totals, type Batch } from '../batch.ts';
import type { SummedBatch } from '../batch.store.ts';
import type { SettlementParts } from '../parts.ts';
import { fundsOf } from '../settled-items.ts';

/** How often a batch is read again because its balance or its items change at the same time. */
const MAX_TRIES = 20;

/** Closes the open batches of a merchant's books; `isOld` may leave out some. */
export async function closeBatches(
  parts: SettlementParts,
  merchantId: string,
  isOld: (batch: Batch) => boolean = () => true,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const open = (await parts.batchStore.openBatches(merchantId)).filter(isOld);
    if (open.length === 0) return;
    for (const batch of open) {
      await parts.failpoints.reach('settlement.closing');
      await closeBatch(parts, batch);
      await parts.failpoints.reach('settlement.closed');
    }
  }
  throw new Error(`the settlement batches of ${merchantId} keep changing`);
}

/** A batch that has changed meanwhile stays open, and is read again. */
async function closeBatch(parts: SettlementParts, batch: SummedBatch): Promise<void> {
  const { clock, ids, batchStore, journal } = parts;
  const { merchantId, batchId, payeeId, currency, items, netMinor } = batch;
  const funds = fundsOf(merchantId, payeeId);
  const balance = await batchStore.balance(merchantId, funds, currency);
  const payoutMinor = netMinor < balance ? netMinor : balance;
  const payee = await parts.merchants.find(payeeId);
  const at = clock.now();
  const closed: Batch = {
    ...batch,
    version: batch.version + 1,
    status: 'CLOSED',
    account: payee?.settings.settlement.account ?? null,
    payoutMinor,
    withheldMinor: netMinor - payoutMinor,
    closedAt: at,
  };
  const draft = new Draft().change(batches, closed, batch.version);
  draft.increment(totals, { merchantId, batchId }, 'closedItems', items);
  const context = { merchantId, paymentId: null, transId: batchId, funds, currency, at };
  addTransfer(draft, 'PAYOUT', payoutMinor, context, ids);
  const result = await journal.commit(draft);
  if (result.kind !== 'conflict' || result.constraint === balanceConstraint) return;
  if (!batchConflicts.includes(result.constraint)) {
    throw new Error(`unexpected conflict with ${result.constraint}`);
  }
}
