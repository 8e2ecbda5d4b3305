// Checks of settlement: each payment once, when it is due and nothing is in progress, with amounts
// recomputed from its attempts and the fee rule; and payouts that equal what is owed.

import type { Entry } from '@bramka/gateway/journal/entry.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import {
  balances,
  transfers,
  type Account,
  type Balance,
  type Transfer,
} from '@bramka/gateway/ledger/ledger.ts';
import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { transactions, type Transaction } from '@bramka/gateway/payments/model/transaction.ts';
import { attempts, type Attempt } from '@bramka/gateway/providers/attempt.ts';
import {
  batches,
  items,
  totals,
  type Batch,
  type Item,
  type Totals,
} from '@bramka/gateway/settlement/batch.ts';
import type { Findings } from '../checks/findings.ts';
import { refundedBy, type Money } from '../checks/model.ts';
import { isOpen, name } from '../checks/payment-rows.ts';
import { SKEW_MS } from '../world/faults.ts';
import { feesOf, type SettlementSettings } from '../world/merchants.ts';
import { short } from '../world/network.ts';
import { accountOf, splitRowsOf } from './shares.ts';
import { wrongItems } from './split-settlement.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MILLION = 1_000_000n;
/** How long a batch waits for refunds in progress. */
const MAX_WAIT_MS = 7 * DAY_MS;

export interface SettlementChecks {
  /** Remembers the funds before an entry. */
  before(): void;
  after(entry: Entry): void;
}

export interface SettlementCheckParts {
  readonly memory: Memory;
  readonly findings: Findings;
  readonly settings: SettlementSettings;
  readonly now: () => number;
  readonly moneyOf: (paymentId: string) => Money;
  readonly count: (what: string) => void;
}

export function settlementChecks(parts: SettlementCheckParts): SettlementChecks {
  const { memory } = parts;
  let funds = new Map<string, bigint>();
  return {
    before() {
      funds = new Map(
        memory
          .rows<Balance>(balances)
          .map((row) => [`${row.merchantId} ${row.account} ${row.currency}`, row.balanceMinor]),
      );
    },
    after(entry) {
      for (const { table, row } of entry.inserts) {
        if (table === items) checkItem(parts, row as unknown as Item);
      }
      for (const { table, row } of entry.changes) {
        if (table !== batches) continue;
        const batch = row as unknown as Batch;
        if (batch.status !== 'CLOSED') continue;
        const before = (account: Account): bigint =>
          funds.get(`${batch.merchantId} ${account} ${batch.currency}`) ?? 0n;
        checkPayout(parts, batch, before(accountOf(batch)));
        checkWaited(parts, batch, before('RETURNS_PENDING'));
      }
    },
  };
}

function checkItem(parts: SettlementCheckParts, item: Item): void {
  const { memory, findings } = parts;
  const payment = memory.find<Payment>(payments, { ...item });
  const ofPayment = memory
    .rows<Attempt>(attempts)
    .filter((one) => one.paymentId === item.paymentId);
  if (!payment) return findings.report('M5 settlement', 'an item has no payment');
  const { captured } = parts.moneyOf(item.paymentId);
  const refunded = refundedBy(ofPayment);
  const expect = (holds: boolean, told: string): void =>
    findings.expect(holds, 'M5 settlement', () => `${name(payment)} was settled ${told}`);
  expect(payment.status === 'SETTLED', `but is ${payment.status}`);
  expect(captured > 0n, 'without money');
  expect(!ofPayment.some(isOpen), 'while an operation was in progress');
  const split = splitRowsOf(memory, payment);
  const settled = item.kind === 'PAYMENT' ? 'settled' : `${item.kind} settled`;
  parts.count(item.refundedMinor > 0n ? `${settled} after a refund` : settled);
  if (split) {
    const wrong = wrongItems(memory, payment, split, ofPayment, feeOf);
    findings.expect(wrong === undefined, 'M8 split', () => {
      return `${name(payment)} was settled ${String(wrong)}`;
    });
  } else {
    const left = captured - refunded;
    const fee = feeOf(payment.merchantId, left, left);
    const found = [item.grossMinor, item.refundedMinor, item.feeMinor, item.netMinor];
    const wanted = [captured, refunded, fee, left - fee];
    expect(String(found) === String(wanted), `with ${String(found)}, not ${String(wanted)}`);
  }
  const paid = memory.find<Transaction>(transactions, { ...item })?.amountMinor;
  const net = sumOfNets(memory, (one) => one.paymentId === item.paymentId);
  expect(paid === net, `with a transaction of ${String(paid)}, not ${String(net)}`);
  const due = dueAt(parts.settings, payment.merchantId, item.capturedAt);
  expect(parts.now() + SKEW_MS >= due, `${String(due - parts.now())} ms too early`);
}

