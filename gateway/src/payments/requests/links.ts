// Links to the payment page and the CLIENT tokens that go with them, bound to one payment and one
// generation: a new link makes the old one worthless.

import { timingSafeEqual } from 'node:crypto';
import { fingerprint, type Key } from '../../core/seal.ts';
import type { Payment } from '../payment.ts';

/** Issues the CLIENT token of a payment. */
export type ClientTokens = (payment: Payment) => Promise<string>;

export interface Links {
  /** Where customers reach a path of this gateway. */
  at(path: string): string;
  /** Where the customer pays, while a PAYWALL payment is unfinished. */
  url(payment: Payment): string | null;
  /** The page of the payment, however it stands. */
  page(payment: Payment): string;
  /** What PAYWALL creation and restore answer besides the record. */
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

/** Whether the customer still has something to do or to see on the page of a payment. */
export function isOpen({ channel, status }: Payment): boolean {
  return channel === 'PAYWALL' && (status === 'NEW' || status === 'PENDING');
}
