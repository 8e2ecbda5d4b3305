// Planted bugs in the events sent to merchants.
import type { Mutant } from '../mutant.ts';

const seeds = [{ seeds: 40 }];
const bodies = [{ file: 'test/journeys/event-bodies.test.ts' }];
const withdrawal = 'gateway/src/payments/decisions/conclude-operation.ts';

export const eventMutants: readonly Mutant[] = [
  {
    name: 'transaction-told-with-the-amount-of-the-payment',
    file: 'gateway/src/payments/model/advance.ts',
    search: 'amount: amountOf(transaction ?? payment),',
    replace: 'amount: amountOf(payment),',
    caughtBy: seeds,
  },
  {
    name: 'transaction-told-with-the-status-of-the-payment',
    file: 'gateway/src/payments/model/advance.ts',
    search: '    status,\n    method: payment.method,',
    replace: '    status: payment.status,\n    method: payment.method,',
    caughtBy: seeds,
  },
  {
    name: 'transaction-told-with-the-reason-of-the-payment',
    file: 'gateway/src/payments/model/advance.ts',
    search: 'const { status, rejectCode } = transaction ?? payment;',
    replace: 'const { status } = transaction ?? payment;\n  const { rejectCode } = payment;',
    caughtBy: seeds,
  },
  {
    name: 'withdrawal-told-as-completed',
    file: withdrawal,
    search: "settled.intent === 'WITHDRAW' ? 'CANCELLED' : 'COMPLETED';",
    replace: "settled.intent === 'CANCEL' ? 'CANCELLED' : 'COMPLETED';",
    caughtBy: bodies,
  },
  {
    name: 'reversal-by-the-customer-without-its-reason',
    file: withdrawal,
    search: "CUSTOMER_CANCEL: 'CANCELLED_BY_CUSTOMER',",
    replace: '',
    caughtBy: bodies,
  },
  {
    name: 'event-field-without-value-is-null',
    file: 'gateway/src/events/event.ts',
    search: 'if (value !== null && value !== undefined) message[field] = value;',
    replace: 'if (value !== undefined) message[field] = value as string;',
    caughtBy: [{ file: 'gateway/src/events/event.test.ts' }],
  },
];
