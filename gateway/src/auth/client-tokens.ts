// CLIENT tokens for payment pages: issued for the current version of the merchant, so that they end
// when the merchant is suspended or its tokens are revoked.

import type { Instant } from '../core/clock.ts';
import type { MerchantStore } from '../merchants/merchant.store.ts';
import type { ClientClaims, Jwts } from './jwt.ts';

type PagePayment = Pick<ClientClaims, 'merchantId' | 'paymentId' | 'generation'> & {
  readonly validUntil: Instant;
};

export function clientTokens(
  jwts: Jwts,
  merchants: MerchantStore,
): (payment: PagePayment) => Promise<string> {
  return async ({ merchantId, paymentId, generation, validUntil }) => {
    const merchantVersion = (await merchants.find(merchantId))?.version ?? 0;
    return jwts.issueClient({ merchantId, paymentId, generation, merchantVersion }, validUntil);
  };
}
