// How Adyen is configured and connected.

import { secret, type Secret } from '../../core/secret.ts';
import { connection } from '../../settings/connection.ts';
import { formed, secretText, url } from '../../settings/kinds.ts';
import { settings, type Kind } from '../../settings/setting.ts';
import { accountRule, MERCHANT_ACCOUNT } from './account.ts';
import { ADYEN_NOTIFICATION_PATH, adyenProvider } from './adyen.provider.ts';
import { httpAdyen } from './transport.ts';

const HMAC_KEY = /^[0-9A-Fa-f]{64}(,[0-9A-Fa-f]{64})?$/;

const hmacKey: Kind<Secret<string>> = {
  ...secretText,
  rule: 'must be 64 hexadecimal digits, or two such keys with a comma between them',
  parse: (given) => (HMAC_KEY.test(given) ? secret(given) : undefined),
};

export const adyenConnection = connection({
  title: 'Adyen',
  takesCards: true,
  callsBack: true,
  settings: settings('BRAMKA_ADYEN', {
    url: [url, 'URL of Adyen Checkout v71, such as https://checkout-test.adyen.com/v71'],
    merchantAccount: [
      formed(MERCHANT_ACCOUNT, `must be ${accountRule}`),
      'merchant account of this gateway at Adyen',
    ],
    apiKey: [secretText, 'API key of the web service user at Adyen'],
    hmacKey: [hmacKey, 'HMAC key of the webhook at Adyen; two with a comma while it is replaced'],
  }),
  connect({ url: address, ...account }, context) {
    const { timeoutMs, maxInFlightMs, clock, publicUrl } = context;
    const { send, close } = httpAdyen({ url: address, timeoutMs });
    const returnUrl = () => `${publicUrl()}${ADYEN_NOTIFICATION_PATH}`;
    const options = { name: 'adyen', account, maxInFlightMs, clock, returnUrl };
    return { adapter: adyenProvider({ ...options, send }), close };
  },
});