function sumOfNets(memory: Memory, fits: (item: Item) => boolean): bigint {
  const own = memory.rows<Item>(items).filter(fits);
  return own.reduce((sum, { netMinor }) => sum + netMinor, 0n);
}

/** Percentage rounded half up plus the fixed part, at least the minimum, at most `most`. */
function feeOf(merchantId: string, amount: bigint, most: bigint): bigint {
  const fees = feesOf[merchantId];
  if (!fees || amount === 0n) return 0n;
  const percent = (amount * fees.millionths * 2n + MILLION) / (2n * MILLION);
  const charged = percent + fees.fixed < fees.minimum ? fees.minimum : percent + fees.fixed;
  return charged > most ? most : charged;
}

/** The later of the end of the business day and the midnight after the delay; UTC plus one hour. */
export function dueAt(settings: SettlementSettings, merchantId: string, captured: number): number {
  const { afterDays = 1, cutOff = '24:00' } = settings[merchantId] ?? {};
  const [hours = 0, minutes = 0] = cutOff.split(':').map(Number);
  const cutMs = hours * HOUR_MS + minutes * 60_000;
  const local = captured + HOUR_MS;
  const day = Math.floor(local / DAY_MS);
  const businessDay = local - day * DAY_MS >= cutMs ? day + 1 : day;
  return Math.max(businessDay * DAY_MS + cutMs, (businessDay + afterDays) * DAY_MS) - HOUR_MS;
}

function checkPayout(parts: SettlementCheckParts, batch: Batch, available: bigint): void {
  const { memory, findings } = parts;
  const { merchantId, batchId, payoutMinor, withheldMinor } = batch;
  const ofBatch = memory.rows<Item>(items).filter((item) => item.batchId === batchId);
  const net = ofBatch.reduce((sum, { netMinor }) => sum + netMinor, 0n);
  const owed = net < available ? net : available;
  parts.count(owed < net ? 'payout withheld' : 'payout');
  const told = `batch ${short(batchId)}`;
  findings.expect(payoutMinor === owed && withheldMinor === net - owed, 'M6 payouts', () => {
    const paid = `${String(payoutMinor)} and withholds ${String(withheldMinor)}`;
    return `${told} pays ${paid}, but ${String(owed)} of ${String(net)} are owed`;
  });
  const sums = memory.find<Totals>(totals, { merchantId, batchId });
  const isSummed = sums?.netMinor === net && sums.items === BigInt(ofBatch.length);
  findings.expect(isSummed, 'M6 payouts', () => `the totals of ${told} are not those of its items`);
  const paid = memory
    .rows<Transfer>(transfers)
    .filter((one) => one.kind === 'PAYOUT' && one.transId === batchId);
  const moved = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  findings.expect(moved === owed && paid.length <= 1, 'M6 payouts', () => {
    return `${told} owes ${String(owed)}, and ${String(moved)} were paid out`;
  });
}

/** A refund that fails returns its money, which only a batch that is still open pays out. */
function checkWaited(parts: SettlementCheckParts, batch: Batch, returningMinor: bigint): void {
  const { batchId, withheldMinor, openedAt } = batch;
  const mayWait = parts.now() + SKEW_MS < openedAt + MAX_WAIT_MS;
  const isTooEarly = mayWait && returningMinor > 0n && withheldMinor !== 0n;
  parts.findings.expect(!isTooEarly, 'M6 payouts', () => {
    const told = `batch ${short(batchId)} withholds ${String(withheldMinor)}`;
    return `${told} while a refund is in progress`;
  });
}
