// Tokens of the simulated wallets: what a customer's phone hands to the shop.

import type { Env, GatewayOptions } from '../api/options.ts';
import { callSandbox, isNoSandbox } from '../api/sandbox.ts';

export const walletTypes = ['APAY', 'GPAY'] as const;

interface WalletTokenRequest {
  readonly type: string;
  readonly merchantId: string;
  /** In major units. */
  readonly amount: string;
  readonly currency: string;
  readonly card: string;
  readonly version?: string | undefined;
  readonly authMethod?: string | undefined;
}

interface WalletTokenReply {
  readonly token: string;
  readonly cardMask: string;
}

const path = '/sandbox/wallets/tokens';

export function issueWalletToken(
  options: GatewayOptions,
  env: Env,
  request: WalletTokenRequest,
): Promise<WalletTokenReply> {
  return callSandbox(options, env, {
    path,
    body: request,
    // The merchant is unknown, or the gateway has no simulated wallets.
    notFound: (refused, url) =>
      refused.code === 'MERCHANT_NOT_FOUND'
        ? `the gateway at ${url} has no merchant ${request.merchantId}`
        : isNoSandbox(path)(refused, url),
  });
}
