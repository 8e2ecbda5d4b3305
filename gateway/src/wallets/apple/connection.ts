// How Apple Pay is configured and connected.

import { connection } from '../../settings/connection.ts';
import { text, url } from '../../settings/kinds.ts';
import { settings } from '../../settings/setting.ts';
import { parseAppleRoots } from '../trust/apple-roots.ts';
import { openTrustFile } from '../trust/trust-file.ts';
import { httpAppleSessions } from './session-client.ts';

export const appleConnection = connection({
  title: 'Apple Pay',
  settings: settings('BRAMKA_APAY', {
    url: [
      url,
      'URL of the Apple Pay gateway for sessions; ' +
        'if absent: no Apple Pay, in the sandbox simulated',
    ],
    rootsFile: [text(), 'PEM file with the root certificates of Apple Pay tokens'],
  }),
  async connect({ rootsFile: path, ...own }, { isProduction, clock, log, timeoutMs }) {
    const file = await openTrustFile({
      name: 'apple_roots',
      title: 'the root certificates of Apple Pay',
      path,
      parse: (bytes) => parseAppleRoots(bytes, { isProduction, now: clock.now() }),
      expiryOf: (roots) => Math.max(...roots.map(({ validTo }) => Date.parse(validTo))),
      log,
    });
    const { requestSession, close } = httpAppleSessions({ ...own, timeoutMs });
    const apple = { roots: file.content, requestSession };
    return { adapter: { apple, trustFiles: [file] }, close };
  },
});
