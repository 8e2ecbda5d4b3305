// Apple Pay: the merchant's page gets a session of Apple for its button, and sends the token that
// the customer has confirmed.

import { Type } from 'typebox';
import { optionalText } from '../../http/schema.ts';
import type { Merchant, MerchantSettings } from '../../merchants/merchant.ts';
import { openAppleToken } from '../../wallets/apple/open-apple-token.ts';
import type { MethodDefinition, MethodDetails, MethodParts, MethodPayment } from '../method.ts';
import { walletFields, walletSteps, type Wallet } from '../wallet/wallet-steps.ts';

export const apayMethod: MethodDefinition = {
  name: 'APAY',
  title: 'Apple Pay',
  meaning: 'Apple Pay.',
  means: ['NETWORK_TOKEN'],
  instruments: { APAY: { meaning: 'Apple Pay, by token.', fields: ['token'] } },
  fields: walletFields,
  hasCards: true,
  pageFields: {
    apaySession: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Method APAY without a token: the merchant session of Apple, for ' +
          'completeMerchantValidation. Valid for five minutes and one button; send instrument ' +
          '{type: APAY} with PATCH for another one. Absent: apaySessionInfo says why.',
      }),
    ),
    apaySessionInfo: optionalText(
      'Method APAY without a token: why there is no apaySession, and what to set.',
    ),
  },
  create(parts) {
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
      ...walletSteps(parts, wallet),
      async readiness({ merchantId }) {
        if (!parts.wallets.apple) return 'UNAVAILABLE';
        const keys = await parts.walletKeys.list('APAY_PROCESSING', merchantId);
        return keys.length > 0 ? 'ENABLED' : 'DISABLED';
      },
      pageData: (payment, merchant, details) => sessionFor(parts, payment, merchant, details),
    };
  },
};

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
