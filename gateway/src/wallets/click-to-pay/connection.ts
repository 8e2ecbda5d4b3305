// How Click to Pay is configured and connected.

import { connection } from '../../settings/connection.ts';
import { secretText, text, url } from '../../settings/kinds.ts';
import { settings } from '../../settings/setting.ts';
import { parseSigningKeys } from '../trust/signing-keys.ts';
import { openTrustFile } from '../trust/trust-file.ts';
import { httpConfirmations } from './confirmation-client.ts';

export const clickToPayConnection = connection({
  title: 'Click to Pay',
  settings: settings('BRAMKA_C2P', {
    url: [
      url,
      'URL of Click to Pay for confirmations; if absent: no Click to Pay, in the sandbox simulated',
    ],
    key: [secretText, 'bearer key sent to Click to Pay'],
    sdkUrl: [url, 'URL of the Click to Pay script for merchants’ pages'],
    keysFile: [text(), 'JWKS file with the keys that sign Click to Pay checkouts'],
  }),
  async connect({ sdkUrl, keysFile: path, ...own }, { isProduction, clock, log, timeoutMs }) {
    const file = await openTrustFile({
      name: 'click_to_pay_keys',
      title: 'the signing keys of Click to Pay',
      path,
      parse: (bytes) => parseSigningKeys(bytes, { isProduction, now: clock.now() }),
      expiryOf: () => null,
      log,
    });
    const { confirm, close } = httpConfirmations({ ...own, timeoutMs });
    const clickToPay = { sdkUrl: () => sdkUrl, keys: file.content, confirm };
    return { adapter: { clickToPay, trustFiles: [file] }, close };
  },
});
