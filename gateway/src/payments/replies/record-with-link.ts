// The payment record, with link and CLIENT token while a PAYWALL payment is unfinished.

import { isOpen } from '../links/links.ts';
import type { PaymentParts } from '../parts.ts';
import type { Payment } from '../payment.ts';
import { recordView } from './payment.view.ts';

export async function recordWithLink(parts: PaymentParts, payment: Payment): Promise<object> {
  const link = isOpen(payment) ? await parts.links.of(payment) : {};
  return { ...recordView(payment), ...link };
}
