// How Stripe is configured and connected.

import { connection } from '../../settings/connection.ts';
import { formed, optional, secretText, url } from '../../settings/kinds.ts';
import { settings } from '../../settings/setting.ts';
import { httpStripe } from './transport.ts';
import { ACCOUNT_ID, ACCOUNT_RULE } from './own-account.ts';
import { stripeProvider } from './stripe.provider.ts';

const STRIPE_URL = 'https://api.stripe.com';

export const stripeConnection = connection({
  title: 'Stripe',
  takesCards: true,
  callsBack: true,
  settings: settings('BRAMKA_STRIPE', {
    key: [secretText, 'secret key of the account at Stripe, which takes card payments'],
    webhookSecret: [secretText, 'signing secret of the webhook at Stripe'],
    account: [
      optional(formed(ACCOUNT_ID, `must be ${ACCOUNT_RULE}`)),
      'id of the account, which then no merchant can claim',
    ],
    url: [{ ...url, fallback: STRIPE_URL }, 'URL of the API, for tests'],
  }),
  connect({ url: address, account: accountId, ...account }, context) {
    const { clock, maxInFlightMs, timeoutMs } = context;
    const { send, close } = httpStripe({ url: address, timeoutMs });
    const options = { name: 'stripe', account, accountId, clock, maxInFlightMs, send };
    return { adapter: stripeProvider(options), close };
  },
});
