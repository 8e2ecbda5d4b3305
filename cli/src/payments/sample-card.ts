// The card and the browser that commands send: only the card number is chosen.

import { systemClock } from '@bramka/gateway/core/clock.ts';
import type { PlainCard } from './encrypt-card.ts';

export const SAMPLE_CARD = '4111111111111111';

interface CardOptions {
  readonly card: string;
  readonly holder?: string;
}

export function sampleCard({
  card,
  holder,
}: CardOptions): PlainCard & { readonly holder?: string | undefined } {
  const expiryYear = new Date(systemClock.now()).getUTCFullYear() + 4;
  return {
    instrumentNo: card,
    expDate: `${expiryYear}12`,
    // American Express cards have a security code of four digits.
    cvv: /^3[47]/.test(card) ? '1234' : '123',
    holder,
  };
}

/** A browser without JavaScript: the least that 3-D Secure needs. */
export const sampleBrowser = {
  javascriptEnabled: false,
  language: 'en',
  userAgent: 'bramka-pay',
  acceptHeader: 'text/html',
};
