// Keys and certificates with which the gateway takes part in wallets. Private keys are stored
// sealed; they leave this module only as key objects.

import type { KeyObject } from 'node:crypto';
import type { Instant } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';

export const credentialMeanings = {
  APAY_PROCESSING:
    'Payment processing certificate of a merchant: Apple Pay tokens are encrypted to it.',
  APAY_IDENTITY: 'Merchant identity certificate: proves the merchant to the Apple Pay gateway.',
  GPAY_ENCRYPTION: 'Key of this gateway to which Google Pay tokens are encrypted.',
  C2P_ENCRYPTION: 'Key of this gateway to which Click to Pay checkouts are encrypted.',
} as const;
export type CredentialKind = keyof typeof credentialMeanings;
export const credentialKinds = Object.keys(credentialMeanings) as readonly CredentialKind[];

export const algorithmMeanings = {
  EC: 'Elliptic curve P-256.',
  RSA: 'RSA with 2048 bits; imported keys may have up to 4096.',
} as const;
export type CredentialAlgorithm = keyof typeof algorithmMeanings;

/** What each kind accepts, its default first. */
export const algorithmsOf: Readonly<Record<CredentialKind, readonly CredentialAlgorithm[]>> = {
  APAY_PROCESSING: ['EC', 'RSA'],
  APAY_IDENTITY: ['RSA', 'EC'],
  GPAY_ENCRYPTION: ['EC'],
  C2P_ENCRYPTION: ['RSA', 'EC'],
};

type CredentialStatus = 'REQUESTED' | 'ACTIVE' | 'REMOVED';

/** The status together with what the operator has to do. */
export const stateMeanings = {
  REQUESTED: 'The key is made; the certificate is not installed yet.',
  OVERDUE: 'The certificate was requested 14 days ago or earlier and is not installed.',
  ACTIVE: 'In use.',
  EXPIRES_SOON: 'In use, but the certificate expires within 30 days and nothing replaces it.',
  EXPIRED: 'The certificate has expired and nothing replaces it: not in use.',
  REPLACED:
    'The certificate has expired or expires within 30 days; another one of the same kind and ' +
    'name is valid longer. It can be removed.',
  REMOVED: 'The private key is deleted.',
} as const;
export type CredentialState = keyof typeof stateMeanings;

/** A credential without its private key. */
export interface CredentialRecord {
  readonly credentialId: string;
  readonly kind: CredentialKind;
  /** Null: it belongs to the gateway. */
  readonly merchantId: string | null;
  /** At the wallet, such as merchant.com.shop; kinds of the gateway have their own. */
  readonly name: string;
  readonly algorithm: CredentialAlgorithm;
  readonly status: CredentialStatus;
  readonly state: CredentialState;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Buffer;
  /** SHA-256 of the public key. */
  readonly publicKeyHash: Buffer;
  /** DER; null for the kinds of the gateway. */
  readonly certificate: Buffer | null;
  readonly createdAt: Instant;
  readonly activatedAt: Instant | null;
  /** When the certificate expires; null: never. */
  readonly expiresAt: Instant | null;
  readonly removedAt: Instant | null;
}

/** A usable key. The name is that at the wallet; kinds of the gateway have no certificate. */
export interface WalletKey extends Omit<
  CredentialRecord,
  'algorithm' | 'status' | 'state' | 'publicKey' | 'createdAt' | 'activatedAt' | 'removedAt'
> {
  readonly privateKey: KeyObject;
}

/** Read access for the wallets; keys are cached for a short time. */
export interface WalletKeys {
  /** The usable keys, the newest first; `merchantId` null: those of the gateway. */
  list(kind: CredentialKind, merchantId: string | null): Promise<readonly WalletKey[]>;
}

/** `merchantId` is null for the kinds of the gateway. */
export type NewCredential = Pick<CredentialRecord, 'kind' | 'merchantId' | 'name' | 'algorithm'>;

export interface CreatedCredential {
  readonly credentialId: string;
  /** PKCS#10 in PEM; null for the kinds of the gateway, which are usable at once. */
  readonly certificateRequest: string | null;
  /** SubjectPublicKeyInfo in base64. */
  readonly publicKey: string;
}

export interface ImportedCredential extends Omit<NewCredential, 'algorithm'> {
  /** PEM or base64 of DER; null for the kinds of the gateway. */
  readonly certificate: string | null;
  /** PKCS#8 in PEM. */
  readonly privateKey: Secret<string>;
}

interface CredentialPage {
  readonly merchantId?: string | undefined;
  readonly kind?: CredentialKind | undefined;
  /** The last id of the page before. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** The operator's changes to credentials. Each refuses with a code of core/refusals. */
export interface WalletTools {
  /** Makes a key pair; the private key never leaves the gateway. */
  create(input: NewCredential): Promise<CreatedCredential>;
  /** Installs the certificate for a key that `create` made: PEM or base64 of DER. */
  install(input: {
    readonly credentialId: string;
    readonly certificate: string;
  }): Promise<CredentialRecord>;
  importKey(input: ImportedCredential): Promise<CredentialRecord>;
  /** Refuses an id that no credential has. */
  find(credentialId: string): Promise<CredentialRecord>;
  /** In the order of their ids, which is that of their creation. */
  list(page?: CredentialPage): Promise<readonly CredentialRecord[]>;
  /** Deletes the private key; the rest of the row stays for the record. */
  remove(credentialId: string): Promise<CredentialRecord>;
  /** Deletes every credential, to reset a sandbox. */
  clear(): Promise<void>;
}
