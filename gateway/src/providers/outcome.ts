// The possible answers of a provider about an attempt. An outcome is a value: a decline is not an
// exception, and time-outs, broken connections and garbage are `unknown`, never a failure.

import type { Instant } from '../core/clock.ts';
import type { RejectCode } from './reject-codes.ts';

export interface Approved {
  readonly kind: 'approved';
  /** The provider's id of the operation. */
  readonly reference: string;
  readonly authCode: string | null;
  /** The card network's id of an authorization; later payments of its series name it. */
  readonly networkTransactionId: string | null;
}

/** An approval without data of a card network. */
export function approvalOf(reference: string): Approved {
  return { kind: 'approved', reference, authCode: null, networkTransactionId: null };
}

export interface Declined {
  readonly kind: 'declined';
  readonly rejectCode: RejectCode;
  readonly reference: string | null;
  /** The provider's own code, at most 64 printable characters; absent: it has none. */
  readonly providerCode?: string;
  /** Another provider may approve it: the issuer was not reached, or not permitted here. */
  readonly mayTryElsewhere?: true;
  /** The bank apps of an ambiguous BLIK alias: the customer chooses one for a new attempt. */
  readonly apps?: readonly BankApp[];
}

export interface BankApp {
  readonly key: string;
  readonly label: string;
}

/** What the customer must do. */
export type CustomerAction =
  /** On a phone or another device of the customer. */
  | { readonly kind: 'confirm' }
  | { readonly kind: 'redirect'; readonly url: string }
  /** The text of a QR code, at most 2,000 printable characters. */
  | { readonly kind: 'scan'; readonly qrCode: string }
  | { readonly kind: 'choose'; readonly apps: readonly BankApp[] };

/** The provider has the request and will know the result later. */
export interface Pending {
  readonly kind: 'pending';
  /** The provider's id of the operation, if it has one already. */
  readonly reference: string | null;
  /** What the result waits for; null: for the provider itself. */
  readonly customer: Exclude<CustomerAction, { kind: 'choose' }> | null;
}

/** It is unknown whether the operation happened; only an inquiry can tell. */
export interface Unknown {
  readonly kind: 'unknown';
  /** `not-sent`: certainly; the call was not made, or no connection. */
  readonly why: 'timeout' | 'connection' | 'garbage' | 'provider-error' | 'not-sent';
  /** When an inquiry will be conclusive, if known: the next check is not later. */
  readonly checkAt?: Instant;
}

export type Outcome = Approved | Declined | Pending | Unknown;

/** The answer to an inquiry; rule 1 of the resolver says when `not-found` is trusted. */
export type Finding = Outcome | { readonly kind: 'not-found' };

/** Only an inquiry can find nothing; any other answer that says so is not understood. */
export function asOutcome(finding: Finding): Outcome {
  return finding.kind === 'not-found' ? { kind: 'unknown', why: 'garbage' } : finding;
}

/** Customers are sent only to web pages, and only with TLS unless the provider is simulated. */
export function isCustomerLink(url: string, allowsPlain: boolean): boolean {
  const pattern = allowsPlain ? /^https?:\/\/[\x21-\x7e]+$/ : /^https:\/\/[\x21-\x7e]+$/;
  return url.length <= 2000 && pattern.test(url) && URL.canParse(url);
}
