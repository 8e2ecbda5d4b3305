// Planted bugs in settlement: when payments are due, which ones a run finds, what a batch pays out,
// and what its report says and to whom.
import type { Mutant } from '../../mutant.ts';

const calendar = [{ file: 'gateway/src/settlement/calendar/calendar.test.ts' }];
const times = [{ file: 'gateway/src/core/time/local-time.test.ts' }];
const steps = [{ file: 'gateway/src/settlement/run.test.ts' }];
const sales = [{ file: 'gateway/src/settlement/run.store.test.ts' }];
const batches = [{ file: 'gateway/src/settlement/batch.store.test.ts' }];
const report = [{ file: 'gateway/src/settlement/report/report.test.ts' }];
const closing = 'gateway/src/settlement/processing/close-batches.test.ts';
const counting = 'gateway/src/settlement/processing/continue-run.test.ts';
const journeys = 'test/journeys/settlement.test.ts';
const waits = 'a payment with an operation in progress waits';

export const settlementMutants: readonly Mutant[] = [
  {
    name: 'capture-at-the-cut-off-is-of-the-same-day',
    file: 'gateway/src/settlement/calendar/calendar.ts',
    search: 'while (endOf(rules, day) <= capturedAt)',
    replace: 'while (endOf(rules, day) < capturedAt)',
    caughtBy: calendar,
  },
  {
    name: 'settlement-before-the-cut-off',
    file: 'gateway/src/settlement/calendar/calendar.ts',
    search: 'return Math.max(endOf(rules, day), midnight);',
    replace: 'return midnight;',
    caughtBy: calendar,
  },
  {
    name: 'settlement-date-includes-the-next-midnight',
    file: 'gateway/src/settlement/calendar/calendar.ts',
    search: 'firstInstant(rules.timeZone, addDays(date, 1)) - 1;',
    replace: 'firstInstant(rules.timeZone, addDays(date, 1));',
    caughtBy: calendar,
  },
  {
    name: 'skipped-local-time-begins-early',
    file: 'gateway/src/core/time/local-time.ts',
    search: 'Math.max(change, wanted - after)',
    replace: 'wanted - after',
    caughtBy: times,
  },
  {
    name: 'removed-delay-loses-payments',
    file: 'gateway/src/settlement/run.ts',
    search: 'from: Math.min(examined(REST), ...merged.map(examined)),',
    replace: 'from: Math.max(examined(REST), ...merged.map(examined)),',
    caughtBy: steps,
  },
  {
    name: 'scan-of-two-methods-begins-at-the-later-cursor',
    file: 'gateway/src/settlement/run.ts',
    search: 'const from = Math.min(...names.map(examined));',
    replace: 'const from = Math.max(...names.map(examined));',
    caughtBy: steps,
  },
  {
    name: 'sale-that-was-committed-late-is-lost',
    file: 'gateway/src/settlement/run.store.ts',
    search: 'firstIdAt(from - OVERLAP_MS)',
    replace: 'firstIdAt(from)',
    caughtBy: sales,
  },
  {
    name: 'sale-at-the-end-of-a-step-is-due',
    file: 'gateway/src/settlement/run.store.ts',
    search: 'coalesce(t.created_at < $5 and',
    replace: 'coalesce(t.created_at <= $5 and',
    caughtBy: sales,
  },
  {
    name: 'scan-ends-at-a-page-without-due-sales',
    file: 'gateway/src/settlement/run.store.ts',
    search: 'where s.is_due or s.is_last order by',
    replace: 'where s.is_due order by',
    caughtBy: sales,
  },
  {
    name: 'payment-with-a-refund-in-progress-is-a-defect',
    file: 'gateway/src/settlement/processing/settle-page.ts',
    search: "      if (!loaded.attempts.every(isSettled)) return 'OPERATION';\n",
    replace: '',
    caughtBy: [{ file: journeys, name: waits }],
  },
  {
    name: 'settled-payment-still-waits',
    file: 'gateway/src/settlement/processing/settle-page.ts',
    search: 'if (hasWaited) draft.delete(waitingPayments, { merchantId, paymentId });',
    replace: '',
    caughtBy: [{ file: journeys, name: waits }],
  },
  {
    name: 'postponed-payment-counts-twice',
    file: 'gateway/src/settlement/processing/continue-run.ts',
    search: 'isSecond && run.afterId === FIRST_ID ? postponed : run.postponed + postponed',
    replace: 'run.postponed + postponed',
    caughtBy: [{ file: counting }, { file: journeys, name: waits }],
  },
  {
    name: 'postponed-payments-of-the-last-page-only',
    file: 'gateway/src/settlement/processing/continue-run.ts',
    search: 'isSecond && run.afterId === FIRST_ID ? postponed',
    replace: 'isSecond ? postponed',
    caughtBy: [{ file: counting }],
  },
  {
    name: 'payout-of-the-whole-balance',
    file: 'gateway/src/settlement/processing/close-batches.ts',
    search: 'const payoutMinor = netMinor < balance ? netMinor : balance;',
    replace: 'const payoutMinor = netMinor < balance ? balance : balance;',
    caughtBy: [{ file: journeys, name: 'each method is settled at its time' }],
  },
  {
    name: 'batch-does-not-wait-for-refunds',
    file: 'gateway/src/settlement/processing/close-batches.ts',
    search: 'if (netMinor > balance && returning > 0n && mayWait)',
    replace: 'if (netMinor > balance && returning < 0n && mayWait)',
    caughtBy: [{ file: journeys, name: 'a batch without funds waits for a refund' }],
  },
  {
    name: 'batch-waits-one-day-longer',
    file: 'gateway/src/settlement/processing/close-batches.ts',
    search: 'const MAX_WAIT_MS = 7 *',
    replace: 'const MAX_WAIT_MS = 8 *',
    caughtBy: [{ file: journeys, name: 'after seven days' }],
  },
  {
    name: 'payout-to-the-account-of-the-marketplace',
    file: 'gateway/src/settlement/processing/close-batches.ts',
    search: 'const payee = await parts.merchants.find(payeeId);',
    replace: 'const payee = await parts.merchants.find(merchantId);',
    caughtBy: [{ file: closing, name: 'each payee gets its own money' }],
  },
  {
    name: 'balances-of-a-batch-are-read-one-after-the-other',
    file: 'gateway/src/settlement/processing/close-batches.ts',
    search: 'const now = await batchStore.balances(merchantId, funds, currency);',
    replace:
      'const early = await batchStore.balances(merchantId, funds, currency);\n' +
      '  const late = await batchStore.balances(merchantId, funds, currency);\n' +
      '  const now = { ...late, returningMinor: early.returningMinor };',
    caughtBy: [
      { file: closing, name: 'a refund begins while the balances are read' },
      { seeds: 1, from: 6 },
    ],
  },
  {
    name: 'marketplace-sees-batches-of-its-submerchants',
    file: 'gateway/src/settlement/batch.store.ts',
    search: '($2::boolean and b.merchant_id = $1)',
    replace: '($2::boolean is not null and b.merchant_id = $1)',
    caughtBy: batches,
  },
  {
    name: 'marketplace-lists-batches-of-its-submerchants',
    file: 'gateway/src/settlement/batch.store.ts',
    search: 'isOperator ? lists.operator : lists.payee,',
    replace: 'lists.operator,',
    caughtBy: batches,
  },
  {
    name: 'list-reads-all-batches',
    file: 'gateway/src/settlement/batch.store.ts',
    search: '${ofDate} order by batch_id desc limit $3)',
    replace: '${ofDate})',
    caughtBy: [{ file: 'test/schema/plans/plans.test.ts', name: 'settlement.all-batches' }],
  },
  {
    name: 'report-page-loses-a-commission',
    file: 'gateway/src/settlement/batch.store.ts',
    search: '(i.item_id, i.kind) > ($3::uuid, $4::text)',
    replace: '(i.item_id > $3::uuid and $4::text is not null)',
    caughtBy: batches,
  },
  {
    name: 'report-ends-after-its-first-page',
    file: 'gateway/src/settlement/report/report.ts',
    search: 'if (page.length < PAGE) return;',
    replace: 'if (page.length <= PAGE) return;',
    caughtBy: report,
  },
  {
    name: 'report-pages-without-a-comma',
    file: 'gateway/src/settlement/report/report.ts',
    search: "    separator = ',';\n",
    replace: '',
    caughtBy: report,
  },
  {
    name: 'formula-after-a-space-in-a-report',
    file: 'gateway/src/settlement/report/csv.ts',
    search: '(?=[\\\\s"',
    replace: '(?=["',
    caughtBy: report,
  },
  {
    name: 'formula-after-a-semicolon-in-a-report',
    file: 'gateway/src/settlement/report/csv.ts',
    search: '(?<=^|[;,|',
    replace: '(?<=^|[,|',
    caughtBy: [{ file: 'gateway/src/settlement/report/csv.test.ts' }],
  },
];
