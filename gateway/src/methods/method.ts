// The payment method port. A method owns instrument types, says which payments it fits, lists its
// options, and turns the merchant's input into the next step of a payment. One folder per method.

import type { Clock, Instant } from '../core/clock.ts';
import type { Draft } from '../journal/entry.ts';
import type { Ids } from '../core/id.ts';
import type { Money } from '../core/money.ts';
import type { Channel, Merchant, MerchantSettings, Method } from '../merchants/merchant.ts';
import type { Attempt } from '../providers/attempt.ts';
import type { Means, MeansKind, SeenBrowser } from '../providers/means.ts';
import type { Declined } from '../providers/outcome.ts';
import type { RejectCode } from '../providers/reject-codes.ts';
import type { Authentication } from '../threeds/authentication.ts';
import type { Actor } from '../vault/audit/card-use.ts';
import type { HeldCardRow } from '../vault/held-card.store.ts';
import type { CardToken, TokenStore } from '../vault/card-token.store.ts';
import type { TokenVault } from '../vault/card-token.ts';
import type { Vault } from '../vault/held-card.ts';
import type { CardKnowledge } from '../cards/card-knowledge.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { SettingsLookup } from '../settings/setting.ts';
import type { ThreeDS } from '../threeds/threeds.ts';
import type { TokenServiceRegistry } from '../token-services/registry.ts';
import type { WalletKeys } from '../wallets/credentials/credential.ts';
import type { WalletServices } from '../wallets/wallet-services.ts';
import type { UsedTokenStore } from './wallet/used-token.store.ts';
import type { StepAfterDecline } from './after-decline.ts';
import type { Availability } from './availability-status.ts';
import type { DataRequest } from './data-request.ts';
import type { Instrument, InstrumentType } from './instrument.ts';

/** The properties of a payment that decide whether a method fits it. */
export interface PaymentFit {
  readonly channel: Channel;
  readonly currency: string;
  readonly transKind: string;
  readonly amountMinor: bigint;
  readonly recurring: string | null;
  /** The tokenization that takes the card once the payment has completed. */
  readonly tokenizerId: string | null;
}

/** The payment as far as a method needs it. */
export interface MethodPayment extends PaymentFit {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly status: string;
  readonly instrumentType: string | null;
  readonly extOrderId: string | null;
  readonly description: string | null;
  readonly cardHeld: boolean;
  readonly validUntil: Instant;
  readonly rejectCode: RejectCode | null;
  /** When the previous try was refused, if the payment stayed open after it. */
  readonly refusedAt: Instant | null;
}

/** Whether a waiting payment goes on after a soft decline, instead of with another try. */
export function isSoftDeclineOpen({ status, rejectCode }: MethodPayment): boolean {
  return status === 'PENDING' && rejectCode === null;
}

/** Stored data of the creation request; every part is validated by its schema. */
export interface MethodDetails {
  readonly redirectURL?: string;
  readonly acsNotificationURL?: string;
  readonly customer?: { readonly email?: string; readonly extCustomerId?: string };
  readonly device?: {
    readonly ip?: string;
    readonly browserData?: { readonly userAgent?: string; readonly language?: string };
  };
  readonly order?: { readonly shipping?: object };
  /** The customer agrees to save the card of a try. */
  readonly saveCard?: { readonly agreedAt: string };
  readonly options?: {
    readonly recurring?: string;
    readonly recurringType?: string;
    readonly recurringExpDate?: string;
    readonly recurringCycle?: string;
    readonly registerAlias?: boolean;
    readonly language?: string;
  };
}

export interface MethodRequest {
  readonly payment: MethodPayment;
  readonly attempts: readonly Attempt[];
  readonly merchant: Merchant;
  /** Including what this request adds. */
  readonly details: MethodDetails;
  /** The given fields of the instrument; undefined: only other data was sent. */
  readonly instrument: Instrument | undefined;
  /** False for payments that the merchant makes under an agreement. */
  readonly customerPresent: boolean;
  /** True when the instrument must be complete now; false when the rest may follow. */
  readonly isWhole: boolean;
  /** Who sent this, for the audit log. */
  readonly actor: Actor;
  readonly seen?: SeenBrowser | undefined;
}

