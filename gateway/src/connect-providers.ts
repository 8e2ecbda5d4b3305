// Connects the real providers that are configured: acquirers, BLIK, bank transfers, token services,
// wallets and the 3-D Secure directory servers.

import type { ConnectedProviders, ProviderContext } from './launch.ts';
import { connectAll, type ConnectContext } from './settings/connection.ts';
import { httpDirectory } from './threeds/directory/transport.ts';
import type { WalletServices } from './wallets/wallet-services.ts';

export async function httpProviders(context: ProviderContext): Promise<ConnectedProviders> {
  const { config } = context;
  const forAdapters = connectContext(context);
  // First what may refuse to start: the files of the operator.
  const wallets = await connectAll(config.wallets, forAdapters);
  const providers = await connectAll(config.providers, forAdapters);
  const tokenServices = await connectAll(config.tokenServices, forAdapters);
  const directory = httpDirectoryServers(config);
  return {
    providers: providers.adapters,
    tokenServices: tokenServices.adapters,
    wallets: mergeWallets(wallets.adapters),
    ...(directory ? { directory: directory.send } : {}),
    async close() {
      const all = [providers, tokenServices, wallets];
      await Promise.all([...all.map((one) => one.close()), directory?.close()]);
    },
  };
}

export function connectContext(
  context: Omit<ProviderContext, 'storage' | 'logger'> & { readonly logger: ConnectContext['log'] },
): ConnectContext {
  const { config, clock, ids, random, publicUrl, logger: log } = context;
  const { providerTimeoutMs: timeoutMs, providerMaxInFlightMs: maxInFlightMs } = config;
  const isProduction = config.environment === 'production';
  return { timeoutMs, maxInFlightMs, isProduction, clock, ids, random, publicUrl, log };
}

/** Undefined when no directory server is configured. */
export function httpDirectoryServers(config: ProviderContext['config']) {
  const { directoryUrl: url, directoryKey: key, providerTimeoutMs: timeoutMs } = config;
  return url === null ? undefined : httpDirectory({ url, key, timeoutMs });
}

function mergeWallets(wallets: readonly WalletServices[]): WalletServices {
  const trustFiles = wallets.flatMap((one) => one.trustFiles ?? []);
  const all = wallets.reduce((merged, one) => ({ ...merged, ...one }), {});
  return { ...all, trustFiles };
}
