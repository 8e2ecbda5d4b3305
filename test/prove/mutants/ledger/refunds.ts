// Planted bugs in refunds and in the reserve of returned money.
import type { Mutant } from '../../mutant.ts';

const journeys = [{ file: 'test/journeys/refunds.test.ts' }] as const;
const methods = [{ file: 'test/journeys/refund-methods.test.ts' }];
const table = [{ file: 'gateway/src/payments/model/payment.states.test.ts' }];
const same = [{ file: 'gateway/src/refunds/same-refund.test.ts' }];

export const refundMutants: readonly Mutant[] = [
  {
    name: 'refund-in-another-currency',
    file: 'gateway/src/payments/requests/operation-amount.ts',
    search: 'asked.currency !== undefined && asked.currency !== currency',
    replace: "asked.currency === ''",
    caughtBy: [{ file: 'test/input/operation-amounts.test.ts', name: 'a wrong currency and null' }],
  },
  {
    name: 'amount-of-null-is-everything',
    file: 'gateway/src/http/schema.ts',
    search: '({ ...amount(description), neverNull: true })',
    replace: '({ ...amount(description) })',
    caughtBy: [{ file: 'test/input/operation-amounts.test.ts', name: 'a wrong currency and null' }],
  },
  {
    name: 'balance-of-a-currency-without-money',
    file: 'gateway/src/refunds/endpoints/read-balance.ts',
    search: 'const hasPreferred = currencies.length === 0 || currencies.includes(preferred);',
    replace: 'const hasPreferred = currencies.length >= 0 || currencies.includes(preferred);',
    caughtBy: [{ file: journeys[0].file, name: 'money only in its second currency' }],
  },
  {
    name: 'refund-with-a-provider-that-cannot-refund',
    file: 'gateway/src/refunds/decide-refund.ts',
    search: "  if (!input.supports(provider, 'refund')) refuse('OPERATION_NOT_SUPPORTED');\n",
    replace: '',
    caughtBy: [{ file: 'gateway/src/refunds/decide-refund.test.ts' }],
  },
  {
    name: 'refund-exceeds-payment-by-one',
    file: 'gateway/src/payments/model/payment.guards.ts',
    search: 'payment.refundedMinor + amountMinor <= payment.capturedMinor',
    replace: 'payment.refundedMinor + amountMinor <= payment.capturedMinor + 1n',
    caughtBy: table,
  },
  {
    name: 'refund-beside-a-cancellation',
    file: 'gateway/src/providers/attempt.ts',
    search: "return verb === 'refund' && intent === null;",
    replace: "return verb === 'refund';",
    caughtBy: table,
  },
  {
    name: 'declined-refund-keeps-its-money',
    file: 'gateway/src/refunds/conclude-refund.ts',
    search: 'unreserveFunds(recorded, settled, now)',
    replace: 'recorded',
    caughtBy: methods,
  },
  {
    name: 'declined-refund-stays-refunded',
    file: 'gateway/src/refunds/conclude-refund.ts',
    search: '(isReturned ? 0n : settled.amountMinor)',
    replace: '0n',
    caughtBy: journeys,
  },
  {
    name: 'refund-reserves-nothing',
    file: 'gateway/src/refunds/decide-refund.ts',
    search: 'reserveFunds(callNext(split, attempt, null), now)',
    replace: 'callNext(split, attempt, null)',
    caughtBy: journeys,
  },
  {
    name: 'declined-cancellation-keeps-its-reserve',
    file: 'gateway/src/payments/decisions/conclude-operation.ts',
    search: 'isReserved ? unreserveFunds(timed, settled, now) : timed',
    replace: 'timed',
    caughtBy: [{ file: 'gateway/src/payments/decisions/operate.test.ts' }],
  },
  {
    name: 'late-charge-belongs-to-the-merchant',
    file: 'gateway/src/payments/decisions/conclude-authorization.ts',
    search: "? 'HOLD' : 'LATE_SALE'",
    replace: "? 'HOLD' : 'SALE'",
    caughtBy: [{ file: 'gateway/src/payments/decisions/late-charge.test.ts' }],
  },
  {
    name: 'repeated-refund-ignores-its-description',
    file: 'gateway/src/refunds/same-refund.ts',
    search: ' || description !== asked.description',
    replace: '',
    caughtBy: same,
  },
  {
    name: 'refund-that-failed-later-did-not-count',
    file: 'gateway/src/refunds/same-refund.ts',
    search: '!hasFailed || one.updatedAt > earlier.createdAt',
    replace: '!hasFailed',
    caughtBy: same,
  },
  {
    name: 'refund-event-without-its-own-id',
    file: 'gateway/src/payments/model/advance.ts',
    search: 'refundStatus: status, refundId, subpaymentId, extRefundId };',
    replace: 'refundStatus: status, refundId, subpaymentId };',
    caughtBy: journeys,
  },
  {
    name: 'every-transaction-is-a-refund',
    file: 'gateway/src/refunds/endpoints/read-refunds.ts',
    search: "return rows.filter(({ type }) => type === 'REFUND');",
    replace: 'return rows;',
    caughtBy: journeys,
  },
];
