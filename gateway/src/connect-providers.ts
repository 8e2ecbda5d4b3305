// Real providers, reached over HTTP: the acquirer, the BLIK operator, the providers of bank
// transfers, the token services, the wallets and the 3-D Secure directory servers.

import { autopayProvider } from './providers/autopay/autopay.provider.ts';
import { TRANSFER_PATH } from './providers/autopay/messages/return.ts';
import { httpAutopay } from './providers/autopay/transport.ts';
import { blikProvider } from './providers/blik/blik.provider.ts';
import { BLIK_NOTIFICATION_PATH } from './providers/blik/notification.ts';
import { httpBlik } from './providers/blik/transport.ts';
import { plainAcquirer } from './providers/plain/plain.provider.ts';
import { httpTransport } from './providers/plain/transport.ts';
import type { Provider } from './providers/provider.ts';
import { redirectProvider } from './providers/redirect/redirect.provider.ts';
import { httpRedirect } from './providers/redirect/transport.ts';
import { httpDirectory } from './threeds/directory/transport.ts';
import { plainTokenService } from './token-services/plain/plain-tokens.ts';
import { httpTokens } from './token-services/plain/transport.ts';
import { TOKEN_NEWS_PATH } from './token-services/token-news.ts';
import { tokenSchemes } from './token-services/network-token.ts';
import type { TokenService } from './token-services/token-service-port.ts';
import { httpAppleSessions } from './wallets/apple/session-client.ts';
import { httpConfirmations } from './wallets/click-to-pay/confirmation-client.ts';
import { openTrust, trustFilesOf } from './wallets/trust/open-trust.ts';
import type { TrustLog } from './wallets/trust/trust-file.ts';
import type { WalletServices } from './wallets/wallet-services.ts';
import { CannotStart, type ConnectedProviders, type ProviderContext } from './launch.ts';

export async function httpProviders(context: ProviderContext): Promise<ConnectedProviders> {
  if (context.config.acquirerUrl === null) {
    throw new CannotStart('BRAMKA_ACQUIRER_URL must be set when the gateway runs alone');
  }
  const wallets = await httpWallets(context);
  const others = httpPaymentProviders(context);
  const tokens = httpTokenServices(context);
  const directory = httpDirectoryServers(context);
  return {
    providers: others.providers,
    tokenServices: tokens.services,
    wallets: wallets.services,
    ...(directory ? { directory: directory.send } : {}),
    async close() {
      await others.close();
      await tokens.close();
      await wallets.close();
      await directory?.close();
    },
  };
}

/** The configured acquirer, and the providers of BLIK and bank transfers. */
export function httpPaymentProviders({
  config,
  ids,
  publicUrl,
}: Pick<ProviderContext, 'config' | 'ids' | 'publicUrl'>) {
  const { providerTimeoutMs: timeoutMs, providerMaxInFlightMs: maxInFlightMs } = config;
  const shared = {
    maxInFlightMs,
    ids,
    returnUrl: () => `${publicUrl()}${TRANSFER_PATH}`,
    allowsPlainLinks: config.environment === 'sandbox',
  };
  const providers: Provider[] = [];
  const closers: (() => Promise<void>)[] = [];
  if (config.acquirerUrl !== null) {
    const { acquirerUrl: url, acquirerKey: key } = config;
    const transport = httpTransport({ url, key, timeoutMs });
    providers.push(plainAcquirer('plain', transport.send, maxInFlightMs));
    closers.push(() => transport.close());
  }
  if (config.blik) {
    const { url, key } = config.blik;
    const { send, close } = httpBlik({ url, key, timeoutMs });
    const notificationUrl = () => `${publicUrl()}${BLIK_NOTIFICATION_PATH}`;
    providers.push(blikProvider({ name: 'blik', send, key, maxInFlightMs, notificationUrl }));
    closers.push(close);
  }
  if (config.autopay) {
    const { url, service } = config.autopay;
    const transport = httpAutopay({ url, timeoutMs });
    providers.push(autopayProvider({ ...shared, name: 'BM', service, send: transport.send }));
    closers.push(() => transport.close());
  }
  if (config.redirectProvider) {
    const { url, service } = config.redirectProvider;
    const { send, close } = httpRedirect({ url, timeoutMs, key: service.key });
    providers.push(redirectProvider({ ...shared, name: 'PA', service, send }));
    closers.push(close);
  }
  return { providers, close: async () => void (await Promise.all(closers.map((one) => one()))) };
}

/** The configured token services. */
export function httpTokenServices({
  config,
  random,
  publicUrl,
}: Pick<ProviderContext, 'config' | 'random' | 'publicUrl'>) {
  const configured = { VTS: config.vts, SCOF: config.scof };
  const notificationUrl = () => `${publicUrl()}${TOKEN_NEWS_PATH}`;
  const services: TokenService[] = [];
  const closers: (() => Promise<void>)[] = [];
  for (const scheme of tokenSchemes) {
    const settings = configured[scheme];
    if (!settings) continue;
    const { url, key, secret } = settings;
    const { send, close } = httpTokens({ url, key, timeoutMs: config.providerTimeoutMs });
    services.push(plainTokenService({ scheme, send, secret, random, notificationUrl }));
    closers.push(close);
  }
  return { services, close: async () => void (await Promise.all(closers.map((one) => one()))) };
}

/** What wallets are connected with. */
export interface WalletContext extends Pick<ProviderContext, 'config'> {
  readonly clock: Pick<ProviderContext['clock'], 'now'>;
  readonly logger: TrustLog;
}

/** The configured wallets; their trust files must be usable. */
export async function httpWallets({ config, clock, logger: log }: WalletContext) {
  const isProduction = config.environment === 'production';
  const trust = await openTrust({ settings: config, isProduction, clock, log });
  const { applePay, googlePay, clickToPay } = config;
  const timeoutMs = config.providerTimeoutMs;
  const sessions = applePay && httpAppleSessions({ url: applePay.url, timeoutMs });
  const confirmations = clickToPay && httpConfirmations({ ...clickToPay, timeoutMs });
  const services: WalletServices = {
    trustFiles: trustFilesOf(trust),
    ...(sessions && trust.apple
      ? { apple: { roots: trust.apple.content, requestSession: sessions.requestSession } }
      : {}),
    ...(googlePay && trust.google
      ? {
          google: {
            recipientId: `gateway:${googlePay.gatewayId}`,
            merchantId: googlePay.merchantId,
            roots: trust.google.content,
          },
        }
      : {}),
    ...(clickToPay && confirmations && trust.clickToPay
      ? {
          clickToPay: {
            sdkUrl: () => clickToPay.sdkUrl,
            keys: trust.clickToPay.content,
            confirm: confirmations.confirm,
          },
        }
      : {}),
  };
  const close = async () => void (await Promise.all([sessions?.close(), confirmations?.close()]));
  return { services, close };
}

/** Undefined when no directory server is configured. */
export function httpDirectoryServers({ config }: Pick<ProviderContext, 'config'>) {
  const { directoryUrl, directoryKey, providerTimeoutMs } = config;
  if (directoryUrl === null) return undefined;
  return httpDirectory({ url: directoryUrl, key: directoryKey, timeoutMs: providerTimeoutMs });
}
