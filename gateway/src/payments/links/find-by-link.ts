// Finds the payment of a link. Every bad link costs the same work and gets the same answer, so that
// nobody learns which merchants and payments exist.

import type { Clock } from '../../core/clock.ts';
import { isUuid } from '../../core/id.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentStore } from '../loading/payment.store.ts';
import { servedSince } from '../model/served-since.ts';
import type { LinkedPayment, Links } from './links.ts';

/** Looked up instead of a payment that a malformed link cannot name. */
const nobody: LinkedPayment = {
  merchantId: '0',
  paymentId: '00000000-0000-0000-0000-000000000000',
  generation: 0,
};

const MERCHANT_ID = /^[0-9]{4,15}$/;

interface LinkParts {
  readonly store: Pick<PaymentStore, 'find'>;
  readonly links: Pick<Links, 'opens'>;
  readonly clock: Clock;
}

/** `link` is what follows /pay/ in the address: `{merchantId}/{paymentId}/{key}`. */
export async function findByLink(parts: LinkParts, link: string): Promise<Payment | undefined> {
  const [merchantId = '', paymentId = '', key = '', ...rest] = link.split('/');
  const isLink = rest.length === 0 && MERCHANT_ID.test(merchantId) && isUuid(paymentId);
  const named = isLink ? { merchantId, paymentId } : nobody;
  const payment = await parts.store.find(named.merchantId, named.paymentId);
  const opens = parts.links.opens(payment ?? nobody, key);
  if (!payment || !opens) return undefined;
  return payment.createdAt > servedSince(parts.clock.now()) ? payment : undefined;
}
