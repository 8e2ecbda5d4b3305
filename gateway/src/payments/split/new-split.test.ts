// Tests of which merchants may receive a share: the marketplace itself without being named, and
// named merchants that are active. Whether an unnamed merchant exists is not told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import type { NewPayment } from '../advance.ts';
import type { PaymentParts } from '../parts.ts';
import type { Payment } from '../payment.ts';
import { repeatedSplit } from './new-split.ts';
import type { Subpayment } from './subpayment.ts';

const [MARKET, NAMED, SUSPENDED, UNNAMED] = ['1001', '1002', '1003', '1004'] as const;
const statuses: Readonly<Record<string, string>> = {
  [MARKET]: 'ACTIVE',
  [NAMED]: 'ACTIVE',
  [SUSPENDED]: 'SUSPENDED',
  [UNNAMED]: 'ACTIVE',
};

/** The payees of a repeated payment with these shares, or what is wrong with them. */
async function payeesOf(payees: readonly string[]): Promise<unknown> {
  const shares = payees.map((payeeId) => ({
    merchantId: MARKET,
    payeeId,
    amountMinor: 100n,
    commissionMinor: 0n,
    refundedMinor: 30n,
  }));
  const parts = {
    merchants: { find: (id: string) => Promise.resolve({ status: statuses[id] }) },
    ids: createIds(handClock(), seededRandom(1)),
    store: { subpayments: () => Promise.resolve(shares as unknown as Subpayment[]) },
  } as unknown as PaymentParts;
  const submerchants = [NAMED, SUSPENDED];
  const market = { merchantId: MARKET, settings: { submerchants } } as unknown as Merchant;
  const failed = { merchantId: MARKET, transType: 'MARKETPLACE' } as Payment;
  try {
    const fresh = { paymentId: 'p' } as NewPayment;
    const made = await repeatedSplit(parts, failed, fresh, market);
    return made.map(({ payeeId, refundedMinor }) => `${payeeId} ${String(refundedMinor)}`);
  } catch (error) {
    return (error as { details: unknown }).details;
  }
}

test('the marketplace and its active submerchants receive shares', async () => {
  assert.deepEqual(await payeesOf([NAMED, MARKET, NAMED]), [
    `${NAMED} 0`,
    `${MARKET} 0`,
    `${NAMED} 0`,
  ]);
});

test('every share of a merchant that may not receive one is named', async () => {
  const field = (index: number) => `order.subpayments[${String(index)}].merchant.merchantId`;
  assert.deepEqual(await payeesOf([UNNAMED, MARKET, SUSPENDED, UNNAMED]), [
    { field: field(0), message: 'is not one of your submerchants' },
    { field: field(2), message: 'is not active' },
    { field: field(3), message: 'is not one of your submerchants' },
  ]);
});
