// The payment method port. A method owns instrument types, says which payments it fits, lists its
// options, and turns the merchant's input into the next step of a payment. One folder per method.

import type { Clock, Instant } from '../core/clock.ts';
import type { TimeAndIds } from '../core/id.ts';
import type { Money } from '../core/money.ts';
import type { Channel, Merchant } from '../merchants/merchant.ts';
import type { Attempt } from '../providers/attempt.ts';
import type { Means, SeenBrowser } from '../providers/means.ts';
import type { Declined } from '../providers/outcome.ts';
import type { RejectCode } from '../providers/reject-codes.ts';
import type { Actor } from '../vault/audit/card-use.ts';
import type { TokenStore } from '../vault/card-token.store.ts';
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
import type { Availability } from './availability-status.ts';
import type { AliasStore } from './aliases/alias.store.ts';
import type { Instrument } from './instrument.ts';
import type { MethodFacts } from './method-facts.ts';
import type { MethodStep, StepAfterDecline } from './method-step.ts';

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
  readonly mustBeComplete: boolean;
  /** Who sent this, for the audit log. */
  readonly actor: Actor;
  readonly seen?: SeenBrowser | undefined;
}

export interface DeclineReport {
  readonly payment: MethodPayment;
  /** With the declined one still open. */
  readonly attempts: readonly Attempt[];
  readonly attempt: Attempt;
  readonly finding: Declined;
  /** Reads the stored data of the creation request. */
  readonly details: () => Promise<MethodDetails>;
}

/** A method as it is offered: to a merchant in general, or for one payment. */
export interface MethodOffer {
  readonly merchant: Merchant;
  readonly status: Availability;
  readonly payment?: MethodPayment;
  readonly details?: MethodDetails;
}

/** What the list of the options of a method needs. */
export interface OptionsRequest extends Pick<MethodOffer, 'merchant' | 'status'> {
  /** The address of a logo of the gateway. */
  readonly iconUrl: (name: string) => string;
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
  readonly aliases: AliasStore;
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

/** A method describes itself, and is created with what it uses. */
export interface MethodDefinition extends MethodFacts {
  create(parts: MethodParts): MethodSteps;
}

export interface PaymentMethod extends MethodFacts, MethodSteps {}

export interface MethodSteps {
  /** Null, or why a payment cannot be made with this method. */
  fits(payment: PaymentFit): RejectCode | null;
  /** Whether a merchant has what the method needs, such as certificates; absent: always. */
  readiness?(merchant: Merchant): Promise<Availability>;
  /** Its own fields in the list of methods (`offerFields`). */
  offer?(offer: MethodOffer): Promise<object>;
  /** Its options, such as banks, as `options.item` describes them. */
  listOptions?(request: OptionsRequest): readonly object[];
  /**
   * The type of an instrument that was sent without one, if its fields tell. `current` is the type
   * that the payment has already.
   */
  typeOf(fields: readonly string[], current?: string | null): string | undefined;
  /**
   * The instrument as a customer (CLIENT token) may use it: refuses what only the merchant may
   * name, and adds what belongs to the customer. Absent: customers may name everything.
   */
  forCustomer?(
    instrument: Instrument,
    payment: CustomerPayment,
    details: MethodDetails,
  ): Instrument;
  /**
   * The next step of a payment with this instrument. Refuses malformed fields by name. Called again
   * when more data arrives, also for a PENDING payment that goes on after a decline.
   */
  start(request: MethodRequest, now: TimeAndIds): Promise<MethodStep>;
  /**
   * Completes the means right before the provider is called, or declines: then the call is not
   * made.
   */
  prepare?(means: Means, call: PreparedCall): Promise<Means | Declined>;
  /** What the page needs for a payment that waits for its instrument (`pageFields`). */
  pageData?(payment: MethodPayment, merchant: Merchant, details: MethodDetails): Promise<object>;
  /** How the payment goes on after a decline; absent, or undefined: it is rejected. */
  afterDecline?(report: DeclineReport, now: TimeAndIds): Promise<StepAfterDecline | undefined>;
}

export interface CustomerPayment {
  readonly dataRequest: string | null;
  readonly cardHeld: boolean;
}
