// The deposits with which the demo merchants of the sandbox start, so that refunds after settlement
// can be tried at once.

import { demoMerchants } from '../merchants/demo.ts';
import type { DepositParts } from './deposit.ts';
import { recordDeposit } from './record-deposit.ts';

const currencies = ['PLN', 'EUR', 'USD'];
/** 10 000.00; all of them have two decimals. */
const AMOUNT_MINOR = 10_000_00n;

/** Makes each deposit once until a reset; several nodes may do this at the same time. */
export async function addDemoDeposits(parts: DepositParts): Promise<void> {
  for (const { merchantId } of demoMerchants) {
    for (const currency of currencies) {
      const content = { kind: 'DEPOSIT', currency, amountMinor: AMOUNT_MINOR } as const;
      await recordDeposit(parts, { merchantId, reference: `sandbox-${currency}`, ...content });
    }
  }
}
