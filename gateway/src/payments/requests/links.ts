// Links to the payment page and the CLIENT tokens that go with them, bound to one payment and one
// generation: a new link makes the old one worthless.

import { timingSafeEqual } from 'node:crypto';
import { fingerprint, type Key } from '../../core/seal.ts';
import type { Payment } from '../payment.ts';

/** Issues the CLIENT token of a payment. */
export type ClientTokens = (payment: Payment) => Promise<string>;

export interface Links {
  /** What PAYWALL creation and restore answer besides the record. */
  of(payment: Payment): Promise<{ redirectURL: string; clientToken: string }>;
  opens(payment: Payment, key: string): boolean;
}

const KEY_BYTES = 16;

export function createLinks(publicUrl: () => string, key: Key, clientTokens: ClientTokens): Links {
  const keyOf = ({ merchantId, paymentId, generation }: Payment): Buffer =>
    fingerprint(key, `${merchantId}|${paymentId}|${String(generation)}`).subarray(0, KEY_BYTES);
  return {
    async of(payment) {
      const path = `${payment.merchantId}/${payment.paymentId}/${keyOf(payment).toString('hex')}`;
      return {
        redirectURL: `${publicUrl()}/pay/${path}`,
        clientToken: await clientTokens(payment),
      };
    },
    opens(payment, given) {
      if (!/^[0-9a-f]{32}$/.test(given)) return false;
      return timingSafeEqual(Buffer.from(given, 'hex'), keyOf(payment));
    },
  };
}
