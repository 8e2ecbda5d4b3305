// How a bank transfer provider with the plain redirect protocol is configured and connected.

import { httpTransport } from '../../http/outgoing.ts';
import { connection } from '../../settings/connection.ts';
import { secretText, url } from '../../settings/kinds.ts';
import { settings } from '../../settings/setting.ts';
import { hashMethod, serviceId, transferOptions } from '../autopay/connection.ts';
import { redirectProvider } from './redirect.provider.ts';

export const redirectConnection = connection({
  title: 'PA',
  callsBack: true,
  settings: settings('BRAMKA_PA', {
    url: [url, 'URL of a second bank transfer provider with the plain redirect protocol'],
    serviceId: [serviceId, 'service id of this gateway at that provider'],
    key: [secretText, 'bearer key of that provider; it also signs the way back of customers'],
    hashMethod: [hashMethod, 'hash of the way back: SHA256 or SHA512', { name: 'BRAMKA_PA_HASH' }],
  }),
  connect({ url: address, ...service }, context) {
    const { timeoutMs } = context;
    const { send, close } = httpTransport({ url: address, key: service.key, timeoutMs });
    const options = { ...transferOptions(context), name: 'PA', service };
    return { adapter: redirectProvider({ ...options, send }), close };
  },
});
