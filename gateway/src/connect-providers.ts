// Real providers, reached over HTTP: the acquirer and the 3-D Secure directory servers.

import { plainAcquirer } from './providers/plain/plain.provider.ts';
import { httpTransport } from './providers/plain/transport.ts';
import { httpDirectory } from './threeds/directory/transport.ts';
import { CannotStart, type ConnectedProviders, type ProviderContext } from './launch.ts';

export function httpProviders(context: ProviderContext): ConnectedProviders {
  const { config } = context;
  if (config.acquirerUrl === null) {
    throw new CannotStart('BRAMKA_ACQUIRER_URL must be set when the gateway runs alone');
  }
  const transport = httpTransport({
    url: config.acquirerUrl,
    key: config.acquirerKey,
    timeoutMs: config.providerTimeoutMs,
  });
  const acquirer = plainAcquirer('plain', transport.send, config.providerMaxInFlightMs);
  const directory = httpDirectoryServers(context);
  return {
    providers: [acquirer],
    ...(directory ? { directory: directory.send } : {}),
    async close() {
      await transport.close();
      await directory?.close();
    },
  };
}

/** Undefined when no directory server is configured. */
export function httpDirectoryServers({ config }: Pick<ProviderContext, 'config'>) {
  const { directoryUrl, directoryKey, providerTimeoutMs } = config;
  if (directoryUrl === null) return undefined;
  return httpDirectory({ url: directoryUrl, key: directoryKey, timeoutMs: providerTimeoutMs });
}
