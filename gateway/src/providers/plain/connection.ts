// How an acquirer with the plain protocol is configured and connected.

import { httpTransport } from '../../http/outgoing.ts';
import { connection } from '../../settings/connection.ts';
import { optional, secretText, url } from '../../settings/kinds.ts';
import { settings } from '../../settings/setting.ts';
import { plainAcquirer } from './plain.provider.ts';

export const acquirerConnection = connection({
  title: 'acquirer',
  takesCards: true,
  settings: settings('BRAMKA_ACQUIRER', {
    url: [url, 'URL of the acquirer; if absent, the acquirer is simulated'],
    key: [optional(secretText), 'bearer key sent to the acquirer', { mayBeAlone: true }],
  }),
  connect(own, { timeoutMs, maxInFlightMs }) {
    const { send, close } = httpTransport({ ...own, timeoutMs });
    return { adapter: plainAcquirer('plain', send, maxInFlightMs), close };
  },
});
