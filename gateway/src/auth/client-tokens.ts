// CLIENT tokens for payment pages: issued for the current version of the merchant, so that they end
// when the merchant is suspended or its tokens are revoked.

import type { Instant } from '../core/clock.ts';
import type { MerchantStore } from '../merchants/merchant.store.ts';
import type { ClientClaims, Jwts } from './jwt.ts';

type PagePayment = Pick<ClientClaims, 'merchantId' | 'paymentId' | 'generation'> & {
  readonly validUntil: Instant;
};

/** Absent: the current version of the merchant and the end of the payment's validity. */
interface Terms {
  readonly merchantVersion: number;
  readonly expiresAt: Instant;
}

export function clientTokens(
  jwts: Jwts,
  merchants: MerchantStore,
): (payment: PagePayment, terms?: Terms) => Promise<string> {
  return async ({ merchantId, paymentId, generation, validUntil }, terms) => {
    const merchantVersion =
      terms?.merchantVersion ?? (await merchants.find(merchantId))?.version ?? 0;
    const claims = { merchantId, paymentId, generation, merchantVersion };
    return jwts.issueClient(claims, terms?.expiresAt ?? validUntil);
  };
}
