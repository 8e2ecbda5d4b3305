// Types of encrypt-card.js.

/** The answer of GET /v1/ecommerce/keys. */
export interface CardKeys {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

export interface PlainCard {
  /** Spaces and hyphens are allowed. */
  readonly instrumentNo?: string;
  /** YYYYMM. */
  readonly expDate?: string;
  readonly cvv?: string;
}

export interface EncryptedCard {
  readonly encInstrumentNo?: string;
  readonly encExpDate?: string;
  readonly encCvv?: string;
}

export interface CardEncryptor {
  /** Encrypts the fields that are given; throws CardError for a value that cannot be right. */
  encrypt(card: PlainCard): Promise<EncryptedCard>;
}

export declare class CardError extends Error {
  readonly name: 'CardError';
  readonly field: 'instrumentNo' | 'expDate' | 'cvv';
  constructor(field: string);
}

/** From the URL of the keys, which are read again when they are old, or from a JWKS. */
export declare function createCardEncryptor(source: string | CardKeys): CardEncryptor;
