// What a method decides about a payment: the next step with its instrument, and the step after a
// decline.

import type { Instant } from '../core/clock.ts';
import type { Draft } from '../journal/entry.ts';
import type { Attempt } from '../providers/attempt.ts';
import type { Means } from '../providers/means.ts';
import type { BankApp } from '../providers/outcome.ts';
import type { RejectCode } from '../providers/reject-codes.ts';
import type { Authentication } from '../threeds/authentication.ts';
import type { CardToken } from '../vault/card-token.store.ts';
import type { HeldCardRow } from '../vault/held-card.store.ts';
import type { DataRequest } from './data-request.ts';

/** What the payment shows of its instrument. */
export interface ShownInstrument {
  readonly cardMask: string | null;
  readonly organization: string | null;
}

export const nothingShown: ShownInstrument = { cardMask: null, organization: null };

/** Adds rows to the entry that writes a step. */
export type RecordWithStep = (draft: Draft) => void;

/** The payment ends REJECTED before any provider is called. */
interface RefuseStep {
  readonly kind: 'refuse';
  readonly rejectCode: RejectCode;
  readonly shown: ShownInstrument;
}

/** The payment waits for more data. */
export interface NeedStep {
  readonly kind: 'need';
  readonly dataRequest: DataRequest;
  /** The fields that are missing, as far as they are known. */
  readonly missingFields: readonly string[];
  readonly shown: ShownInstrument;
  /** What is held in the vault meanwhile; null: nothing new. */
  readonly held: HeldCardRow | null;
  readonly record?: RecordWithStep;
}

/** The customer is authenticated first. */
export interface AuthenticateStep {
  readonly kind: 'authenticate';
  readonly authentication: Authentication;
  readonly shown: ShownInstrument;
  readonly held: HeldCardRow;
  /** Identifies the instrument in an agreement; null: not needed. */
  readonly fingerprint: Uint8Array | null;
  /** The stored card that the payment relies on: it must not change before this step is written. */
  readonly token?: CardToken | null;
  readonly record?: RecordWithStep;
}

/** The provider is called. */
export interface AuthorizeStep {
  readonly kind: 'authorize';
  readonly means: Means;
  readonly shown: ShownInstrument;
  /** What stays in the vault for a later step; null: nothing. */
  readonly held: HeldCardRow | null;
  readonly fingerprint: Uint8Array | null;
  readonly exemption: Attempt['exemption'];
  /** Until when the customer may act at the provider; null: nobody must. */
  readonly waitUntil: Instant | null;
  /** As in the step before: the stored card that the payment relies on. */
  readonly token?: CardToken | null;
  readonly record?: RecordWithStep;
  /** The only provider that can be called, if the instrument decides it. */
  readonly provider?: string | undefined;
}

export type MethodStep = RefuseStep | NeedStep | AuthenticateStep | AuthorizeStep;

export function refuseStep(rejectCode: RejectCode, shown = nothingShown): RefuseStep {
  return { kind: 'refuse', rejectCode, shown };
}

/** Waits for these fields; nothing is held meanwhile. */
export function needStep(dataRequest: DataRequest, missingFields: readonly string[]): NeedStep {
  return { kind: 'need', dataRequest, missingFields, shown: nothingShown, held: null };
}

/** An authorization of which nothing is shown, held or waited for. */
export const plainAuthorization = {
  kind: 'authorize',
  shown: nothingShown,
  held: null,
  fingerprint: null,
  exemption: null,
  waitUntil: null,
} as const;

export interface NeedAfterDecline {
  readonly kind: 'need';
  readonly dataRequest: DataRequest;
  /** The bank apps that the customer may choose from. */
  readonly apps?: readonly BankApp[] | undefined;
  /** Another instrument is needed: what is held of the declined one is dropped. */
  readonly dropsInstrument?: true;
}

/** How a payment goes on after a decline; undefined: it is rejected. */
export type StepAfterDecline =
  | NeedAfterDecline
  | { readonly kind: 'authenticate'; readonly authentication: Authentication };
