// Tests of which merchants may receive a share: the marketplace itself without being named, and
// named merchants that are active. Whether an unnamed merchant exists is not told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../../core/id.ts';
import { seededRandom } from '../../../core/testing/seeded-random.ts';
import { handClock } from '../../../core/testing/hand-clock.ts';
import type { Merchant } from '../../../merchants/merchant.ts';
import type { NewPayment } from '../../model/advance.ts';
import { decideRegister } from '../../decisions/register.ts';
import { freshPayment } from '../../decisions/testing/fresh-payment.ts';
import type { PaymentParts } from '../../processing/parts.ts';
import type { Payment } from '../../model/payment.ts';
import type { PaymentRequest } from '../feature.ts';
import { split } from './new-split.ts';
import type { Subpayment } from '../../model/subpayment.ts';

const [MARKET, NAMED, SUSPENDED, UNNAMED] = ['1001', '1002', '1003', '1004'] as const;
const statuses: Readonly<Record<string, string>> = {
  [MARKET]: 'ACTIVE',
  [NAMED]: 'ACTIVE',
  [SUSPENDED]: 'SUSPENDED',
  [UNNAMED]: 'ACTIVE',
};

const clock = handClock();
const now = { at: clock.now(), ids: createIds(clock, seededRandom(1)) };

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
    ids: now.ids,
    store: { subpayments: () => Promise.resolve(shares as unknown as Subpayment[]) },
  } as unknown as PaymentParts;
  const submerchants = [NAMED, SUSPENDED];
  const market = { merchantId: MARKET, settings: { submerchants } } as unknown as Merchant;
  const failed = { merchantId: MARKET, transType: 'MARKETPLACE' } as Payment;
  try {
    const payment = { paymentId: 'p' } as NewPayment;
    const request = { failed, payment, merchant: market } as PaymentRequest;
    const registered = decideRegister(freshPayment(now), {}, now);
    const { subpayments = [] } = (await split(parts, request))?.register?.(registered).loaded ?? {};
    return subpayments.map(({ payeeId, refundedMinor }) => `${payeeId} ${String(refundedMinor)}`);
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
