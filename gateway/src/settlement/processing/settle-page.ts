// Settles the payments of one page, each with one entry of the journal: the payment becomes
// SETTLED, its fees are posted, and it is added to the batches of its payees. What cannot be
// settled now waits for the next run.

import { assert } from '../../core/assert.ts';
import type { Instant } from '../../core/clock.ts';
import type { FeeTable } from '../../fees/fee.ts';
import { isUnavailable } from '../../storage/errors.ts';
import type { CommitResult } from '../../journal/entry.ts';
import { Draft } from '../../journal/entry.ts';
import { balanceConstraint } from '../../ledger/ledger.ts';
import { decideSettle } from '../../payments/decisions/settle.ts';
import type { Loaded } from '../../payments/model/payment.ts';
import { isSettled } from '../../providers/attempt.ts';
import { amountFields, batchConflicts, batches, items, totals, type Batch } from '../batch.ts';
import type { SettlementParts } from '../parts.ts';
import { waitingPayments, type Run, type WaitingReason } from '../run.ts';
import { itemsOf, payeesOf, type PayeeItem } from '../settled-items.ts';
import type { FoundBatch, OpenBatches } from './open-batches.ts';

/** A payment that is due, with the time of its capture. */
export interface DuePayment {
  readonly paymentId: string;
  readonly capturedAt: Instant;
  /** The payment waited for this run: its row is removed together with the settlement. */
  readonly hasWaited: boolean;
}

interface PageResult {
  readonly settled: number;
  readonly postponed: number;
}

interface Prepared extends DuePayment {
  readonly loaded: Loaded;
  readonly items: readonly PayeeItem[];
}

type Settling = 'settled' | 'gone' | 'again' | WaitingReason;

/** How many entries are in the queue of the journal at a time: requests wait behind them. */
const AT_ONCE = 128;
/** How often a payment is tried again because another node changes the same batches. */
const MAX_ROUNDS = 5;

export async function settlePage(
  parts: SettlementParts,
  run: Run,
  open: OpenBatches,
  due: readonly DuePayment[],
): Promise<PageResult> {
  const prepare = preparation(parts, run);
  const counts = { settled: 0, postponed: 0 };
  let left = due;
  for (let round = 1; left.length > 0; round += 1) {
    const again: DuePayment[] = [];
    const note = async (one: DuePayment, result: Settling): Promise<void> => {
      if (result === 'again' && round < MAX_ROUNDS) return void again.push(one);
      if (result === 'settled') counts.settled += 1;
      else if (result === 'gone') await dropWaiting(parts, run, one);
      else {
        counts.postponed += 1;
        await postpone(parts, run, one, result === 'again' ? 'CHANGED' : result);
      }
    };
    for (let start = 0; start < left.length; start += AT_ONCE) {
      const chunk = left.slice(start, start + AT_ONCE);
      await settleRound(parts, run, open, { due: chunk, prepare, note });
    }
    left = again;
  }
  return counts;
}

interface Round {
  readonly due: readonly DuePayment[];
  readonly prepare: (one: DuePayment) => Promise<Prepared | Settling>;
  readonly note: (one: DuePayment, result: Settling) => Promise<void>;
}

/** A payment that opens a batch is committed alone, before the others that use it. */
async function settleRound(
  parts: SettlementParts,
  run: Run,
  open: OpenBatches,
  { due, prepare, note }: Round,
): Promise<void> {
  const results = await Promise.all(due.map(prepare));
  const together: Promise<unknown>[] = [];
  const failures: unknown[] = [];
  for (const [index, one] of due.entries()) {
    const prepared = results[index] as Prepared | Settling;
    if (typeof prepared === 'string') {
      await note(one, prepared);
      continue;
    }
    const isOpen = prepared.items.every((item) => open.known(keyOf(run, prepared, item)));
    const settling = settleOne(parts, run, open, prepared).then((result) => note(one, result));
    if (isOpen) together.push(settling.catch((error: unknown) => failures.push(error)));
    else await settling;
  }
  await Promise.all(together);
  if (failures.length > 0) throw failures[0];
}

function keyOf({ merchantId }: Run, { loaded }: Prepared, { payeeId }: PayeeItem) {
  return { merchantId, payeeId, currency: loaded.payment.currency };
}

