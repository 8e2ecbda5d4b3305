// What the gateway knows about the external wallets, real or simulated: whom to trust, and the
// calls it makes. A wallet that is absent is not available.

import type { X509Certificate } from 'node:crypto';
import type { Instant } from '../core/clock.ts';
import type { WalletKey } from './credentials/credential.ts';
import type { TrustFile } from './trust/trust-file.ts';

export interface SessionRequest {
  /** The merchant's identity certificate and key, for mutual TLS. */
  readonly identity: WalletKey;
  /** What the customer sees. */
  readonly displayName: string;
  /** The domain of the page with the Apple Pay button. */
  readonly domain: string;
}

export type SessionAnswer =
  /** For the page; opaque to the gateway. */
  | { readonly kind: 'session'; readonly session: object }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unknown' };

export interface ApplePay {
  /** The root certificates of token signatures, as loaded last. */
  roots(): readonly X509Certificate[];
  requestSession(request: SessionRequest): Promise<SessionAnswer>;
}

export interface GoogleRootKey {
  /** SubjectPublicKeyInfo in base64. */
  readonly keyValue: string;
  readonly protocolVersion: string;
  /** Null: it does not expire. */
  readonly keyExpiration: Instant | null;
}

interface GooglePay {
  /** Such as gateway:bramka. */
  readonly recipientId: string;
  /** The id of the operator in Google's console; null: there is none. */
  readonly merchantId?: string | null;
  /** As loaded last. */
  roots(): readonly GoogleRootKey[];
}

/** How a checkout ended, for the network that provided its card. */
export interface CheckoutConfirmation {
  /** The id of the checkout at Click to Pay. */
  readonly correlationId: string;
  readonly dpaId: string;
  readonly paymentId: string;
  readonly isSuccess: boolean;
  readonly amountMinor: bigint;
  readonly currency: string;
}

export interface ClickToPay {
  /** The script for merchants' pages. */
  sdkUrl(): string;
  /** Keys that sign checkouts (JWK with kid), as loaded last. */
  keys(): readonly Readonly<Record<string, unknown>>[];
  /** Can be repeated without harm. */
  confirm(confirmation: CheckoutConfirmation): Promise<'confirmed' | 'refused' | 'unknown'>;
}

export interface WalletServices {
  readonly apple?: ApplePay | undefined;
  readonly google?: GooglePay | undefined;
  readonly clickToPay?: ClickToPay | undefined;
  /** The files of the operator behind `roots` and `keys`, for the job that reads them again. */
  readonly trustFiles?: readonly TrustFile<unknown>[] | undefined;
}
