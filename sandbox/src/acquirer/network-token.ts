// Authorizations with a network token or with the device number of a wallet: the card behind it
// decides like any other card, once the number, its cryptogram or its series has been checked.

import { isTokenNumber, type KnownToken, type TokenNetwork } from '../tokens/network.ts';
import type { DeviceNetwork } from '../wallets/devices/devices.ts';
import { isDeviceNumber } from '../wallets/devices/ranges.ts';
import type { ChargeStore } from './acquirer.store.ts';
import type { AuthorizeRequest } from './request.ts';
import { declined, type Behaviour } from './triggers/behaviour.ts';

export interface TokenCheckParts {
  readonly store: ChargeStore;
  /** Absent: network tokens are not accepted. */
  readonly tokens?: TokenNetwork;
  /** Absent: device numbers of wallets are not accepted. */
  readonly devices?: DeviceNetwork;
}

/** The request with the card that decides. */
interface ResolvedRequest extends AuthorizeRequest {
  readonly isConfirmedOnDevice?: boolean;
}

type Proof = NonNullable<AuthorizeRequest['token']>;

/** A number of a token or device that is sent as a card number comes without a cryptogram. */
export function checkCard(request: AuthorizeRequest): AuthorizeRequest | Behaviour {
  const { cardNumber } = request;
  const isNoCard = isTokenNumber(cardNumber) || isDeviceNumber(cardNumber);
  return isNoCard ? declined('INVALID_CARD') : request;
}

/** The request with the card behind its number, or why it is declined. */
export async function resolveToken(
  { store, tokens, devices }: TokenCheckParts,
  request: AuthorizeRequest,
  { cryptogram, eci }: Proof,
): Promise<ResolvedRequest | Behaviour> {
  const { cardNumber: number, merchantId, amountMinor, currency, attemptId } = request;
  const isDevice = isDeviceNumber(number);
  const device = isDevice ? await devices?.deviceOf(number) : undefined;
  const token = isDevice ? undefined : await tokens?.tokenOf(number);
  const known = device ?? token;
  if (known?.expiry !== request.expiry) return declined('INVALID_CARD');
  if (device?.isExpired) return declined('EXPIRED_CARD');
  const refused = token && refusalOf(token, merchantId);
  if (refused) return declined(refused);
  const use = { merchantId, amountMinor, currency, attemptId };
  const isUsed = async (proof: string) =>
    isDevice
      ? devices?.useCryptogram(number, { ...use, cryptogram: proof, eci })
      : tokens?.useCryptogram(number, { ...use, cryptogram: proof });
  const isProven = await (cryptogram === null ? isOfSeries(store, request) : isUsed(cryptogram));
  if (!isProven) return declined('SUSPECTED_FRAUD');
  return {
    ...request,
    cardNumber: known.card,
    isConfirmedOnDevice: isDevice && cryptogram !== null,
  };
}

function refusalOf(token: KnownToken, merchantId: string) {
  if (token.merchantId !== merchantId) return 'CARD_RESTRICTED';
  if (token.status === 'SUSPENDED') return 'TOKEN_SUSPENDED';
  return token.status === 'ACTIVE' ? undefined : 'TOKEN_NOT_ACTIVE';
}

/** Without the customer there is no cryptogram: the first payment of the series is named. */
async function isOfSeries(
  store: Pick<ChargeStore, 'hasNetworkId'>,
  { merchantId, networkTransactionId }: AuthorizeRequest,
): Promise<boolean> {
  return networkTransactionId !== null && store.hasNetworkId(merchantId, networkTransactionId);
}
