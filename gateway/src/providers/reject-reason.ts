// What a reject code says: a sentence for the merchant and whether to try again.

/** `new-code`: with a new code of the same customer. */
type RetryAdvice = 'same-instrument' | 'other-instrument' | 'new-code' | 'other-method' | 'never';

export interface RejectReason {
  readonly info: string;
  readonly retry: RetryAdvice;
}
