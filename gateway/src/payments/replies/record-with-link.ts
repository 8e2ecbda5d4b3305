// The payment record, with link and CLIENT token while a PAYWALL payment is unfinished, and with
// the shares of a MARKETPLACE payment.

import { isOpen } from '../links/links.ts';
import type { PaymentParts } from '../processing/parts.ts';
import type { Payment } from '../model/payment.ts';
import type { Subpayment } from '../model/subpayment.ts';
import { splitView } from './split/subpayment.view.ts';
import { recordView } from './payment.view.ts';

export async function recordWithLink(
  parts: Pick<PaymentParts, 'links'>,
  payment: Payment,
  shares: readonly Subpayment[] = [],
): Promise<object> {
  const link = isOpen(payment) ? await parts.links.of(payment) : {};
  return { ...recordView(payment), ...splitView(payment, shares), ...link };
}
