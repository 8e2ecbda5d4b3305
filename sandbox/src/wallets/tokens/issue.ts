// Issues wallet tokens: what a customer's phone or browser hands to the shop.

import type { PartyContext } from '../../party/party.ts';
import { maskOf } from '../../wire/cards/card-number.ts';
import type { Devices } from '../devices/devices.ts';
import type { WalletTrustKeys } from '../trust/wallet-keys.ts';
import { makeAppleToken } from './apple-token.ts';
import { makeGoogleToken } from './google-token.ts';
import type { TokenDevice } from './parts.ts';
import type { Recipients } from './recipients.ts';
import type { TokenRequest } from './request.ts';

export interface IssueParts extends Pick<PartyContext, 'clock' | 'ids' | 'random'> {
  readonly keys: () => Promise<WalletTrustKeys>;
  readonly recipients: Recipients;
  readonly devices: Devices;
}

interface IssuedToken {
  /** What instrument.token of a payment contains. */
  readonly token: string;
  /** The number inside, masked: a device number, or the card number for PAN_ONLY. */
  readonly cardMask: string;
}

export async function issueToken(parts: IssueParts, request: TokenRequest): Promise<IssuedToken> {
  const { type, version, merchantId, name, card, expiry } = request;
  const isApple = type === 'APAY';
  const recipient = isApple
    ? await parts.recipients.apple(merchantId, name, version === 'EC_v1' ? 'EC' : 'RSA')
    : await parts.recipients.google();
  const device: TokenDevice =
    request.authMethod === 'PAN_ONLY'
      ? { number: card, expiry, cryptogram: null, eci: null }
      : await parts.devices.issue({ ...request, wallet: type, cardExpiry: expiry });
  const make = isApple ? makeAppleToken : makeGoogleToken;
  const token = make({ ...parts, keys: await parts.keys(), recipient, request, device });
  return { token, cardMask: maskOf(device.number) };
}
