// What Apple Pay and Google Pay tokens are made of.

import type { PartyContext } from '../../party/party.ts';
import type { IssuedDevice } from '../devices/devices.ts';
import type { WalletTrustKeys } from '../trust/wallet-keys.ts';
import type { RecipientKey } from './recipients.ts';
import type { TokenRequest } from './request.ts';

export interface TokenParts extends Pick<PartyContext, 'clock' | 'ids' | 'random'> {
  readonly keys: WalletTrustKeys;
  readonly recipient: RecipientKey;
  readonly request: TokenRequest;
  /** The device number; for PAN_ONLY the card, without a cryptogram. */
  readonly device: TokenDevice;
}

export type TokenDevice = Omit<IssuedDevice, 'cryptogram'> & { readonly cryptogram: string | null };
