// Apple Pay: the merchant's page gets a session of Apple for its button, and sends the token that
// the customer has confirmed.

import type { Merchant, MerchantSettings } from '../../merchants/merchant.ts';
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

/** Without a session the answer says why: the page shows no button then, or asks again. */
async function sessionFor(
  { wallets, walletKeys, pageHost }: MethodParts,
  { merchantId, channel }: MethodPayment,
  { settings }: Merchant,
  { redirectURL }: MethodDetails,
): Promise<object> {
  const [identity] = await walletKeys.list('APAY_IDENTITY', merchantId);
  const domain = channel === 'PAYWALL' ? pageHost() : domainOf(redirectURL, settings);
  if (domain === null) return { apaySessionInfo: noDomain };
  if (!wallets.apple || !identity) return { apaySessionInfo: noIdentity };
  const request = { identity, displayName: settings.name, domain };
  const answer = await wallets.apple.requestSession(request);
  if (answer.kind === 'session') return { apaySession: answer.session };
  return { apaySessionInfo: `Apple gave no session for the domain ${domain}. ${check}` };
}

const noDomain =
  'The domain of your page is not known: send merchant.redirectURL with the payment, or let the ' +
  'operator set the url of the merchant.';
const noIdentity = 'The operator must connect a merchant identity certificate (APAY_IDENTITY).';
const check = 'Check that it is registered at Apple, and ask again.';

/** The page that the customer returns to, the shop, or the only origin that is registered. */
function domainOf(
  redirectURL: string | undefined,
  { url, redirectOrigins }: MerchantSettings,
): string | null {
  const [origin, ...others] = redirectOrigins;
  const only = origin === '*' || others.length > 0 ? undefined : origin;
  const known = redirectURL ?? url ?? only;
  return known === undefined ? null : (URL.parse(known)?.hostname ?? null);
}
