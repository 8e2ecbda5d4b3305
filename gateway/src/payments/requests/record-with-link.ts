// The payment record, with link and CLIENT token while a PAYWALL payment can still be paid.

import type { PaymentParts } from '../parts.ts';
import type { Payment } from '../payment.ts';
import { recordView } from '../payment.view.ts';

export async function recordWithLink(parts: PaymentParts, payment: Payment): Promise<object> {
  const open = payment.channel === 'PAYWALL' && payment.status === 'NEW';
  return { ...recordView(payment), ...(open ? await parts.links.of(payment) : {}) };
}
