// The caller of a request according to its token. `http` needs the caller and `auth` finds it; this
// file holds the shared types.

export type Resource = 'PAYMENT' | 'TOKENIZER' | 'UNIVERSAL';

export interface MerchantCaller {
  readonly kind: 'merchant';
  readonly merchantId: string;
  /** The agent acting for the merchant, when the token was issued to an agent. */
  readonly agentId: string | null;
  readonly resource: Resource;
  readonly channel: string | null;
  /** A suspended merchant can call only endpoints with `whileSuspended`. */
  readonly isSuspended: boolean;
}

/** The payment page of one payment. */
export interface ClientCaller {
  readonly kind: 'client';
  readonly merchantId: string;
  readonly paymentId: string;
  readonly generation: number;
  /** The page of a suspended merchant can call only endpoints with `whileSuspended`. */
  readonly isSuspended: boolean;
}

export type Caller =
  | MerchantCaller
  | ClientCaller
  | { readonly kind: 'operator' }
  | { readonly kind: 'anyone' };

/** Finds the caller of a bearer token, or refuses with 401. */
export interface Authenticator {
  merchantOrClient(bearer: string): Promise<MerchantCaller | ClientCaller>;
  operator(bearer: string): void;
}

/** Where a request comes from. */
export interface Origin {
  readonly caller: Caller;
  readonly address: string;
}
