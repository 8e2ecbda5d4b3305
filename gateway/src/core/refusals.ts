// The closed table of refusals: code, HTTP status, sentence. A refusal is thrown anywhere and
// becomes a reply in one place (http/reply.ts); specification section 7, error body of our
// contract.

export const refusals = {
  INVALID_JSON: [400, 'The request body is not valid JSON.'],
  MALFORMED_REQUEST: [
    400,
    'The request is not valid HTTP/1.1. Check its first line and its headers.',
  ],
  INVALID_REQUEST: [400, 'The request has invalid or missing fields.'],
  MERCHANT_MISMATCH: [
    403,
    'The request names another merchant or agent than the token was issued for. ' +
      'Leave it out, or obtain a token for it.',
  ],
  TOKEN_MISSING: [401, 'Send the header "Authorization: Bearer <access token>".'],
  TOKEN_INVALID: [
    401,
    'The access token is not valid. Obtain a new one with POST /v1/ecommerce/auth.',
  ],
  TOKEN_EXPIRED: [
    401,
    'The access token has expired. Obtain a new one with POST /v1/ecommerce/auth.',
  ],
  TOKEN_REVOKED: [
    401,
    'The access token was revoked. Obtain a new one with POST /v1/ecommerce/auth.',
  ],
  CLIENT_TOKEN_INVALID: [
    401,
    'This token of a payment page is no longer valid. The merchant makes a new link with restore.',
  ],
  CLIENT_TOKEN_EXPIRED: [
    401,
    'This token of a payment page has expired. The merchant makes a new link with restore, ' +
      'or with retry once the payment has ended.',
  ],
  CREDENTIALS_INVALID: [
    401,
    'The merchant id or the secret is wrong. Check both, or ask the operator for a new secret.',
  ],
  ADMIN_KEY_INVALID: [
    401,
    'The operator key is missing or wrong. Send it as "Authorization: Bearer <operator key>".',
  ],
  NOTIFICATION_NOT_AUTHENTIC: [401, 'The notification does not prove where it comes from.'],
  TOKEN_NOT_FOR_THIS: [
    403,
    'The access token is valid but does not allow this operation. Call it from your server with ' +
      'a merchant token that reaches it.',
  ],
  RECURRING_NOT_ALLOWED: [
    403,
    'Payments without the customer are not enabled for this merchant. Ask the operator.',
  ],
  MERCHANT_SUSPENDED: [
    403,
    'The merchant is suspended. Its payments can be read, captured and cancelled; ' +
      'for anything else ask the operator of the gateway.',
  ],
  AGENT_SUSPENDED: [
    403,
    'The agent is suspended. The merchant can log in with its own secret; ' +
      'the agent asks the operator of the gateway.',
  ],
  PAYMENT_NOT_FOUND: [
    404,
    'This merchant has no such payment. Check the paymentId; payments are served for 3 months.',
  ],
  REF_PAYMENT_NOT_FOUND: [404, 'options.refPaymentId names no payment of this merchant.'],
  TRANSACTION_NOT_FOUND: [
    404,
    'The payment has no such transaction; GET …/transactions lists those it has.',
  ],
  MERCHANT_NOT_FOUND: [404, 'There is no such merchant; GET /v1/admin/merchants lists them.'],
  ROUTE_NOT_FOUND: [404, 'There is no such address in this interface. Check it for mistakes.'],
  METHOD_NOT_ALLOWED: [
    405,
    'This address does not take this HTTP method; the header Allow names those it takes.',
  ],
  REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Send it again without pauses.'],
  MERCHANT_EXISTS: [
    409,
    'A merchant with this id exists already. Choose another id, or change it with PATCH.',
  ],
  CHANGED_MEANWHILE: [409, 'The record was changed at the same moment. Read it again and repeat.'],
  NOT_IN_THIS_STATE: [
    409,
    'The operation is not possible in the present state of the payment, which GET …/status tells.',
  ],
  NOT_A_PREAUTHORIZATION: [
    409,
    'The payment is not a preauthorization, so its amount can be neither captured nor changed.',
  ],
  ALREADY_CAPTURED: [
    409,
    'The payment has been captured. It can no longer be captured, changed or cancelled.',
  ],
  ALREADY_REFUNDED: [
    409,
    'The payment has been refunded, wholly or in part. It can no longer be cancelled.',
  ],
  OPERATION_IN_PROGRESS: [
    409,
    'Another operation on this payment is under way. Repeat in a moment.',
  ],
  NOT_THE_LATEST_ADJUSTMENT: [
    409,
    'Only the latest adjustment in force can be withdrawn; GET …/transactions lists them in order.',
  ],
  NOT_AN_ADJUSTMENT: [
    409,
    'Only transactions of type ADJUSTMENT can be withdrawn; GET …/transactions tells their types.',
  ],
  NOT_ON_PAYWALL: [409, 'Only payments of channel PAYWALL have a link that can be restored.'],
  NO_CHALLENGE: [409, 'The payment waits for no challenge; GET …/status tells what it waits for.'],
  ORDER_ALREADY_PAID: [409, 'Another payment of this order is completed; details name it.'],
  ORDER_IN_PROGRESS: [
    409,
    'Another payment of this order is in progress; details name it. Repeat when it has ended.',
  ],
  REF_PAYMENT_NOT_COMPLETED: [
    409,
    'The payment named by options.refPaymentId is not completed, or was cancelled.',
  ],
  IDEMPOTENCY_KEY_REUSED: [
    409,
    'This Idempotency-Key was used with a different request. Use a new key for each operation.',
  ],
  BODY_TOO_LARGE: [413, 'The request body is too large. Send less, or in several requests.'],
  MEDIA_TYPE_NOT_SUPPORTED: [415, 'Send the body in a media type that the endpoint takes.'],
  CAPTURE_EXCEEDS_AUTHORIZATION: [
    422,
    'The amount is above the preauthorized amount. Capture less, or raise it by an adjustment.',
  ],
  ADJUSTMENT_EXCEEDS_EXEMPTION: [
    422,
    'The customer was not authenticated for more. Make a new payment for the difference.',
  ],
  ADJUSTMENT_EXCEEDS_AUTHENTICATION: [
    422,
    'The customer was not authenticated for this much. Make a new payment for the difference.',
  ],
  REF_PAYMENT_NOT_INITIAL: [
    422,
    'The payment named by options.refPaymentId is none with options.recurring INITIAL.',
  ],
  REF_PAYMENT_NOT_AUTHENTICATED: [
    422,
    'The customer was not strongly authenticated in the payment named by options.refPaymentId.',
  ],
  REF_PAYMENT_OTHER_CARD: [
    422,
    'The card is not the one of the payment named by options.refPaymentId.',
  ],
  OPERATION_DECLINED: [
    422,
    'The acquirer declined the operation; the details tell the reject code.',
  ],
  TOO_MANY_REQUESTS: [
    429,
    'Too many requests. Wait for the seconds in the header Retry-After and repeat.',
  ],
  HEADERS_TOO_LARGE: [431, 'The headers of the request are too large. Send fewer or shorter ones.'],
  INTERNAL_ERROR: [
    500,
    'The gateway met an unexpected condition. Quote the trace id when asking for help.',
  ],
  OVERLOADED: [503, 'The gateway is busy. Repeat with the same Idempotency-Key after a moment.'],
  STORAGE_UNAVAILABLE: [
    503,
    'The database cannot be reached. Repeat with the same Idempotency-Key.',
  ],
  // Answered by the sandbox and its simulated providers.
  FOREIGN_HOST: [
    403,
    'The sandbox answers under localhost, the address it listens on and BRAMKA_PUBLIC_URL only.',
  ],
  FOREIGN_ORIGIN: [
    403,
    'The sandbox takes no requests from pages of other sites. Call it from a program.',
  ],
  PROVIDER_KEY_INVALID: [
    401,
    'The key of the simulated acquirer is missing or wrong: "Authorization: Bearer <key>".',
  ],
  CHALLENGE_NOT_FOUND: [
    404,
    'There is no such challenge. Take its id from acsTxnId of the acsData of the payment.',
  ],
  ATTEMPT_REUSED: [
    409,
    'The attemptId was used for another operation. Use a new one for each operation.',
  ],
  PROVIDER_OUT_OF_ORDER: [503, 'The simulated provider is out of order, as it was told to be.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type RefusalCode = keyof typeof refusals;

/**
 * Refusals that a repeat under the same Idempotency-Key gets again, byte for byte: those that the
 * same request would always meet, and a decline, since the acquirer was asked. All others depend on
 * the moment or on what can be corrected, so they leave the key free.
 */
export const keptRefusals: ReadonlySet<RefusalCode> = new Set([
  'OPERATION_DECLINED',
  'ORDER_ALREADY_PAID',
  'ALREADY_CAPTURED',
  'ALREADY_REFUNDED',
  'NOT_A_PREAUTHORIZATION',
  'NOT_AN_ADJUSTMENT',
  'NOT_ON_PAYWALL',
]);

export interface RefusalDetail {
  readonly field: string;
  readonly message: string;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: readonly RefusalDetail[];
  /** Seconds after which a repeat makes sense, sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode,
    details: readonly RefusalDetail[] = [],
    retryAfterSeconds?: number,
  ) {
    super(refusals[code][1]);
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
