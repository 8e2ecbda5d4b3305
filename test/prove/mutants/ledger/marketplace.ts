// Planted bugs in payments that are divided between merchants.
import type { Mutant } from '../../mutant.ts';

const money = [{ file: 'test/journeys/marketplace-money.test.ts' }];
const journeys = [{ file: 'test/journeys/marketplace.test.ts' }];
const reading = [{ file: 'gateway/src/payments/features/split/read-split.test.ts' }];
const funds = [{ file: 'gateway/src/payments/decisions/share-funds.test.ts' }];
const items = [{ file: 'gateway/src/settlement/settled-items.test.ts' }];
const table = [{ file: 'gateway/src/payments/model/payment.states.test.ts' }];

export const marketplaceMutants: readonly Mutant[] = [
  {
    name: 'split-may-be-below-the-amount',
    file: 'gateway/src/payments/features/split/read-split.ts',
    search: 'if (sum === amountMinor) return;',
    replace: 'if (sum <= amountMinor) return;',
    caughtBy: reading,
  },
  {
    name: 'commission-may-exceed-its-share',
    file: 'gateway/src/payments/features/split/read-split.ts',
    search: 'if (commissionMinor > amountMinor) {',
    replace: 'if (commissionMinor > amountMinor + 1n) {',
    caughtBy: reading,
  },
  {
    name: 'every-merchant-receives-shares',
    file: 'gateway/src/payments/features/split/new-split.ts',
    search: 'if (!named.has(payeeId))',
    replace: 'if (named.size === 0)',
    caughtBy: journeys,
  },
  {
    name: 'suspended-merchant-receives-shares',
    file: 'gateway/src/payments/features/split/new-split.ts',
    search: "?.status !== 'ACTIVE'",
    replace: ' === undefined',
    caughtBy: journeys,
  },
  {
    name: 'payment-page-sees-the-split',
    file: 'gateway/src/payments/endpoints/read.ts',
    search: '...(isMerchant ? splitView(payment, shares) : {}),',
    replace: '...splitView(payment, shares),',
    caughtBy: journeys,
  },
  {
    name: 'split-is-captured-in-part',
    file: 'gateway/src/payments/model/payment.guards.ts',
    search: 'amountMinor === payment.authorizedMinor,',
    replace: 'amountMinor <= payment.authorizedMinor,',
    caughtBy: table,
  },
  {
    name: 'own-share-is-owed-to-a-submerchant',
    file: 'gateway/src/payments/model/subpayment.ts',
    search: "return payeeId === merchantId ? 'MERCHANT_PAYABLE' : `PAYABLE_TO:${payeeId}`;",
    replace: 'return merchantId && `PAYABLE_TO:${payeeId}`;',
    caughtBy: funds,
  },
  {
    name: 'refund-exceeds-its-share',
    file: 'gateway/src/refunds/refund-shares.ts',
    search: 'if (amountMinor > leftOfShare(share)) ',
    replace: 'if (amountMinor > share.amountMinor + 1n) ',
    caughtBy: money,
  },
  {
    name: 'partial-refund-of-no-share',
    file: 'gateway/src/refunds/refund-shares.ts',
    search: "return sum === amountMinor ? parts : refuse('SUBPAYMENT_REQUIRED');",
    replace: 'return sum >= amountMinor ? parts : [];',
    caughtBy: money,
  },
  {
    name: 'declined-refund-stays-on-its-share',
    file: 'gateway/src/refunds/conclude-refund.ts',
    search: 'returnRefundParts(unreserveFunds(recorded, settled, now), settled.transId)',
    replace: 'unreserveFunds(recorded, settled, now)',
    caughtBy: money,
  },
  {
    name: 'repeated-refund-of-another-share',
    file: 'gateway/src/refunds/same-refund.ts',
    search: '  if (subpaymentId !== asked.subpaymentId) return false;\n',
    replace: '',
    caughtBy: [{ file: 'gateway/src/refunds/same-refund.test.ts' }],
  },
  {
    name: 'settled-share-pays-its-refund-again',
    file: 'gateway/src/refunds/refund-shares.ts',
    search: "payment.status === 'SETTLED' ? 'MERCHANT_PAYABLE' : fundsOfShare(share);",
    replace: "payment.status === 'NEW' ? 'MERCHANT_PAYABLE' : fundsOfShare(share);",
    caughtBy: money,
  },
  {
    name: 'commission-is-not-reduced-by-refunds',
    file: 'gateway/src/settlement/settled-items.ts',
    search: '(2n * commissionMinor * leftMinor + amountMinor) / (2n * amountMinor)',
    replace: 'commissionMinor',
    caughtBy: items,
  },
  {
    name: 'commission-is-rounded-down',
    file: 'gateway/src/settlement/settled-items.ts',
    search: '(2n * commissionMinor * leftMinor + amountMinor) / (2n * amountMinor)',
    replace: '(commissionMinor * leftMinor) / amountMinor',
    caughtBy: items,
  },
];
