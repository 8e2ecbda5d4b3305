// Messages that providers send by themselves, and customers who come back from them. The adapter
// verifies and reads those of its own provider; the rest of the gateway records what they say.

import type { Instant } from '../core/clock.ts';
import type { Money } from '../core/money.ts';
import type { Secret } from '../core/secret.ts';
import type { CredentialLookup, Credentials } from './credentials/credentials.ts';
import type { Outcome } from './outcome.ts';

/** The parameters of a query; repeated ones are left out. */
export type MessageQuery = Readonly<Record<string, string>>;

/** A message as it arrived. Nothing in it is proven. */
export interface ProviderMessage {
  /** The exact text of the body, which signatures cover. */
  readonly text: string;
  /** The fields of the body, whether JSON or a form. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** A header by its name in lower case; undefined if it is absent or repeated. */
  readonly header: (name: string) => string | undefined;
  readonly query: MessageQuery;
}

/** What was proven, and by whose credentials; null: by those of the installation. */
export interface Proof {
  readonly provenBy: Credentials | null;
}

export interface ProviderNews extends Proof {
  readonly attempts: readonly AttemptNews[];
  readonly aliases?: readonly AliasNews[];
  readonly disputes?: readonly DisputeNews[];
  /**
   * What the provider expects as the answer; absent: {"status":"OK"}. Accepted means that every
   * attempt is known and every amount is right.
   */
  readonly answer?: (isAccepted: boolean) => ProviderAnswer;
}

export interface ProviderAnswer {
  readonly mediaType: string;
  readonly text: string;
}

export interface AttemptNews {
  readonly attemptId: string;
  /** If the provider was told of the payment too; needed for all but waiting authorizations. */
  readonly payment?: { readonly merchantId: string; readonly paymentId: string };
  readonly finding: Outcome;
  /**
   * What the message is about; null: it does not say so. A success always says so, except that of
   * an operation that has no amount of its own: a reversal or a stop.
   */
  readonly amount: Money | null;
}

/** REGISTERED and UNREGISTERED at the bank; DECLINED: the customer did not want the alias. */
export const aliasStatuses = ['REGISTERED', 'UNREGISTERED', 'DECLINED'] as const;
export type AliasStatus = (typeof aliasStatuses)[number];

export interface AliasNews {
  readonly merchantId: string;
  readonly type: 'UID' | 'PAYID';
  readonly alias: Secret<string>;
  readonly status: AliasStatus;
}

/**
 * INQUIRY: the issuer asks for information. OPENED: announced, no money moved. CHARGED_BACK: the
 * provider took the money. RETURNED: the provider returned it. WON and LOST are final.
 */
export const disputeStages = [
  'INQUIRY',
  'OPENED',
  'CHARGED_BACK',
  'RETURNED',
  'WON',
  'LOST',
] as const;
export type DisputeStage = (typeof disputeStages)[number];

/** What a provider says about a chargeback of a payment. */
export interface DisputeNews {
  readonly merchantId: string;
  readonly paymentId: string;
  /** Of the authorization or capture that is disputed. */
  readonly attemptId: string;
  /** The provider's id of the dispute; all news about one dispute name the same. */
  readonly reference: string;
  readonly stage: DisputeStage;
  readonly amount: Money;
  /** The code of the card network or provider, at most 64 printable characters. */
  readonly reason: string | null;
  /** Until when the merchant may respond. */
  readonly respondUntil: Instant | null;
  /** When it happened, by the provider. */
  readonly at: Instant;
}

/** A customer who came back: it names the attempt and says nothing about its result. */
export interface ProviderReturn extends Proof {
  readonly attemptId: string;
}

export type ReadMessage = (
  message: ProviderMessage,
  credentials: CredentialLookup,
) => Promise<ProviderNews | 'not-authentic' | 'unreadable'>;

export type ReadReturn = (
  query: MessageQuery,
  credentials: CredentialLookup,
) => Promise<ProviderReturn | undefined>;