/** Loads a payment and computes its items, or says why it is not settled now. */
function preparation(parts: SettlementParts, { merchantId }: Run): Round['prepare'] {
  const fees = parts.loadFees();
  return async (one) => {
    try {
      const loaded = await parts.store.load(merchantId, one.paymentId);
      if (loaded?.payment.status !== 'COMPLETED' || loaded.payment.capturedMinor === 0n) {
        return 'gone';
      }
      if (!loaded.attempts.every(isSettled)) return 'OPERATION';
      const tables = new Map<string, FeeTable>();
      for (const payee of payeesOf(loaded)) tables.set(payee, await fees.feesFor(payee));
      const feesOf = (payee: string): FeeTable => tables.get(payee) ?? new Map<string, never[]>();
      return { ...one, loaded, items: itemsOf(loaded, one.capturedAt, feesOf) };
    } catch (error) {
      return defectOf(parts, one, error);
    }
  };
}

/** One payment that cannot be settled must not stop all others. */
function defectOf({ log }: SettlementParts, { paymentId }: DuePayment, error: unknown): Settling {
  if (isUnavailable(error)) throw error;
  log.error({ err: error, paymentId }, 'a payment could not be settled');
  return 'DEFECT';
}

async function settleOne(
  parts: SettlementParts,
  run: Run,
  open: OpenBatches,
  prepared: Prepared,
): Promise<Settling> {
  try {
    const at = Math.max(parts.clock.now(), prepared.loaded.payment.updatedAt + 1);
    const batchOf = new Map<string, FoundBatch>();
    for (const item of prepared.items) {
      if (batchOf.has(item.payeeId)) continue;
      batchOf.set(item.payeeId, await open.find(keyOf(run, prepared, item), at));
    }
    const result = await parts.journal.commit(entryOf(parts, prepared, batchOf, at));
    if (result.kind !== 'committed') return reasonOf(open, result);
    for (const { batch } of batchOf.values()) open.remember(batch);
    parts.metrics.payments.inc({ status: 'SETTLED' });
    await parts.failpoints.reach('settlement.payment');
    return 'settled';
  } catch (error) {
    return defectOf(parts, prepared, error);
  }
}

function entryOf(
  parts: SettlementParts,
  { loaded, items: list, capturedAt, hasWaited }: Prepared,
  batchOf: ReadonlyMap<string, FoundBatch>,
  at: Instant,
): Draft {
  const { decision, transaction } = decideSettle(loaded, list, { at, ids: parts.ids });
  const { draft } = decision;
  const { merchantId, paymentId, method } = loaded.payment;
  for (const { batch, isNew } of batchOf.values()) if (isNew) draft.insert(batches, batch);
  for (const { payeeId, kind, subpaymentId, ...item } of list) {
    const batch = batchOf.get(payeeId)?.batch;
    assert(batch !== undefined, 'every payee of an entry has a batch');
    const key = { kind, batchId: batch.batchId, subpaymentId, itemId: subpaymentId ?? paymentId };
    const { transId } = transaction;
    draft.insert(items, { ...item, ...key, merchantId, paymentId, transId, method, capturedAt });
    addToTotals(draft, batch, item);
  }
  if (hasWaited) draft.delete(waitingPayments, { merchantId, paymentId });
  return draft;
}

function addToTotals(
  draft: Draft,
  { merchantId, batchId }: Batch,
  item: Pick<PayeeItem, (typeof amountFields)[number]>,
): void {
  draft.increment(totals, { merchantId, batchId }, 'items', 1n);
  for (const field of amountFields) {
    draft.increment(totals, { merchantId, batchId }, field, item[field]);
  }
}

/** A batch that another node opened or closed meanwhile is not used again. */
function reasonOf(open: OpenBatches, result: CommitResult): Settling {
  if (result.kind !== 'conflict') return 'CHANGED';
  if (result.constraint === balanceConstraint) return 'FUNDS';
  if (!batchConflicts.includes(result.constraint)) {
    throw new Error(`unexpected conflict with ${result.constraint}`);
  }
  open.forget();
  return 'again';
}

/** It was cancelled, or another node has settled it. */
async function dropWaiting(
  { journal }: SettlementParts,
  { merchantId }: Run,
  { paymentId, hasWaited }: DuePayment,
): Promise<void> {
  if (hasWaited)
    await journal.commit(new Draft().delete(waitingPayments, { merchantId, paymentId }));
}

async function postpone(
  { journal, clock }: SettlementParts,
  { merchantId }: Run,
  { paymentId, capturedAt }: DuePayment,
  reason: WaitingReason,
): Promise<void> {
  const row = { merchantId, paymentId, reason, capturedAt, since: clock.now() };
  const result = await journal.commit(new Draft().insert(waitingPayments, row));
  assert(result.kind === 'committed', 'a payment can always wait');
}
