// The messages of the plain token service protocol: JSON over POST, one path per operation, safe to
// repeat. docs/guides/token-service-protocol.md describes it.

import type { JsonAnswer } from '../../http/outgoing.ts';

export const tokenVerbs = ['provision', 'cryptogram', 'remove', 'read', 'visual'] as const;
export type TokenVerb = (typeof tokenVerbs)[number];

/** The request to the service; amounts in minor units as text. */
export interface TokenRequest {
  /** Provision: the idempotency key. */
  readonly requestId?: string;
  readonly merchantId?: string;
  /** Provision: JWE of {requestId, number, expiry} of the card. */
  readonly encCardInfo?: string;
  /** Provision: where the service sends news about the token. */
  readonly notificationUrl?: string;
  readonly instrumentRef?: string;
  readonly visualId?: string;
  readonly amountMinor?: string;
  readonly currency?: string;
}

export interface TokenMessage {
  readonly instrumentRef: string;
  readonly status: string;
  /** JWE of {instrumentRef, number, expiry} of the token. */
  readonly encTokenInfo: string;
  readonly paymentAccountReference?: string;
  readonly cardLastFour: string;
  readonly visualId?: string;
  readonly sequence: number;
}

/** The body of an answer with status 200; `result` decides. */
export interface TokenReply {
  readonly result:
    | 'PROVISIONED'
    | 'DECLINED'
    | 'ISSUED'
    | 'REFUSED'
    | 'REMOVED'
    | 'FOUND'
    | 'NOT_FOUND';
  readonly requestId?: string;
  readonly instrumentRef?: string;
  readonly token?: TokenMessage;
  /** DECLINED. */
  readonly rejectCode?: string;
  /** REFUSED: SUSPENDED, DELETED or NOT_FOUND. */
  readonly why?: string;
  readonly cryptogram?: string;
  readonly eci?: string;
  /** Visual: the picture, `data` in base64. */
  readonly visualId?: string;
  readonly mimeType?: string;
  readonly width?: number;
  readonly height?: number;
  readonly data?: string;
}

export type TokenAnswer = JsonAnswer;

/** The body of news about a token; expiry dates as YYYYMM. Absent fields are unchanged. */
export interface NewsMessage {
  readonly eventId: string;
  readonly scheme: string;
  readonly instrumentRef: string;
  readonly sequence: number;
  readonly status: string;
  readonly expiry?: string;
  readonly cardLastFour?: string;
  readonly cardExpiry?: string;
  readonly visualId?: string;
}
