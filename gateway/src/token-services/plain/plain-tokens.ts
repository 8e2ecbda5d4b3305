// The adapter for token services with the plain protocol, over any transport: HTTP between
// processes, or a function call in one.

import type { RandomBytes } from '../../core/random.ts';
import type { Key } from '../../core/seal.ts';
import { open } from '../../core/secret.ts';
import { orUnknown, type Transport } from '../../http/outgoing.ts';
import type { TokenScheme } from '../network-token.ts';
import type { ProvisionRequest, TokenService } from '../token-service-port.ts';
import { encryptValues, keysOf } from './encrypted-values.ts';
import type { TokenAnswer, TokenRequest, TokenVerb } from './messages.ts';
import { isNewsAuthentic, readNews } from './news.ts';
import {
  readCryptogram,
  readFound,
  readProvision,
  readRemoved,
  readVisual,
} from './read-answer.ts';

interface PlainTokenOptions {
  readonly scheme: TokenScheme;
  readonly send: Transport<TokenVerb, TokenRequest>;
  /** Shared with the service: encrypts numbers and signs news. */
  readonly secret: Key;
  readonly random: RandomBytes;
  /** Where the service sends news. */
  readonly notificationUrl: () => string;
}

export function plainTokenService(options: PlainTokenOptions): TokenService {
  const { scheme, send, random } = options;
  const keys = keysOf(options.secret);
  const ask = <A>(verb: TokenVerb, message: TokenRequest, read: (answer: TokenAnswer) => A) =>
    orUnknown(async () => read(await send(verb, message)));
  const provisionMessage = ({ requestId, merchantId, card }: ProvisionRequest): TokenRequest => {
    const values = { requestId, number: open(card.number), expiry: open(card.expiry) };
    const encCardInfo = encryptValues(keys.encryption, values, random);
    return { requestId, merchantId, encCardInfo, notificationUrl: options.notificationUrl() };
  };
  return {
    scheme,
    provision: (request) =>
      ask('provision', provisionMessage(request), (answer) => {
        const { requestId, card } = request;
        return readProvision(answer, keys.encryption, { requestId, cardNumber: card.number });
      }),
    cryptogram({ instrumentRef, merchantId, amount }) {
      const { minor, currency } = amount;
      const message = { instrumentRef, merchantId, amountMinor: String(minor), currency };
      return ask('cryptogram', message, (answer) => readCryptogram(answer, instrumentRef));
    },
    remove: (instrumentRef) =>
      ask('remove', { instrumentRef }, (answer) => readRemoved(answer, instrumentRef)),
    read: (instrumentRef) =>
      ask('read', { instrumentRef }, (answer) => readFound(answer, keys.encryption, instrumentRef)),
    async visual(instrumentRef, visualId) {
      const picture = await ask('visual', { instrumentRef, visualId }, (answer) =>
        readVisual(answer, instrumentRef, visualId),
      );
      return picture && 'data' in picture ? picture : undefined;
    },
    readNews(message, at) {
      if (!isNewsAuthentic(message, keys.signature, at)) return 'not-authentic';
      return readNews(message.body, scheme) ?? 'unreadable';
    },
  };
}
