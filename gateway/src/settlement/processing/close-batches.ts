// Closes the batches of a run: the payout is posted, and nothing can be added any more. The payout
// is what the batch owes, but at most the balance of the payee: refunds of settled payments were
// paid from it. While such a refund is in progress, a batch without enough balance stays open: if
// the refund fails, the batch pays the money out.

import { Draft } from '../../journal/entry.ts';
import { addTransfer, balanceConstraint } from '../../ledger/ledger.ts';
import { batchConflicts, batches, totals, type Batch } from '../batch.ts';
import type { SummedBatch } from '../batch.store.ts';
import type { SettlementParts } from '../parts.ts';
import { fundsOf } from '../settled-items.ts';

/** After this time a batch is closed although a refund is still in progress. */
const MAX_WAIT_MS = 7 * 24 * 3_600_000;
/** How often a batch is read again because its balance or its items change at the same time. */
const MAX_TRIES = 20;

/** Closes the open batches of a merchant's books. */
export async function closeBatches(parts: SettlementParts, merchantId: string): Promise<void> {
  const waiting = new Set<string>();
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const batches = await parts.batchStore.openBatches(merchantId);
    const open = batches.filter(({ batchId }) => !waiting.has(batchId));
    if (open.length === 0) return;
    for (const batch of open) {
      await parts.failpoints.reach('settlement.closing');
      if ((await closeBatch(parts, batch)) === 'waits') waiting.add(batch.batchId);
      await parts.failpoints.reach('settlement.closed');
    }
  }
  throw new Error(`the settlement batches of ${merchantId} keep changing`);
}

/**
 * A batch that has changed meanwhile stays open, and is read again. `waits`: a refund in progress
 * may return money that the batch owes, so a later run closes it.
 */
async function closeBatch(parts: SettlementParts, batch: SummedBatch): Promise<'waits' | 'tried'> {
  const { clock, ids, batchStore, journal } = parts;
  const { merchantId, batchId, payeeId, currency, items, netMinor } = batch;
  const funds = fundsOf(merchantId, payeeId);
  const now = await batchStore.balances(merchantId, funds, currency);
  const { fundsMinor: balance, returningMinor: returning } = now;
  const mayWait = clock.now() < batch.openedAt + MAX_WAIT_MS;
  if (netMinor > balance && returning > 0n && mayWait) return 'waits';
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
  const isExpected =
    result.kind !== 'conflict' ||
    result.constraint === balanceConstraint ||
    batchConflicts.includes(result.constraint);
  if (!isExpected) throw new Error(`unexpected conflict with ${result.constraint}`);
  return 'tried';
}
