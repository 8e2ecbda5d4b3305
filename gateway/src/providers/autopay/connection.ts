// How Autopay is configured and connected.

import { connection, type ConnectContext } from '../../settings/connection.ts';
import { choice, flag, formed, secretText, url } from '../../settings/kinds.ts';
import { settings } from '../../settings/setting.ts';
import { autopayProvider } from './autopay.provider.ts';
import { hashMethods } from './hash.ts';
import { TRANSFER_PATH } from './messages/return.ts';
import { httpAutopay } from './transport.ts';

export const serviceId = formed(/^[1-9][0-9]{0,9}$/, 'must be a number of 1 to 10 digits');
export const hashMethod = choice(hashMethods, 'SHA256');

/** What every provider of bank transfers is created with. */
export function transferOptions({ maxInFlightMs, isProduction, publicUrl }: ConnectContext) {
  const returnUrl = () => `${publicUrl()}${TRANSFER_PATH}`;
  return { maxInFlightMs, returnUrl, allowsPlainLinks: !isProduction };
}

export const autopayConnection = connection({
  title: 'Autopay',
  callsBack: true,
  settings: settings('BRAMKA_AUTOPAY', {
    url: [url, 'URL of Autopay, for bank transfers and BLIK, such as https://pay.autopay.eu'],
    serviceId: [serviceId, 'service id of this gateway at Autopay, up to 10 digits'],
    key: [secretText, 'shared key of the service at Autopay'],
    hashMethod: [
      hashMethod,
      'hash of the service at Autopay: SHA256 or SHA512',
      { name: 'BRAMKA_AUTOPAY_HASH' },
    ],
    takesBlik: [
      flag,
      'whether BLIK is paid over Autopay too: true or false',
      { name: 'BRAMKA_AUTOPAY_BLIK' },
    ],
  }),
  connect({ url: address, takesBlik, ...service }, context) {
    const { send, close } = httpAutopay({ url: address, timeoutMs: context.timeoutMs });
    const { ids } = context;
    const options = { ...transferOptions(context), ids, name: 'BM', service, takesBlik };
    return { adapter: autopayProvider({ ...options, send }), close };
  },
});