export interface MethodNow {
  readonly at: Instant;
  readonly ids: Ids;
}

/** What the payment shows of its instrument. */
export interface ShownInstrument {
  readonly cardMask: string | null;
  readonly organization: string | null;
}

/** Adds rows to the entry that writes a step. */
export type RecordWithStep = (draft: Draft) => void;

/** The payment ends REJECTED before any provider is called. */
export interface RefuseStep {
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

export interface DeclineReport {
  readonly payment: MethodPayment;
  /** With the declined one still open. */
  readonly attempts: readonly Attempt[];
  readonly attempt: Attempt;
  readonly finding: Declined;
  /** Reads the stored data of the creation request. */
  readonly details: () => Promise<MethodDetails>;
}

/** One way to pay with a method, such as a bank or a card organization. */
export interface MethodOption {
  /** Null: no provider is available. */
  readonly provider: string | null;
  readonly code: string;
  /** The numeric id of a bank. */
  readonly id: number | null;
  readonly name: string;
  /** The address of the logo; null: the gateway's own. */
  readonly iconUrl: string | null;
  readonly status: Availability;
  readonly minMinor: bigint | null;
  readonly maxMinor: bigint | null;
  /** Local hours such as 00:00-24:00; null: always. */
  readonly hours: string | null;
}

/** What methods are created with. */
export interface MethodParts {
  readonly vault: Vault;
  readonly tokens: TokenStore;
  readonly tokenVault: TokenVault;
  readonly threeds: ThreeDS;
  readonly cards: CardKnowledge;
  readonly providers: ProviderRegistry;
  readonly tokenServices: TokenServiceRegistry;
  readonly clock: Clock;
  readonly settings: SettingsLookup;
  readonly wallets: WalletServices;
  readonly walletKeys: WalletKeys;
  readonly usedTokens: UsedTokenStore;
  /** The host of the payment page. */
  readonly pageHost: () => string;
}

/** The authorization that is sent to a provider next. */
export interface PreparedCall {
  readonly merchantId: string;
  readonly amount: Money;
}

export type CreateMethod = (parts: MethodParts) => PaymentMethod;

export interface PaymentMethod {
  readonly method: Method;
  readonly types: readonly InstrumentType[];
  /** What providers receive; a payment is possible while a provider of one of them is available. */
  readonly means: readonly MeansKind[];
  /** Null, or why a payment cannot be made with this method. */
  fits(payment: PaymentFit): RejectCode | null;
  /** Whether a merchant has what the method needs, such as certificates; absent: always. */
  readiness?(merchant: Merchant): Promise<Availability>;
  options(settings: MerchantSettings): readonly MethodOption[];
  /**
   * The type of an instrument that was sent without one, if its fields tell. `current` is the type
   * that the payment has already.
   */
  typeOf(fields: readonly string[], current?: string | null): InstrumentType | undefined;
  /**
   * The next step of a payment with this instrument. Refuses malformed fields by name. Called again
   * when more data arrives, also for a PENDING payment that goes on after a decline.
   */
  start(request: MethodRequest, now: MethodNow): Promise<MethodStep>;
  /**
   * Completes the means right before the provider is called, or declines: then the call is not
   * made.
   */
  prepare?(means: Means, call: PreparedCall): Promise<Means | Declined>;
  /** What the page needs for a payment that waits for its instrument, as fields of the answer. */
  pageData?(payment: MethodPayment, merchant: Merchant, details: MethodDetails): Promise<object>;
  /** How the payment goes on after a decline; absent, or undefined: it is rejected. */
  afterDecline?(report: DeclineReport, now: MethodNow): Promise<StepAfterDecline | undefined>;
}
