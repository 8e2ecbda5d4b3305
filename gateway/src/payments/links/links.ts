// Links to the payment page and their CLIENT tokens, bound to one payment and one generation: a new
// link invalidates the old one.

import { timingSafeEqual } from 'node:crypto';
import { fingerprint, type Key } from '../../core/seal.ts';
import type { Payment } from '../payment.ts';

/** Issues the CLIENT token of a payment. */
export type ClientTokens = (payment: Payment) => Promise<string>;

export interface Links {
  /** The public URL of a path of this gateway. */
  at(path: string): string;
  /** The URL where the customer pays, while a PAYWALL payment is unfinished. */
  url(payment: Payment): string | null;
  /** The page of the payment, whatever its status. */
  page(payment: Payment): string;
  /** What PAYWALL creation and restore return in addition to the record. */
  of(payment: Payment): Promise<{ redirectURL: string; clientToken: string }>;
  opens(payment: Payment, key: string): boolean;
}

const KEY_BYTES = 16;

export function createLinks(publicUrl: () => string, key: Key, clientTokens: ClientTokens): Links {
  const keyOf = ({ merchantId, paymentId, generation }: Payment): Buffer =>
    fingerprint(key, `${merchantId}|${paymentId}|${String(generation)}`).subarray(0, KEY_BYTES);
  const address = (payment: Payment): string => {
    const path = `${payment.merchantId}/${payment.paymentId}/${keyOf(payment).toString('hex')}`;
    return `${publicUrl()}/pay/${path}`;
  };
  return {
    at: (path) => `${publicUrl()}${path}`,
    url: (payment) => (isOpen(payment) ? address(payment) : null),
    page: address,
    async of(payment) {
      return { redirectURL: address(payment), clientToken: await clientTokens(payment) };
    },
    opens(payment, given) {
      if (!/^[0-9a-f]{32}$/.test(given)) return false;
      return timingSafeEqual(Buffer.from(given, 'hex'), keyOf(payment));
    },
  };
}

/** Whether the page of the payment is still of use to the customer. */
export function isOpen({ channel, status }: Payment): boolean {
  return channel === 'PAYWALL' && (status === 'NEW' || status === 'PENDING');
}
