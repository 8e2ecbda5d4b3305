// How the token services of Visa (VTS) and Mastercard (SCOF) are configured and connected.

import type { Key } from '../../core/seal.ts';
import { secret } from '../../core/secret.ts';
import { httpTransport } from '../../http/outgoing.ts';
import { connection, type Connection } from '../../settings/connection.ts';
import { secretText, url } from '../../settings/kinds.ts';
import { settings, type Kind } from '../../settings/setting.ts';
import { masterKeyBytes } from '../../storage/key-file.ts';
import type { TokenScheme } from '../network-token.ts';
import { TOKEN_NEWS_PATH } from '../token-news.ts';
import type { TokenService } from '../token-service-port.ts';
import { plainTokenService } from './plain-tokens.ts';

/** Pictures of cards are larger than other answers. */
const MAX_ANSWER_BYTES = 1024 * 1024;

const keyBytes: Kind<Key> = {
  rule: 'must be 32 bytes in base64',
  parse(given) {
    const bytes = masterKeyBytes(secret(given));
    return bytes && secret(bytes);
  },
  isSecret: true,
};

function tokenConnection(scheme: TokenScheme, owner: string): Connection<TokenService> {
  return connection({
    title: scheme,
    callsBack: true,
    settings: settings(`BRAMKA_${scheme}`, {
      url: [
        url,
        `URL of the ${owner} token service; if absent: no ${scheme}, in the sandbox simulated`,
      ],
      key: [secretText, `bearer key sent to the ${owner} token service`],
      secret: [keyBytes, '32 bytes in base64, shared with it: encrypts numbers, signs its news'],
    }),
    connect({ secret: shared, ...own }, { timeoutMs, random, publicUrl }) {
      const { send, close } = httpTransport({
        ...own,
        timeoutMs,
        maxAnswerBytes: MAX_ANSWER_BYTES,
      });
      const notificationUrl = () => `${publicUrl()}${TOKEN_NEWS_PATH}`;
      const adapter = plainTokenService({ scheme, send, secret: shared, random, notificationUrl });
      return { adapter, close };
    },
  });
}

export const tokenConnections: readonly Connection<TokenService>[] = [
  tokenConnection('VTS', 'Visa'),
  tokenConnection('SCOF', 'Mastercard'),
];
