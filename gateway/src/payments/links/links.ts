// Links to the payment page and their CLIENT tokens, bound to one payment and one generation: a new
// link invalidates the old one.

import { timingSafeEqual } from 'node:crypto';
import type { Instant } from '../../core/clock.ts';
import { fingerprint, type Key } from '../../core/seal.ts';
import type { Payment } from '../model/payment.ts';
import { createPreviews, type Previews } from './preview.ts';

/** What differs from a token of the current merchant that ends with the payment's validity. */
export interface ClientTokenTerms {
  readonly merchantVersion: number;
  readonly expiresAt: Instant;
}

/** Issues the CLIENT token of a payment. */
type ClientTokens = (payment: Payment, terms?: ClientTokenTerms) => Promise<string>;

/** What the key of a link is computed from. */
export type LinkedPayment = Pick<Payment, 'merchantId' | 'paymentId' | 'generation'>;

export interface Links {
  /** The public URL of a path of this gateway. */
  at(path: string): string;
  /** The URL where the customer pays, while a PAYWALL payment is unfinished. */
  url(payment: Payment): string | null;
  /** The page of the payment, whatever its status. */
  page(payment: Payment): string;
  /** What PAYWALL creation and restore return in addition to the record. */
  of(payment: Payment): Promise<{ redirectURL: string; clientToken: string }>;
  /** The CLIENT token for the holder of a link. */
  tokenOf: ClientTokens;
  opens(payment: LinkedPayment, key: string): boolean;
  /** Previews of the page, for the operator. */
  readonly previews: Previews;
}

const KEY_BYTES = 16;
const NO_KEY = Buffer.alloc(KEY_BYTES);

export function createLinks(publicUrl: () => string, key: Key, clientTokens: ClientTokens): Links {
  const keyOf = ({ merchantId, paymentId, generation }: LinkedPayment): Buffer =>
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
    tokenOf: clientTokens,
    previews: createPreviews(key),
    opens(payment, given) {
      // A malformed key is compared as well, so that it takes the same time.
      const isKey = /^[0-9a-f]{32}$/.test(given);
      const isRight = timingSafeEqual(isKey ? Buffer.from(given, 'hex') : NO_KEY, keyOf(payment));
      return isKey && isRight;
    },
  };
}

/** Whether the page of the payment is still of use to the customer. */
export function isOpen({ channel, status }: Payment): boolean {
  return channel === 'PAYWALL' && (status === 'NEW' || status === 'PENDING');
}
