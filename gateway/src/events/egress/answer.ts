// What became of one attempt to deliver a notification.

export type NetworkCause = 'DNS' | 'ADDRESS' | 'CONNECT' | 'TLS' | 'TIMEOUT' | 'RESET' | 'PROTOCOL';

export type DeliveryAnswer = StatusAnswer | NetworkFailure;

interface StatusAnswer {
  readonly cause: 'STATUS';
  readonly status: number;
  /** The header Retry-After, not interpreted. */
  readonly retryAfter: string | null;
  /** The beginning of the body. */
  readonly answer: string;
  readonly durationMs: number;
}

interface NetworkFailure {
  readonly cause: NetworkCause;
  /** What happened, for the merchant. */
  readonly answer: string;
  readonly durationMs: number;
}
