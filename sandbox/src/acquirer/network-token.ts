// Authorizations with a network token: the card behind it decides like any other card, once the
// token, its cryptogram or its series has been checked.

import { isTokenNumber, type KnownToken, type TokenNetwork } from '../tokens/network.ts';
import type { ChargeStore } from './acquirer.store.ts';
import type { AuthorizeRequest } from './request.ts';
import { declined, type Behaviour } from './triggers.ts';

export interface TokenCheckParts {
  readonly store: Pick<ChargeStore, 'hasNetworkId'>;
  /** Absent: network tokens are not accepted. */
  readonly tokens?: TokenNetwork;
}

/** Whoever sends the number of a token as a card number has no cryptogram to show. */
export function checkCard(request: AuthorizeRequest): AuthorizeRequest | Behaviour {
  return isTokenNumber(request.cardNumber) ? declined('INVALID_CARD') : request;
}

/** The request with the card behind its token, or why it is declined. */
export async function resolveToken(
  { store, tokens }: TokenCheckParts,
  request: AuthorizeRequest,
  cryptogram: string | null,
): Promise<AuthorizeRequest | Behaviour> {
  const { cardNumber: number, merchantId, amountMinor, currency, attemptId } = request;
  const token = await tokens?.tokenOf(number);
  if (!tokens || token?.expiry !== request.expiry) return declined('INVALID_CARD');
  const refused = refusalOf(token, merchantId);
  if (refused) return declined(refused);
  const use = { merchantId, amountMinor, currency, attemptId };
  const isProven =
    cryptogram === null
      ? await isOfSeries(store, request)
      : await tokens.useCryptogram(number, { ...use, cryptogram });
  if (!isProven) return declined('SUSPECTED_FRAUD');
  return { ...request, cardNumber: token.card };
}

function refusalOf(token: KnownToken, merchantId: string) {
  if (token.merchantId !== merchantId) return 'CARD_RESTRICTED';
  if (token.status === 'SUSPENDED') return 'TOKEN_SUSPENDED';
  return token.status === 'ACTIVE' ? undefined : 'TOKEN_NOT_ACTIVE';
}

/** Without the customer there is no cryptogram: the first payment of the series is named. */
async function isOfSeries(
  store: TokenCheckParts['store'],
  { merchantId, networkTransactionId }: AuthorizeRequest,
): Promise<boolean> {
  return networkTransactionId !== null && store.hasNetworkId(merchantId, networkTransactionId);
}
