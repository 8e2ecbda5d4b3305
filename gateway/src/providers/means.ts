// What a customer pays with, as a provider receives it. Means exist only in memory, for one call.

import type { Secret } from '../core/secret.ts';

export interface Card {
  readonly number: Secret<string>;
  /** YYYYMM. */
  readonly expiry: Secret<string>;
  readonly cvv: Secret<string> | null;
  readonly holder: Secret<string> | null;
}

/** Why an authorization needs no customer authentication; the liability stays with the merchant. */
export type Exemption = 'MIT' | 'LOW_VALUE' | 'TRA';

/** The result of 3-D Secure. */
export interface ThreeDSProof {
  readonly eci: string;
  readonly cavv: Secret<string> | null;
  readonly dsTransId: string;
  readonly version: string;
  readonly transStatus: string;
}

export interface CardMeans {
  readonly kind: 'card';
  /** A card number, or the number of a network token. */
  readonly card: Card;
  readonly numberType: 'PAN' | 'NETWORK_TOKEN';
  /** How its token service names a network token; null for a card number. */
  readonly networkToken: {
    readonly scheme: 'VTS' | 'SCOF';
    readonly instrumentRef: string;
  } | null;
  /** The cryptogram of a network token, requested right before the call or sent by a wallet. */
  readonly cryptogram: Secret<string> | null;
  /** The electronic commerce indicator that came with the cryptogram, if there was one. */
  readonly eci: string | null;
  readonly threeDS: ThreeDSProof | null;
  readonly exemption: Exemption | null;
  /**
   * Without the customer: the card network's id of the first payment of the series; null if the
   * acquirer returned none.
   */
  readonly networkTransactionId: string | null;
}

/** The customer's device, as the BLIK operator and banks require it. */
export interface Payer {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly email: string | null;
  readonly language: string | null;
}

/** The customer's own browser, as its request shows it. */
export type SeenBrowser = Pick<Payer, 'ip' | 'userAgent'>;

export type BlikTicket =
  | { readonly type: 'CODE'; readonly code: Secret<string> }
  /** `app` is the key of a bank app, when the alias belongs to several. */
  | {
      readonly type: 'UID' | 'PAYID';
      readonly alias: Secret<string>;
      readonly app: string | null;
    };

/** Limits of recurring payments under a PAYID alias, shown to the customer in the bank's app. */
interface BlikRecurring {
  /** A: fixed amount and rhythm; M: the merchant decides within limits; O: free. */
  readonly model: 'A' | 'M' | 'O';
  /** Number and unit, such as 1M. */
  readonly frequency: string | null;
  readonly limitMinor: bigint | null;
  readonly totalLimitMinor: bigint | null;
  readonly totalCount: number | null;
  /** YYYYMMDD. */
  readonly expiresOn: string | null;
}

export interface BlikAliasRegistration {
  readonly type: 'UID' | 'PAYID';
  readonly alias: Secret<string>;
  /** What the customer sees in the bank's app. */
  readonly label: string;
  /** For PAYID. */
  readonly recurring: BlikRecurring | null;
}

export interface BlikMeans {
  readonly kind: 'blik';
  readonly ticket: BlikTicket;
  /** An alias to be registered together with this payment. */
  readonly register: BlikAliasRegistration | null;
  readonly payer: Payer;
  readonly description: string;
}

/** The customer continues at an address that the provider returns. */
export interface RedirectMeans {
  readonly kind: 'redirect';
  readonly bankId: number;
  readonly payer: Payer;
  readonly description: string;
  /** Until when the customer may pay. */
  readonly validUntil: number;
}

/** What a method hands to a provider that was made for it. */
interface OwnMeans {
  readonly kind: 'own';
  /** The kind of means that the provider declares. */
  readonly name: string;
  readonly values: Readonly<Record<string, Secret<string>>>;
}

export type Means = CardMeans | BlikMeans | RedirectMeans | OwnMeans;

/** What providers declare: PAN, NETWORK_TOKEN, BLIK, REDIRECT, or the name of own means. */
export type MeansKind = string;

export function meansKind(means: Means): MeansKind {
  switch (means.kind) {
    case 'card':
      return means.numberType;
    case 'blik':
      return 'BLIK';
    case 'redirect':
      return 'REDIRECT';
    case 'own':
      return means.name;
  }
}
