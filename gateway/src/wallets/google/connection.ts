// How Google Pay is configured and connected; it is not called.

import { connection } from '../../settings/connection.ts';
import { formed, optional, text } from '../../settings/kinds.ts';
import { settings } from '../../settings/setting.ts';
import { lastExpiration, parseGoogleRoots } from '../trust/google-roots.ts';
import { openTrustFile } from '../trust/trust-file.ts';

const gatewayId = formed(
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  'must be 1 to 64 letters, digits, dots, dashes or underscores',
);
const merchantId = formed(/^[A-Za-z0-9]{1,32}$/, 'must be 1 to 32 letters and digits');

export const googleConnection = connection({
  title: 'Google Pay',
  settings: settings('BRAMKA_GPAY', {
    gateway: [
      gatewayId,
      'id of this gateway at Google Pay; if absent: no Google Pay, in the sandbox simulated',
    ],
    rootsFile: [text(), 'JSON file with the root keys that Google publishes'],
    merchantId: [
      optional(merchantId),
      'merchant id of the operator at Google; if absent: no Google Pay on the payment page',
    ],
  }),
  async connect({ gateway, rootsFile: path, ...own }, { isProduction, clock, log }) {
    const file = await openTrustFile({
      name: 'google_roots',
      title: 'the root keys of Google Pay',
      path,
      parse: (bytes) => parseGoogleRoots(bytes, { isProduction, now: clock.now() }),
      expiryOf: lastExpiration,
      log,
    });
    const google = { ...own, recipientId: `gateway:${gateway}`, roots: file.content };
    return { adapter: { google, trustFiles: [file] }, close: () => Promise.resolve() };
  },
});
