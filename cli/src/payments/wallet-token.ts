// Tokens of the simulated wallets: what a customer's phone hands to the shop.

import { exactNumber } from '@bramka/gateway/core/json.ts';
import { call, Refused } from '../call.ts';
import { Failure } from '../failure.ts';

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

export async function issueWalletToken(
  url: string,
  { amount, ...request }: WalletTokenRequest,
): Promise<WalletTokenReply> {
  const body = { ...request, amount: exactNumber(amount) };
  try {
    return await call<WalletTokenReply>(url, { method: 'POST', path, body });
  } catch (error) {
    // The merchant is unknown, or the gateway has no simulated wallets.
    if (error instanceof Refused && error.status === 404) {
      const isSandbox = error.code === 'MERCHANT_NOT_FOUND';
      throw new Failure(
        isSandbox
          ? `the gateway at ${url} has no merchant ${request.merchantId}`
          : `the gateway at ${url} is not a sandbox: it does not have ${path}`,
      );
    }
    throw error;
  }
}
