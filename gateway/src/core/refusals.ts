// The complete table of refusals: code, HTTP status, and a sentence that says what is wrong and
// what to do. A refusal may be thrown anywhere; http/reply.ts turns it into a reply (specification
// section 7).

import { keyRefusals } from './refusals/key-refusals.ts';
import { marketplaceRefusals } from './refusals/marketplace-refusals.ts';
import { moneyRefusals } from './refusals/money-refusals.ts';
import { reconciliationRefusals } from './refusals/reconciliation-refusals.ts';
import { recurringRefusals } from './refusals/recurring-refusals.ts';
import { sandboxRefusals } from './refusals/sandbox-refusals.ts';
import { walletRefusals } from './refusals/wallet-refusals.ts';

/** Each with its HTTP status in front. */
const sentences = {
  INVALID_JSON: '400 The request body is not valid JSON.',
  MALFORMED_REQUEST:
    '400 The request is not valid HTTP/1.1. Check the request line and the headers.',
  INVALID_REQUEST: '400 The request has missing or invalid fields. The details name them.',
  MERCHANT_MISMATCH:
    '403 The access token belongs to another merchant or agent. Leave the field out, or correct ' +
    'it.',
  TOKEN_MISSING:
    '401 The access token is missing. Send the header "Authorization: Bearer <access token>".',
  TOKEN_INVALID: '401 The access token is not valid. Get a new one with POST /v1/ecommerce/auth.',
  TOKEN_EXPIRED: '401 The access token has expired. Get a new one with POST /v1/ecommerce/auth.',
  TOKEN_REVOKED: '401 The access token was revoked. Get a new one with POST /v1/ecommerce/auth.',
  CREDENTIALS_INVALID:
    '401 The merchant id or the secret is wrong. Check both, or ask the operator for a new secret.',
  ADMIN_KEY_INVALID:
    '401 The operator key is missing or wrong. Send it as "Authorization: Bearer <operator key>".',
  NOTIFICATION_NOT_AUTHENTIC:
    '401 The notification is not authentic. Check the key in its URL and the transaction ids.',
  TOKEN_NOT_FOR_THIS:
    '403 The access token does not allow this operation. Use a MERCHANT token for this resource.',
  RECURRING_NOT_ALLOWED:
    '403 Payments without the customer are not enabled for this merchant. Ask the operator.',
  MERCHANT_SUSPENDED:
    '403 The merchant is suspended: it can only read, capture and cancel payments. Ask the ' +
    'operator.',
  AGENT_SUSPENDED:
    '403 The agent is suspended. Use the secret of the merchant, or ask the operator.',
  PAYMENT_NOT_FOUND:
    '404 This merchant has no such payment. Check the paymentId; payments are available for 3 ' +
    'months.',
  TOKENIZATION_NOT_FOUND:
    '404 This merchant has no such tokenization. Check the tokenizerId; tokenizations are ' +
    'available for 3 months.',
  NEWS_TOKEN_NOT_FOUND:
    '404 No token has this reference. Repeat the message later: the token may be stored soon.',
  TOKEN_NOT_FOUND: '404 This merchant has no such token. Find tokens with POST …/search.',
  VISUAL_NOT_FOUND:
    '404 There is no such card picture now. Read token.visualId again, or try again later.',
  TRANSACTION_NOT_FOUND:
    '404 The payment has no such transaction. List its transactions with GET …/transactions.',
  MERCHANT_NOT_FOUND: '404 No such merchant. List the merchants with GET /v1/admin/merchants.',
  ROUTE_NOT_FOUND: '404 No such endpoint. Check the path.',
  METHOD_NOT_ALLOWED:
    '405 This endpoint does not support this HTTP method. The Allow header lists those it ' +
    'supports.',
  REQUEST_TIMEOUT: '408 The request did not arrive in time. Send it again without pauses.',
  MERCHANT_EXISTS:
    '409 A merchant with this id already exists. Choose another id, or change the merchant with ' +
    'PATCH.',
  CHANGED_MEANWHILE:
    '409 The record was changed at the same time. Read it again and repeat the request.',
  NOT_IN_THIS_STATE:
    '409 The status of the payment does not allow this operation. Read it with GET …/status.',
  NOT_A_PREAUTHORIZATION:
    '409 The payment is not a preauthorization. Only a preauthorization can be captured or ' +
    'adjusted.',
  ALREADY_CAPTURED:
    '409 The payment has been captured. It can no longer be captured, adjusted or cancelled.',
  ALREADY_REFUNDED:
    '409 The payment has been refunded in full or in part. It can no longer be cancelled.',
  OPERATION_NOT_SUPPORTED: '409 The provider of this payment does not offer this operation.',
  OPERATION_IN_PROGRESS:
    '409 Another operation on this payment is in progress. Repeat the request in a moment.',
  NOT_THE_LATEST_ADJUSTMENT:
    '409 Only the latest adjustment can be withdrawn. List the transactions with GET ' +
    '…/transactions.',
  NOT_AN_ADJUSTMENT:
    '409 Only an ADJUSTMENT can be withdrawn. List the transactions with GET …/transactions.',
  NOT_ON_PAYWALL:
    '409 The payment has no link to restore. Only payments with channel PAYWALL have one.',
  NO_CHALLENGE:
    '409 This payment has no pending challenge. Read its dataRequest with GET …/status.',
  ORDER_ALREADY_PAID: '409 This order is already paid. The details name the payment.',
  ORDER_IN_PROGRESS:
    '409 Another payment of this order is in progress; the details name it. Wait until it has ' +
    'ended.',
  REF_PAYMENT_NOT_COMPLETED:
    '409 The payment in options.refPaymentId is not completed, or was cancelled. Send another one.',
  IDEMPOTENCY_KEY_REUSED:
    '409 This Idempotency-Key was used with a different request. Use a new key for each operation.',
  BODY_TOO_LARGE: '413 The request body is too large. Send a smaller one.',
  MEDIA_TYPE_NOT_SUPPORTED:
    '415 The media type of the body is not supported. Send application/json.',
  CAPTURE_EXCEEDS_AUTHORIZATION:
    '422 The amount is above the preauthorized amount. Capture less, or adjust it first.',
  ADJUSTMENT_EXCEEDS_EXEMPTION:
    '422 The amount is above what was exempt from authentication. Make a new payment for the rest.',
  ADJUSTMENT_EXCEEDS_AUTHENTICATION:
    '422 The amount is above the authenticated amount plus tolerance. Make a new payment for ' +
    'the rest.',
  ...recurringRefusals,
  FUNDING_REFUND_MUST_BE_FULL:
    '422 An account funding payment is refunded only in full. Send the whole amount, or leave ' +
    'it out.',
  FUNDING_CANNOT_BE_RETRIED:
    '409 The card of the recipient is no longer stored. Create a new payment with the recipient.',
  ...marketplaceRefusals,
  OPERATION_DECLINED:
    '422 The acquirer declined the operation. The details contain the reject code.',
  TOO_MANY_REQUESTS:
    '429 Too many requests. Wait as long as the Retry-After header says, then repeat the request.',
  TOO_MANY_WRONG_CARDS:
    '429 Too many wrong card numbers were sent. Wait as long as Retry-After says, or use a token.',
  TOO_MANY_DECLINES:
    '429 Too many cards were declined. Wait as long as Retry-After says, or pay by another method.',
  HEADERS_TOO_LARGE: '431 The request headers are too large. Send fewer or shorter headers.',
  INTERNAL_ERROR:
    '500 An unexpected error occurred in the gateway. Quote the traceId when you ask for help.',
  OVERLOADED:
    '503 The gateway is overloaded. Repeat the request with the same Idempotency-Key in a moment.',
  STORAGE_UNAVAILABLE:
    '503 The database is not available. Repeat the request with the same Idempotency-Key.',
  CURSOR_INVALID:
    '400 The cursor cannot be used. Send `next` of an earlier answer unchanged, or leave it out ' +
    'to read from the oldest event.',
  TOO_MANY_STREAMS:
    '429 There are too many open event streams. Close one, or read GET /v1/ecommerce/events ' +
    'instead.',
  EVENT_NOT_FOUND:
    '404 This merchant has no such event. List its events with GET /v1/ecommerce/events.',
  NOTIFICATION_URL_MISSING:
    '409 The merchant has no address for notifications. Ask the operator to set notificationUrl.',
  ...keyRefusals,
  ...moneyRefusals,
  CLIENT_TOKEN_INVALID:
    '401 The CLIENT token is no longer valid. The merchant can create a new link with restore.',
  CLIENT_TOKEN_EXPIRED:
    '401 The CLIENT token has expired. The merchant can create a new link with restore or retry.',
  LINK_NOT_FOUND:
    '404 This payment link is not valid, or a newer one has replaced it. Ask the shop for a new ' +
    'link.',
  PREVIEW_NOT_FOUND:
    '404 This preview has ended or never existed. Create a new one with `bramka merchants ' +
    'preview`.',
  ...walletRefusals,
  ...reconciliationRefusals,
  ...sandboxRefusals,
} as const;

export type RefusalCode = keyof typeof sentences;

type Refusals = Readonly<Record<RefusalCode, readonly [status: number, sentence: string]>>;

export const refusals = Object.fromEntries(
  Object.entries(sentences).map(([code, text]) => [
    code,
    [Number(text.slice(0, 3)), text.slice(4)],
  ]),
) as unknown as Refusals;

/** `message` continues the field name ("must be 3 digits") or is a sentence with a full stop. */
export interface RefusalDetail {
  readonly field: string;
  readonly message: string;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: readonly RefusalDetail[];
  /** Sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  /** `sentence`: says more about this case than the sentence of the table. */
  constructor(
    code: RefusalCode,
    details: readonly RefusalDetail[] = [],
    retryAfterSeconds?: number,
    sentence?: string,
  ) {
    super(sentence ?? refusals[code][1]);
    this.name = 'Refusal';
    this.code = code;
    this.status = refusals[code][0];
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function refuse(code: RefusalCode, details: readonly RefusalDetail[] = []): never {
  throw new Refusal(code, details);
}

export function invalid(field: string, message: string): Refusal {
  return new Refusal('INVALID_REQUEST', [{ field, message }]);
}
