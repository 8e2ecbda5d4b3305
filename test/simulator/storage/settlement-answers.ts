// Answers the named statements about settlement, fees and deposits from the journal's memory.

import { deposits, type Deposit } from '@bramka/gateway/deposits/deposit.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import {
  balances,
  transfers,
  type Account,
  type Balance,
  type Transfer,
} from '@bramka/gateway/ledger/ledger.ts';
import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { batches, totals, type Batch, type Totals } from '@bramka/gateway/settlement/batch.ts';
import {
  cursorRows,
  runs,
  waitingPayments,
  type CursorRow,
  type Run,
  type WaitingPayment,
} from '@bramka/gateway/settlement/run.ts';
import { feeRulesOf, merchantIds, type SettlementSettings } from '../world/merchants.ts';

export function settlementAnswers(memory: Memory, settings: SettlementSettings) {
  const merchantRow = (merchantId: string) => {
    const cursor = memory.find<CursorRow>(cursorRows, { merchantId });
    const { dueAt = null, cursors = null } = cursor ?? {};
    return { merchantId, rules: settings[merchantId] ?? {}, dueAt, cursors };
  };
  return {
    'settlement.merchants': (after: string, limit: number) =>
      merchantIds
        .filter((id) => id > after)
        .slice(0, limit)
        .map(merchantRow),
    'settlement.merchant': (merchantId: string) => [merchantRow(merchantId)],
    ...runAnswers(memory),
    ...batchAnswers(memory),
    'fees.of-merchant': (merchantId: string) => [...feeRulesOf(merchantId)],
    'deposits.by-reference': (merchantId: string, reference: string) =>
      memory
        .rows<Deposit>(deposits)
        .filter((row) => row.merchantId === merchantId && row.reference === reference),
  };
}

function runAnswers(memory: Memory) {
  const all = (fits: (row: Run) => boolean): Run[] => memory.rows<Run>(runs).filter(fits);
  const waiting = (merchantId: string): WaitingPayment[] =>
    memory
      .rows<WaitingPayment>(waitingPayments)
      .filter((row) => row.merchantId === merchantId)
      .sort((a, b) => (a.paymentId < b.paymentId ? -1 : 1));
  return {
    'settlement.work': (merchantId: string, from: readonly string[], to: readonly string[]) => {
      const hasSale = salesOf(memory, merchantId).some(({ transferId }) =>
        from.some((first, index) => transferId >= first && transferId < (to[index] ?? '')),
      );
      const hasOpen = memory
        .rows<Batch>(batches)
        .some((row) => row.merchantId === merchantId && row.status === 'OPEN');
      return [{ hasWork: hasSale || hasOpen || waiting(merchantId).length > 0 }];
    },
    'settlement.free-runs': (now: string, limit: number) =>
      all((row) => row.finishedAt === null && row.leaseUntil <= Date.parse(now))
        .sort((a, b) => a.leaseUntil - b.leaseUntil)
        .slice(0, limit),
    'settlement.running-run': (merchantId: string) =>
      all((row) => row.merchantId === merchantId && row.finishedAt === null),
    'settlement.sales': (...query: SalesQuery) => findSales(memory, ...query),
    'settlement.waiting': (merchantId: string, afterId: string, limit: number) =>
      waiting(merchantId)
        .filter(({ paymentId }) => paymentId > afterId)
        .slice(0, limit),
  };
}

type SalesQuery = [
  merchantId: string,
  afterId: string,
  firstId: string,
  endId: string,
  before: string,
  methods: readonly string[],
  isRest: boolean,
  limit: number,
];

function salesOf(memory: Memory, merchantId: string): Transfer[] {
  return memory
    .rows<Transfer>(transfers)
    .filter((row) => row.merchantId === merchantId && row.kind === 'SALE')
    .sort((a, b) => (a.transferId < b.transferId ? -1 : 1));
}

function findSales(memory: Memory, ...query: SalesQuery) {
  const [merchantId, afterId, firstId, endId, before, methods, isRest, limit] = query;
  const page = salesOf(memory, merchantId)
    .filter(({ transferId: id }) => id > afterId && id >= firstId && id < endId)
    .slice(0, limit)
    .map(({ transferId, paymentId, createdAt }) => {
      const payment = memory.find<Payment>(payments, { merchantId, paymentId });
      const isOwn = methods.includes(payment?.method ?? '') !== isRest;
      const isPaid = payment?.status === 'COMPLETED' && payment.capturedMinor > 0n;
      const isDue = createdAt < Date.parse(before) && isPaid && isOwn;
      return { transferId, paymentId, capturedAt: createdAt, isDue };
    });
  return page.filter(({ isDue }, index) => isDue || index === page.length - 1);
}

function batchAnswers(memory: Memory) {
  const all = (fits: (row: Batch) => boolean): Batch[] => memory.rows<Batch>(batches).filter(fits);
  const isOf = (merchantId: string, payeeId: string, currency: string) => (row: Batch) =>
    row.merchantId === merchantId && row.payeeId === payeeId && row.currency === currency;
  return {
    'settlement.open-batch': (...key: [string, string, string]) =>
      all(isOf(...key)).filter(({ status }) => status === 'OPEN'),
    'settlement.last-number': (
      merchantId: string,
      payee: string,
      currency: string,
      date: string,
    ) => {
      const numbers = all(isOf(merchantId, payee, currency))
        .filter(({ settlementDate }) => settlementDate === date)
        .map(({ number }) => number);
      return [{ number: Math.max(0, ...numbers) }];
    },
    'settlement.open-batches': (merchantId: string) =>
      all((row) => row.merchantId === merchantId && row.status === 'OPEN')
        .sort((a, b) => (a.batchId < b.batchId ? -1 : 1))
        .map((row) => ({ ...row, ...memory.find<Totals>(totals, { ...row }) })),
    'settlement.balances': (merchantId: string, funds: Account, currency: string) => {
      const balanceOf = (account: Account): bigint =>
        memory.find<Balance>(balances, { merchantId, account, currency })?.balanceMinor ?? 0n;
      return [{ fundsMinor: balanceOf(funds), returningMinor: balanceOf('RETURNS_PENDING') }];
    },
  };
}
