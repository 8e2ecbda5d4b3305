// Who is calling, as far as the token says. `http` asks for a caller and `auth` finds it; this is
// the type between the two.

export type Resource = 'PAYMENT' | 'TOKENIZER' | 'UNIVERSAL';

export interface MerchantCaller {
  readonly kind: 'merchant';
  readonly merchantId: string;
  /** The agent that acts for the merchant, when the token was issued to one. */
  readonly agentId: string | null;
  readonly resource: Resource;
  readonly channel: string | null;
  /** A suspended merchant reaches only endpoints that say so. */
  readonly isSuspended: boolean;
}

/** The payment page of one payment. */
export interface ClientCaller {
  readonly kind: 'client';
  readonly merchantId: string;
  readonly paymentId: string;
  readonly generation: number;
}

export type Caller =
  MerchantCaller | ClientCaller | { readonly kind: 'operator' } | { readonly kind: 'anyone' };

/** Finds the caller of a bearer token, or refuses with 401. */
export interface Authenticator {
  merchantOrClient(bearer: string): Promise<MerchantCaller | ClientCaller>;
  operator(bearer: string): void;
}
