// The token service port: a card organization's service that replaces card numbers by network
// tokens (VTS for Visa, SCOF for Mastercard). An adapter never throws for network problems; it
// returns `unknown`.

import type { Instant } from '../core/clock.ts';
import type { Money } from '../core/money.ts';
import type { Secret } from '../core/secret.ts';
import type { NetworkToken, TokenScheme } from './network-token.ts';
import type { SignedNews, TokenNews } from './token-news.ts';

export interface ProvisionRequest {
  /** The idempotency key: a repeated request returns the token of the first one. */
  readonly requestId: string;
  readonly merchantId: string;
  readonly card: {
    readonly number: Secret<string>;
    /** YYYYMM. */
    readonly expiry: Secret<string>;
  };
}

/** Why a service issues no token for a card; all of them are in the table of reject codes. */
export const provisionRejectCodes = [
  'TOKENIZATION_DECLINED',
  'INVALID_CARD',
  'EXPIRED_CARD',
] as const;
type ProvisionRejectCode = (typeof provisionRejectCodes)[number];

/** It is unknown whether the service received the request. `not-sent`: it was not called. */
export interface UnknownAnswer {
  readonly kind: 'unknown';
  readonly why: 'timeout' | 'connection' | 'garbage' | 'provider-error' | 'not-sent';
}

export type ProvisionAnswer =
  | { readonly kind: 'provisioned'; readonly token: NetworkToken }
  | { readonly kind: 'declined'; readonly rejectCode: ProvisionRejectCode }
  | UnknownAnswer;

export interface CryptogramRequest {
  readonly instrumentRef: string;
  readonly merchantId: string;
  /** The cryptogram is valid for one authorization of this amount. */
  readonly amount: Money;
}

export type CryptogramAnswer =
  | {
      readonly kind: 'issued';
      /** Base64 of 20 bytes. */
      readonly cryptogram: Secret<string>;
      /** The electronic commerce indicator that goes with it. */
      readonly eci: string;
    }
  | { readonly kind: 'refused'; readonly why: 'SUSPENDED' | 'DELETED' | 'NOT_FOUND' }
  | UnknownAnswer;

export type RemoveAnswer = { readonly kind: 'removed' } | UnknownAnswer;

export type ReadAnswer =
  | { readonly kind: 'found'; readonly token: NetworkToken }
  | { readonly kind: 'not-found' }
  | UnknownAnswer;

/** Pictures come from outside: serve them so that a browser runs nothing in them. */
export const pictureTypes = ['image/svg+xml', 'image/png', 'image/jpeg'] as const;

export interface CardPicture {
  readonly mimeType: (typeof pictureTypes)[number];
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

export interface TokenService {
  readonly scheme: TokenScheme;
  provision(request: ProvisionRequest): Promise<ProvisionAnswer>;
  cryptogram(request: CryptogramRequest): Promise<CryptogramAnswer>;
  /** Deletes the token at the service. A token that the service does not know is removed. */
  remove(instrumentRef: string): Promise<RemoveAnswer>;
  read(instrumentRef: string): Promise<ReadAnswer>;
  /** Undefined if there is no such picture, or it could not be loaded. */
  visual(instrumentRef: string, visualId: string): Promise<CardPicture | undefined>;
  /** Verifies and reads news of this service. */
  readNews(message: SignedNews, at: Instant): TokenNews | 'not-authentic' | 'unreadable';
}
