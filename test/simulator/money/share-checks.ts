// Checks of a split payment after every entry: its shares add up, no share is refunded above its
// amount, and every refund is paid from the right accounts.

import { name, type Step } from '../checks/payment-rows.ts';
import { accountOf, refundedOf, splitRowsOf, sumOf, type SplitRows } from './shares.ts';

export function checkShares(step: Step): void {
  const { payment, attempts } = step.after;
  const split = payment && splitRowsOf(step.world.storage.memory, payment);
  if (!split) return;
  const expect = (holds: boolean, told: () => string): void =>
    step.findings.expect(holds, 'M7 shares', () => `${name(payment)}: ${told()}`);
  const total = sumOf(split.shares);
  expect(total === payment.amountMinor, () => `its shares add up to ${String(total)}`);
  if (!step.before.payment) step.world.count('split created');
  for (const share of split.shares) {
    const { amountMinor, refundedMinor } = share;
    const refunded = refundedOf(share, split, attempts);
    expect(refunded <= amountMinor, () => {
      return `refunds of ${String(refunded)} exceed a share of ${String(amountMinor)}`;
    });
    expect(refunded === refundedMinor, () => {
      return `a share says ${String(refundedMinor)} refunded, not ${String(refunded)}`;
    });
  }
  checkNewRefunds(step, split, expect);
}

function checkNewRefunds(
  { world, before, after }: Step,
  { shares, parts }: SplitRows,
  expect: (holds: boolean, told: () => string) => void,
): void {
  const known = new Set(before.attempts.map(({ attemptId }) => attemptId));
  for (const { attemptId, verb, transId, amountMinor } of after.attempts) {
    if (known.has(attemptId)) continue;
    if (verb === 'reverse') world.count('cancel of a split');
    if (verb !== 'refund') continue;
    const ofRefund = parts.filter((part) => part.transId === transId);
    expect(sumOf(ofRefund) === amountMinor, () => {
      return `the parts of a refund of ${String(amountMinor)} add up to ${String(sumOf(ofRefund))}`;
    });
    const isSettled = before.payment?.status === 'SETTLED';
    world.count(ofRefund.length > 1 ? 'refund of all shares' : 'refund of a share');
    if (isSettled) world.count('refund of a settled share');
    for (const { subpaymentId, funds } of ofRefund) {
      const share = shares.find((one) => one.subpaymentId === subpaymentId);
      const wanted = isSettled ? 'MERCHANT_PAYABLE' : share && accountOf(share);
      expect(funds === wanted, () => `a refund is paid from ${funds}, not ${String(wanted)}`);
    }
  }
}
