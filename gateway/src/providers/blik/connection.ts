// How the BLIK operator is configured and connected.

import { httpTransport } from '../../http/outgoing.ts';
import { connection } from '../../settings/connection.ts';
import { secretText, url } from '../../settings/kinds.ts';
import { settings } from '../../settings/setting.ts';
import { blikProvider } from './blik.provider.ts';
import { BLIK_NOTIFICATION_PATH } from './notification.ts';

export const blikConnection = connection({
  title: 'BLIK',
  callsBack: true,
  settings: settings('BRAMKA_BLIK', {
    url: [url, 'URL of the BLIK operator; if absent: no BLIK, in the sandbox simulated'],
    key: [secretText, 'bearer key to and from the BLIK operator; it also signs its notifications'],
  }),
  connect(own, { timeoutMs, maxInFlightMs, publicUrl }) {
    const { send, close } = httpTransport({ ...own, timeoutMs });
    const notificationUrl = () => `${publicUrl()}${BLIK_NOTIFICATION_PATH}`;
    const options = { name: 'blik', key: own.key, maxInFlightMs, notificationUrl };
    return { adapter: blikProvider({ ...options, send }), close };
  },
});
