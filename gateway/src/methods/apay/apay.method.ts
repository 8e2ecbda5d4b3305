// Apple Pay: the merchant's page gets a session of Apple for its button, and sends the token that
// the customer has confirmed.

import type { Merchant } from '../../merchants/merchant.ts';
import { openAppleToken } from '../../wallets/apple/open-apple-token.ts';
import { continueWithChallenge } from '../card/soft-decline.ts';
import type { MethodDetails, MethodParts, MethodPayment, PaymentMethod } from '../method.ts';
import { fitsWallet, startWallet, walletTypeOf, type Wallet } from '../wallet/wallet-steps.ts';

export function apayMethod(parts: MethodParts): PaymentMethod {
  const wallet: Wallet = {
    name: 'APAY',
    field: 'token',
    async open(text, { payment }, { at }) {
      const keys = await parts.walletKeys.list('APAY_PROCESSING', payment.merchantId);
      const roots = parts.wallets.apple?.roots() ?? [];
      return openAppleToken(text, { roots, keys, at });
    },
  };
  return {
    method: 'APAY',
    types: ['APAY'],
    means: ['NETWORK_TOKEN'],
    fits: fitsWallet,
    async readiness({ merchantId }) {
      if (!parts.wallets.apple) return 'UNAVAILABLE';
      const keys = await parts.walletKeys.list('APAY_PROCESSING', merchantId);
      return keys.length > 0 ? 'ENABLED' : 'DISABLED';
    },
    options: () => [],
    typeOf: (fields) => walletTypeOf(wallet, fields),
    start: (request, now) => startWallet(parts, wallet, request, now),
    pageData: (payment, merchant, details) => sessionFor(parts, payment, merchant, details),
    afterDecline: (report, now) => continueWithChallenge(parts, report, now),
  };
}

/** Nothing if Apple gives no session: the page shows no button then, or asks again. */
async function sessionFor(
  { wallets, walletKeys, pageHost }: MethodParts,
  { merchantId, channel }: MethodPayment,
  { settings }: Merchant,
  { redirectURL }: MethodDetails,
): Promise<object> {
  const [identity] = await walletKeys.list('APAY_IDENTITY', merchantId);
  const domain = channel === 'PAYWALL' ? pageHost() : hostOf(redirectURL ?? settings.url);
  if (!wallets.apple || !identity || domain === null) return {};
  const request = { identity, displayName: settings.name, domain };
  const answer = await wallets.apple.requestSession(request);
  return answer.kind === 'session' ? { apaySession: answer.session } : {};
}

function hostOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.hostname ?? null);
}
