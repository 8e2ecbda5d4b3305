// The provider port: authorize, inquire, and the follow-up operations that a provider supports. An
// adapter never throws for network problems; it returns an outcome. The attempt's id is the
// idempotency key at the provider.

import type { Money } from '../core/money.ts';
import type { Secret } from '../core/secret.ts';
import type { AttemptVerb } from './attempt.ts';
import type { BankList } from './bank.ts';
import type { CredentialField } from './credentials/credential-field.ts';
import type { Credentials } from './credentials/credentials.ts';
import type { Means, MeansKind } from './means.ts';
import type { Finding, Outcome } from './outcome.ts';
import type { ReadMessage, ReadReturn } from './provider-message.ts';

export interface ProviderRequest {
  readonly attemptId: string;
  readonly merchantId: string;
  readonly paymentId: string;
  readonly amount: Money;
  /** The merchant's own; absent: those of the installation. */
  readonly credentials?: Credentials;
}

export interface Authorization extends ProviderRequest {
  readonly means: Means;
  /**
   * `hold` reserves the amount for a later capture, `sale` takes it, `funding` takes it to fund the
   * card of a recipient.
   */
  readonly kind: 'sale' | 'hold' | 'funding';
  /** For kind `funding`. */
  readonly funding?: Funding | null;
}

/** What card networks must know about account funding. */
export interface Funding {
  /** The application identifier of the card networks. */
  readonly purposeCode: string;
  /** Where the money comes from, two digits. */
  readonly fundSource: string | null;
  readonly fundSourceRef: string | null;
  readonly recipient: {
    readonly number: Secret<string>;
    readonly name: string | null;
  };
}

/** An operation on an earlier authorization. */
export interface FollowUp extends ProviderRequest {
  readonly originalAttemptId: string;
  /** The provider's own reference of the authorization, if it gave one. */
  readonly originalReference: string | null;
}

/** Identifies the attempt whose result is asked for. */
export interface Inquiry {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly attemptId: string;
  /** For all but an authorization: the attempt that it refers to. */
  readonly originalAttemptId?: string;
  /** For all but an authorization: the provider's own reference of the authorization. */
  readonly originalReference?: string | null;
  readonly verb: AttemptVerb;
  /** Of the authorization. */
  readonly kind: Authorization['kind'];
  /** The provider's own reference of the operation, if it gave one. */
  readonly reference: string | null;
  /** The amount of the attempt: a result about another amount proves nothing. */
  readonly amountMinor: bigint;
  readonly currency: string;
  /** How often it was asked before; absent: never. */
  readonly checks?: number;
  /** The merchant's own; absent: those of the installation. */
  readonly credentials?: Credentials;
}

/**
 * `adjust` sets the held amount to a new total. `reverse` undoes the authorization. `refund`
 * returns money that was taken. `stop` ends an authorization that waits for the customer: approved
 * means that it can no longer succeed, declined that it has already ended.
 */
export type FollowUpVerb = Exclude<AttemptVerb, 'authorize'>;

type SendFollowUp = (request: FollowUp) => Promise<Outcome>;
type FollowUps = Readonly<Partial<Record<FollowUpVerb, SendFollowUp>>>;

/** The same operations, each with something around it. */
export function wrapFollowUps(all: FollowUps, wrap: (send: SendFollowUp) => SendFollowUp) {
  const wrapped = Object.entries(all).map(([verb, send]) => [verb, wrap(send)]);
  return Object.fromEntries(wrapped) as FollowUps;
}

export interface Provider {
  readonly name: string;
  /** What this provider can be paid with. */
  readonly means: readonly MeansKind[];
  /** Whether it can authorize kind `funding`; absent: it cannot. */
  readonly canFund?: boolean;
  /**
   * Whether the result of an authorization, with any means, may come later by a message: the
   * customer must act, or nothing else answers an inquiry. Until the payment expires it waits for
   * it; then the provider is asked to stop.
   */
  readonly mayReportLater?: boolean;
  /** The credentials that a merchant may have of its own, each of them required; absent: none. */
  readonly credentialFields?: readonly CredentialField[];
  /** The public name of the installation's account, which no merchant may claim. */
  readonly installationAccount?: string;
  /** After this time, a request that the provider has not received is considered lost. */
  readonly maxInFlightMs: number;
  authorize(request: Authorization): Promise<Outcome>;
  /** Only the supported operations; others are refused before anything is written. */
  readonly followUps: FollowUps;
  inquire(inquiry: Inquiry): Promise<Finding>;
  /**
   * A harmless call that shows whether the provider answers and accepts our credentials; absent:
   * an inquiry about an attempt that does not exist.
   */
  check?(): Promise<Finding>;
  /** For means REDIRECT: the banks that the customer can choose from. */
  readonly banks?: BankList;
  /** Verifies and reads a message that the provider sends by itself; absent: it sends none. */
  readonly readMessage?: ReadMessage;
  /** Names the attempt of a customer who comes back; undefined if the query is not authentic. */
  readonly readReturn?: ReadReturn;
}
