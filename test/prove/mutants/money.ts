// Planted bugs in amounts, the ledger and a payment's totals.
import type { Mutant } from '../mutant.ts';

const amounts = [{ file: 'gateway/src/core/money.test.ts' }];
const seeds = [{ seeds: 40 }];

export const moneyMutants: readonly Mutant[] = [
  {
    name: 'amount-limit-excludes-itself',
    file: 'gateway/src/core/money.ts',
    search: 'if (minor * 100n > HUNDREDTHS_MAX',
    replace: 'if (minor * 100n >= HUNDREDTHS_MAX',
    caughtBy: amounts,
  },
  {
    name: 'amount-with-too-many-decimals-is-cut',
    file: 'gateway/src/core/money.ts',
    search: 'if (writtenDecimals > decimals) return refused',
    replace: 'if (writtenDecimals > decimals + 1) return refused',
    caughtBy: amounts,
  },
  {
    name: 'ledger-credits-what-it-debits',
    file: 'gateway/src/ledger/ledger.ts',
    search: "'balanceMinor', -amountMinor);",
    replace: "'balanceMinor', amountMinor);",
    caughtBy: seeds,
  },
  {
    name: 'ledger-mixes-providers',
    file: 'gateway/src/ledger/ledger.ts',
    search: 'sidesOf(kind, { provider, funds })',
    replace: "sidesOf(kind, { provider: 'sandbox', funds })",
    caughtBy: [{ file: 'gateway/src/ledger/ledger.store.test.ts' }],
  },
  {
    name: 'capture-releases-only-what-it-takes',
    file: 'gateway/src/payments/decisions/conclude-operation.ts',
    search: "addMoneyTransfer(recorded, settled, 'RELEASE', payment.authorizedMinor, now);",
    replace: "addMoneyTransfer(recorded, settled, 'RELEASE', settled.amountMinor, now);",
    caughtBy: seeds,
  },
  {
    name: 'withdrawal-returns-to-the-first-amount',
    file: 'gateway/src/payments/decisions/operate.ts',
    search: 'const before = latestAdjustment(earlier) ?? earlier.find',
    replace: 'const before = earlier.find',
    caughtBy: [{ file: 'gateway/src/payments/decisions/operate.test.ts' }],
  },
  {
    name: 'reversal-leaves-the-money',
    file: 'gateway/src/payments/decisions/conclude-operation.ts',
    search: 'const nothingLeft: PaymentFacts = { authorizedMinor: 0n, ',
    replace: 'const nothingLeft: PaymentFacts = { ',
    caughtBy: seeds,
  },
  {
    name: 'adjustments-add-up-their-tolerance',
    file: 'gateway/src/payments/model/payment.guards.ts',
    search: 'return amountMinor <= original.amountMinor + extra;',
    replace: 'return amountMinor <= payment.authorizedMinor + extra;',
    caughtBy: [{ file: 'gateway/src/payments/model/payment.states.test.ts' }],
  },
  {
    name: 'adjustment-above-the-authenticated-amount',
    file: 'gateway/src/payments/model/payment.guards.ts',
    search: 'return amountMinor <= original.amountMinor + extra;',
    replace: 'return amountMinor <= 2n * original.amountMinor + extra;',
    caughtBy: [{ file: 'gateway/src/payments/model/payment.states.test.ts' }],
  },
  {
    name: 'capture-exceeds-its-hold-by-one',
    file: 'gateway/src/payments/model/payment.guards.ts',
    search: 'amountMinor === undefined || amountMinor <= payment.authorizedMinor,',
    replace: 'amountMinor === undefined || amountMinor <= payment.authorizedMinor + 1n,',
    caughtBy: [{ file: 'gateway/src/payments/model/payment.states.test.ts' }],
  },
];
