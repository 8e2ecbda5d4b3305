// Keys and certificates with which the gateway takes part in wallets. Private keys are stored
// sealed; they leave this module only as key objects.

import type { KeyObject } from 'node:crypto';
import type { Instant } from '../../core/clock.ts';

export const credentialKinds = [
  'APAY_PROCESSING',
  'APAY_IDENTITY',
  'GPAY_ENCRYPTION',
  'C2P_ENCRYPTION',
] as const;
export type CredentialKind = (typeof credentialKinds)[number];

export const credentialMeanings: Readonly<Record<CredentialKind, string>> = {
  APAY_PROCESSING:
    'Payment processing certificate of a merchant: Apple Pay tokens are encrypted to it.',
  APAY_IDENTITY: 'Merchant identity certificate: proves the merchant to the Apple Pay gateway.',
  GPAY_ENCRYPTION: 'Key of this gateway to which Google Pay tokens are encrypted.',
  C2P_ENCRYPTION: 'Key of this gateway to which Click to Pay checkouts are encrypted.',
};

/** A usable key. */
export interface WalletKey {
  readonly credentialId: string;
  readonly kind: CredentialKind;
  /** Null: it belongs to the gateway. */
  readonly merchantId: string | null;
  /** The name at the wallet, such as merchant.com.shop; for the kinds of the gateway its own. */
  readonly name: string;
  readonly privateKey: KeyObject;
  /** SHA-256 of the public key (SubjectPublicKeyInfo, DER). */
  readonly publicKeyHash: Buffer;
  /** DER; null for the kinds of the gateway. */
  readonly certificate: Buffer | null;
  /** When the certificate expires; null: never. */
  readonly expiresAt: Instant | null;
}

/** Read access for the wallets; keys are cached for a short time. */
export interface WalletKeys {
  /** The usable keys, the newest first; `merchantId` null: those of the gateway. */
  list(kind: CredentialKind, merchantId: string | null): Promise<readonly WalletKey[]>;
}
