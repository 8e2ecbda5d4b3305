// The types of requests and answers of the operator API.
// Generated from the OpenAPI document by `npm run client`; do not change it by hand.

import type { Amount, Other } from '../../values.ts';

export interface AddedMerchant {
  /** The merchant. */
  readonly merchant: Merchant;
  /** Exchanged, with the MID, for access tokens. */
  readonly apiSecret: string;
  /** Signs the notifications to the merchant. */
  readonly notificationSecret: string;
}

export interface Merchant {
  /** MID. */
  readonly merchantId: string;
  /** Whether the merchant takes payments. */
  readonly status: MerchantStatus | Other;
  /** Settings of the merchant; absent ones keep their value or default. */
  readonly settings: MerchantSettings;
  /** Valid API secrets, at most two; the secrets themselves are never shown again. */
  readonly secrets: readonly MerchantSecret[];
  /** Valid notification secrets, at most two. */
  readonly notificationSecrets: readonly MerchantSecret[];
  /** When it was added. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
}

/**
 * - `ACTIVE`: The merchant takes payments.
 * - `SUSPENDED`: The merchant cannot make new payments; it can still read, capture and cancel
 *   existing ones.
 */
export type MerchantStatus =
  | 'ACTIVE'
  | 'SUSPENDED';

export interface MerchantSettings {
  /** Shown to customers; issuers receive the first 40 characters. */
  readonly name?: string;
  /** Name of the company. An empty text clears it. */
  readonly legalName?: string;
  /** URL of the shop, sent to banks by 3-D Secure. */
  readonly url?: string;
  /**
   * Merchant category code, four digits; 3-D Secure needs it.
   * Format: four digits, or empty to clear it.
   */
  readonly mcc?: string;
  /** Tax number. An empty text clears it. */
  readonly taxId?: string;
  /** Address of the merchant. */
  readonly address?: MerchantSettingsAddress;
  /** Enabled channels; the list replaces the one before. */
  readonly channels?: readonly (MerchantSettingsChannel | Other)[];
  /** Enabled payment methods; the list replaces the one before. */
  readonly methods?: readonly (MerchantSettingsMethod | Other)[];
  /** Which providers the merchant uses; absent methods stay unchanged. */
  readonly providers?: MerchantSettingsProviders;
  /**
   * Routing rules: the first that fits decides to which providers an authorization goes; the list
   * replaces the one before. Without one that fits, `providers` counts.
   */
  readonly routing?: readonly RoutingRule[];
  /** Accepted currencies; empty means all. */
  readonly currencies?: readonly string[];
  /** Where events of payments are sent. */
  readonly notificationUrl?: string;
  /**
   * Origins of return addresses, such as https://shop.example; in the sandbox also http origins,
   * and * allows every origin.
   */
  readonly redirectOrigins?: readonly string[];
  /** Whether a payment may name a notification address of its own. */
  readonly asyncNotifyAllowed?: boolean;
  /** Whether cards may be charged without the customer (recurring SUBSEQUENT) */
  readonly recurringAllowed?: boolean;
  /** Rules for payments without the customer (recurring SUBSEQUENT) */
  readonly recurringRules?: MerchantSettingsRecurringRules;
  /** Whether customers enter the security code of a stored card (COF). */
  readonly storedCardCode?: MerchantSettingsStoredCardCode | Other;
  /**
   * Id of the shop as a digital payment application of the card networks.
   * Format: at most 128 letters, digits, dots, hyphens, colons, tildes or underscores.
   */
  readonly dpaId?: string;
  /** Days that a preauthorization is held. */
  readonly holdDays?: number;
  /** How far an adjustment may exceed the authenticated amount, in percent of it. */
  readonly adjustmentTolerancePercent?: number;
  /** Strong customer authentication. */
  readonly sca?: MerchantSettingsSca;
  /** When payments are settled, and where the merchant is paid out. */
  readonly settlement?: MerchantSettingsSettlement;
  /** The payment page of the merchant. */
  readonly page?: MerchantSettingsPage;
  /** MIDs of the agents that may act for the merchant. */
  readonly agents?: readonly string[];
  /**
   * MIDs of the merchants that may receive shares of its MARKETPLACE payments; the list replaces
   * the one before.
   */
  readonly submerchants?: readonly string[];
}

export interface MerchantSettingsAddress {
  /** Street and house number. */
  readonly street?: string;
  /** Postal code. */
  readonly postal?: string;
  /** City. */
  readonly city?: string;
  /** State or region. */
  readonly state?: string;
  /** ISO 3166, two or three letters such as PL; 3-D Secure needs it. */
  readonly country?: string;
}

/**
 * - `PAYWALL`: The customer pays on the payment page of the gateway; the answer contains a link to
 *   it.
 * - `MOBILE`: The customer pays in the app of the merchant.
 * - `WEBAPI`: The server of the shop sends the payment data itself. The default.
 * - `EBOK`: The customer pays in the online customer service of the merchant.
 * - `CSS`: An employee of the merchant pays for the customer in a customer service system.
 */
export type MerchantSettingsChannel =
  | 'PAYWALL'
  | 'MOBILE'
  | 'WEBAPI'
  | 'EBOK'
  | 'CSS';

/**
 * - `CARD`: Payment card.
 * - `BLIK`: BLIK, the Polish mobile payment.
 * - `PBL`: Bank transfer from the online banking of a Polish bank.
 * - `GPAY`: Google Pay.
 * - `APAY`: Apple Pay.
 * - `C2P`: Click to Pay.
 */
export type MerchantSettingsMethod =
  | 'CARD'
  | 'BLIK'
  | 'PBL'
  | 'GPAY'
  | 'APAY'
  | 'C2P';

export interface MerchantSettingsProviders {
  /** Providers of CARD, the preferred one first; empty: any. */
  readonly CARD?: readonly string[];
  /** Providers of BLIK, the preferred one first; empty: any. */
  readonly BLIK?: readonly string[];
  /** Providers of PBL, the preferred one first; empty: any. */
  readonly PBL?: readonly string[];
  /** Providers of GPAY, the preferred one first; empty: any. */
  readonly GPAY?: readonly string[];
  /** Providers of APAY, the preferred one first; empty: any. */
  readonly APAY?: readonly string[];
  /** Providers of C2P, the preferred one first; empty: any. */
  readonly C2P?: readonly string[];
}

export interface RoutingRule {
  /**
   * Unique for the merchant; stored with every payment it decides.
   * Format: a letter and up to 39 letters, digits, dots, hyphens or underscores.
   */
  readonly name: string;
  /** Conditions; all of them must hold. Absent: it fits every payment. */
  readonly when?: RuleConditions;
  /** Providers in the order in which they are tried. */
  readonly providers: readonly string[];
  /** Order the providers by their success rates. */
  readonly best?: boolean;
}

export interface RuleConditions {
  /** Payment methods, wallets included. */
  readonly methods?: readonly (MerchantSettingsMethod | Other)[];
  /** Card organizations. */
  readonly organizations?: readonly (BinOrganization | Other)[];
  /** First 6 to 8 digits of the card, or ranges such as 41111100-41111149. */
  readonly bins?: readonly string[];
  /** Countries of the issuer, two letters. */
  readonly countries?: readonly string[];
  /** Currencies. */
  readonly currencies?: readonly string[];
  /** Lowest amounts by currency, included; other currencies do not fit. */
  readonly minAmount?: Readonly<Record<string, string>>;
  /** Highest amounts by currency, included; other currencies do not fit. */
  readonly maxAmount?: Readonly<Record<string, string>>;
  /** Whether it fits payments without the customer, or only the others. */
  readonly recurring?: boolean;
  /** When it fits, by the time of the authorization. */
  readonly time?: RuleTime;
  /** Share of the payments that fit otherwise; the same payments every time. */
  readonly percent?: number;
}

/**
 * - `VISA`: Visa.
 * - `MASTERCARD`: Mastercard.
 * - `AMEX`: American Express.
 * - `DISCOVER`: Discover.
 * - `JCB`: JCB.
 * - `UNIONPAY`: UnionPay.
 * - `MAESTRO`: Maestro.
 * - `DINERS`: Diners Club.
 */
export type BinOrganization =
  | 'VISA'
  | 'MASTERCARD'
  | 'AMEX'
  | 'DISCOVER'
  | 'JCB'
  | 'UNIONPAY'
  | 'MAESTRO'
  | 'DINERS';

export interface RuleTime {
  /** IANA time zone, such as Europe/Warsaw. */
  readonly timeZone: string;
  /** Days on which it fits; absent: every day. */
  readonly days?: readonly (RuleTimeDay | Other)[];
  /**
   * First minute, HH:MM; 00:00 by default.
   * Format: a time of day such as 08:30.
   */
  readonly from?: string;
  /**
   * First minute after it, HH:MM; 24:00 by default. Before `from`: over midnight.
   * Format: a time of day such as 08:30.
   */
  readonly to?: string;
}

/**
 * - `MON`: Monday.
 * - `TUE`: Tuesday.
 * - `WED`: Wednesday.
 * - `THU`: Thursday.
 * - `FRI`: Friday.
 * - `SAT`: Saturday.
 * - `SUN`: Sunday.
 */
export type RuleTimeDay =
  | 'MON'
  | 'TUE'
  | 'WED'
  | 'THU'
  | 'FRI'
  | 'SAT'
  | 'SUN';

export interface MerchantSettingsRecurringRules {
  /** How much a SUBSEQUENT payment may take. */
  readonly amount?: MerchantSettingsRecurringRulesAmount | Other;
  /** How often SUBSEQUENT payments may follow each other. */
  readonly frequency?: MerchantSettingsRecurringRulesFrequency | Other;
}

/**
 * - `ANY`: Any amount and currency. The default.
 * - `AT_MOST_INITIAL`: At most the amount of the INITIAL payment, in its currency.
 */
export type MerchantSettingsRecurringRulesAmount =
  | 'ANY'
  | 'AT_MOST_INITIAL';

/**
 * - `ANY`: At any time. The default.
 * - `BY_CYCLE`: Not more often than recurringCycle of the INITIAL payment says, which is required
 *   then; up to a day earlier, but at most half a cycle.
 */
export type MerchantSettingsRecurringRulesFrequency =
  | 'ANY'
  | 'BY_CYCLE';

/**
 * - `REQUIRED`: The payment waits for it with dataRequest CARD_CVV.
 * - `NOT_REQUIRED`: It may be sent, but is not asked for. The default.
 */
export type MerchantSettingsStoredCardCode =
  | 'REQUIRED'
  | 'NOT_REQUIRED';

export interface MerchantSettingsSca {
  /** When customers are challenged. */
  readonly challenge?: MerchantSettingsScaChallenge | Other;
  /** What happens if the customer cannot be authenticated. */
  readonly whenUnavailable?: MerchantSettingsScaWhenUnavailable | Other;
  /** The customer may confirm later, away from the shop. */
  readonly decoupled?: boolean;
  /** Payments below these amounts are exempt (low value) */
  readonly lowValueLimits?: Readonly<Record<string, string>>;
  /** Payments up to this are exempt by risk analysis. */
  readonly traLimits?: Readonly<Record<string, string>>;
  /** Where exemptions are requested. */
  readonly exemptionRoute?: MerchantSettingsScaExemptionRoute | Other;
}

/**
 * - `AUTO`: The issuer decides whether the customer is challenged. The default.
 * - `ALWAYS`: Every payment asks the issuer for a challenge.
 */
export type MerchantSettingsScaChallenge =
  | 'AUTO'
  | 'ALWAYS';

/**
 * - `REJECT`: The payment is rejected with SCA_UNAVAILABLE. The default.
 * - `AUTHORIZE`: The payment is authorized without authentication, at the risk of the merchant.
 */
export type MerchantSettingsScaWhenUnavailable =
  | 'REJECT'
  | 'AUTHORIZE';

/**
 * - `AUTHORIZATION`: In the authorization, without 3-D Secure. The default.
 * - `AUTHENTICATION`: In 3-D Secure, before the authorization.
 */
export type MerchantSettingsScaExemptionRoute =
  | 'AUTHORIZATION'
  | 'AUTHENTICATION';

export interface MerchantSettingsSettlement {
  /** Days from the business day of a payment until it is settled. */
  readonly afterDays?: number;
  /** Account for payouts. An empty text clears it. */
  readonly account?: string;
  /**
   * Local time at which a business day ends, HH:MM; 24:00 by default.
   * Format: a time of day from 00:01 to 24:00.
   */
  readonly cutOff?: string;
  /** IANA time zone of the business days; Europe/Warsaw by default. */
  readonly timeZone?: string;
  /** Methods with a delay of their own; absent methods stay unchanged. */
  readonly methods?: MerchantSettingsSettlementMethods;
}

export interface MerchantSettingsSettlementMethods {
  /** Settlement of CARD. */
  readonly CARD?: MerchantSettingsSettlementMethodsCARD;
  /** Settlement of BLIK. */
  readonly BLIK?: MerchantSettingsSettlementMethodsBLIK;
  /** Settlement of PBL. */
  readonly PBL?: MerchantSettingsSettlementMethodsPBL;
  /** Settlement of GPAY. */
  readonly GPAY?: MerchantSettingsSettlementMethodsGPAY;
  /** Settlement of APAY. */
  readonly APAY?: MerchantSettingsSettlementMethodsAPAY;
  /** Settlement of C2P. */
  readonly C2P?: MerchantSettingsSettlementMethodsC2P;
}

export interface MerchantSettingsSettlementMethodsCARD {
  /** Days for CARD, if they differ; without it the merchant's count. */
  readonly afterDays?: number;
}

export interface MerchantSettingsSettlementMethodsBLIK {
  /** Days for BLIK, if they differ; without it the merchant's count. */
  readonly afterDays?: number;
}

export interface MerchantSettingsSettlementMethodsPBL {
  /** Days for PBL, if they differ; without it the merchant's count. */
  readonly afterDays?: number;
}

export interface MerchantSettingsSettlementMethodsGPAY {
  /** Days for GPAY, if they differ; without it the merchant's count. */
  readonly afterDays?: number;
}

export interface MerchantSettingsSettlementMethodsAPAY {
  /** Days for APAY, if they differ; without it the merchant's count. */
  readonly afterDays?: number;
}

export interface MerchantSettingsSettlementMethodsC2P {
  /** Days for C2P, if they differ; without it the merchant's count. */
  readonly afterDays?: number;
}

export interface MerchantSettingsPage {
  /**
   * Colour of buttons and links; texts on it keep their contrast.
   * Format: a colour such as #0b6e4f, or empty to clear it.
   */
  readonly color?: string;
  /**
   * PNG, JPEG or WebP as a data URL, at most 40 kB and 1024 pixels wide and high; empty clears it.
   * Answers contain the path of the picture.
   */
  readonly logo?: string;
  /** Whether customers can save cards and pay with saved ones. */
  readonly savesCards?: boolean;
  /** Address of the terms of the shop, linked on the page; https in production. Empty clears it. */
  readonly termsURL?: string;
  /**
   * Address of the privacy notice of the shop, linked on the page; https in production. Empty
   * clears it.
   */
  readonly privacyURL?: string;
  /**
   * Origins that may show the page in a frame (options.iframe), such as https://shop.example; in
   * the sandbox * allows every origin.
   */
  readonly frameOrigins?: readonly string[];
}

export interface MerchantSecret {
  /** Id of the secret. */
  readonly id: string;
  /** When it was made. */
  readonly createdAt: string;
}

export interface MerchantList {
  /** In the order of their MIDs. */
  readonly merchants: readonly Merchant[];
}

export interface RolledSecret {
  /** The merchant. */
  readonly merchant: Merchant;
  /** Exchanged, with the MID, for access tokens. */
  readonly apiSecret?: string;
  /** Signs the notifications to the merchant. */
  readonly notificationSecret?: string;
}

export interface PagePreview {
  /** Address of the preview. */
  readonly url: string;
  /** When it ends. */
  readonly validUntil: string;
}

export interface ProviderCredentials {
  /** Name of the provider. */
  readonly provider: string;
  /** Public name of the account at the provider, if it has one. */
  readonly account?: string;
  /** Names of the fields; values are not shown. */
  readonly fields: readonly string[];
  /** 1, and one more with each replacement of the values. */
  readonly version: number;
  /** When this account was set first. */
  readonly createdAt: string;
  /** When the values were set last. */
  readonly changedAt: string;
  /** From when on payments use this account. */
  readonly usedFrom: string;
  /** Until when they do, absent: without end. Refunds and captures of theirs use it later too. */
  readonly usedUntil?: string;
}

export interface ProviderCredentialsList {
  /** In the order of their use, also those that are no longer in use. */
  readonly credentials: readonly ProviderCredentials[];
}

export interface PaymentRoutes {
  /** Id of the payment. */
  readonly paymentId: string;
  /** In the order in which they were made. */
  readonly authorizations: readonly RoutedAuthorization[];
}

export interface RoutedAuthorization {
  /** Id of the attempt; the provider knows it too. */
  readonly attemptId: string;
  /** Provider to which it went. */
  readonly provider: string;
  /** What became of it. */
  readonly state: RoutedAuthorizationState | Other;
  /** Name of the rule that decided; absent: none did. */
  readonly rule?: string;
  /** Why, in a sentence. */
  readonly why?: string;
  /** Providers in the order in which they are tried. */
  readonly providers?: readonly string[];
  /** How many providers were tried before, for this authorization. */
  readonly position?: number;
  /** Card organization; absent: unknown, or no card. */
  readonly organization?: string;
  /** Country of the issuer; absent: unknown, or no card. */
  readonly country?: string;
  /** Why it was declined. */
  readonly rejectCode?: string;
  /** Code of the provider for the decline. */
  readonly providerCode?: string;
  /** When it was sent. */
  readonly startedAt: string;
  /** When its result was known. */
  readonly finishedAt?: string;
}

/**
 * - `OPEN`: The call is in progress.
 * - `UNKNOWN`: The provider is asked what happened.
 * - `PENDING`: The provider has not decided yet, or waits for the customer.
 * - `APPROVED`: Approved.
 * - `DECLINED`: Declined, or certainly not sent.
 * - `VOID`: It never arrived at the provider.
 * - `STOPPED`: The provider ended it at the request of the gateway.
 */
export type RoutedAuthorizationState =
  | 'OPEN'
  | 'UNKNOWN'
  | 'PENDING'
  | 'APPROVED'
  | 'DECLINED'
  | 'VOID'
  | 'STOPPED';

export interface ExplainedRoute {
  /** Card organization; absent: unknown, or no card. */
  readonly organization?: string;
  /** Country of the issuer; absent: unknown, or no card. */
  readonly country?: string;
  /** All rules of the merchant in their order. */
  readonly rules: readonly ExplainedRule[];
  /** Name of the rule that decided; absent: none did. */
  readonly rule?: string;
  /** Why, in a sentence. */
  readonly why: string;
  /** Providers of the payment, in the order in which they are tried. */
  readonly providers: readonly RouteProvider[];
}

export interface ExplainedRule {
  /** Name of the rule. */
  readonly name: string;
  /** Whether it decides. */
  readonly result: ExplainedRuleResult | Other;
  /** Why, in a sentence. */
  readonly why: string;
  /** Its providers. */
  readonly providers: readonly string[];
}

/**
 * - `FITS`: It decides.
 * - `SHARE`: It decides for a share of such payments; the others go on to the next rule.
 * - `FITS_NOT`: It does not fit.
 * - `NOT_REACHED`: A rule before it decides.
 */
export type ExplainedRuleResult =
  | 'FITS'
  | 'SHARE'
  | 'FITS_NOT'
  | 'NOT_REACHED';

export interface RouteProvider {
  /** Name of the provider. */
  readonly name: string;
  /** Whether it can be used now. */
  readonly state: RouteProviderState | Other;
}

/**
 * - `USABLE`: It can take the payment now.
 * - `DOWN`: Its guard is open, so it is skipped.
 * - `NOT_OFFERED`: It does not take such payments, so it is skipped.
 * - `NOT_CONNECTED`: This installation does not have it, so it is skipped.
 */
export type RouteProviderState =
  | 'USABLE'
  | 'DOWN'
  | 'NOT_OFFERED'
  | 'NOT_CONNECTED';

export interface SuccessRates {
  /** The most frequent first. */
  readonly rates: readonly SuccessRate[];
}

export interface SuccessRate {
  /** Provider. */
  readonly provider: string;
  /** Card organization; absent: all, unknown, or no card. */
  readonly organization?: string;
  /** Country of the issuer; absent: all, unknown, or no card. */
  readonly country?: string;
  /** Authorizations that finished in the last hour. */
  readonly hour: SuccessCounts;
  /** Authorizations that finished in the last 24 hours. */
  readonly day: SuccessCounts;
}

export interface SuccessCounts {
  /** Approved, declined, or never arrived. */
  readonly finished: number;
  /** Approved. */
  readonly approved: number;
  /** Share of the approved, in percent. */
  readonly percent?: string;
}

export interface RotatedSigningKey {
  /** Id of the new key; tokens of the old one stay valid. */
  readonly keyId: string;
}

export interface RotatedEncryptionKey {
  /** Id of the new key. Fields encrypted to the previous one stay valid a while. */
  readonly keyId: string;
}

export interface KeyRotation {
  /** Number of the rotation. */
  readonly rotationId: number;
  /** What is replaced. */
  readonly kind: KeyRotationKind | Other;
  /** MID; absent: all merchants. */
  readonly merchantId?: string;
  /** How far it is. */
  readonly state: KeyRotationState | Other;
  /** Version of the old root key. */
  readonly fromVersion?: number;
  /** Version of the new root key. */
  readonly toVersion?: number;
  /** Values encrypted with the old key when it was replaced. */
  readonly total: number;
  /**
   * Values encrypted again; more than total if others were written meanwhile, less if some of them
   * were deleted meanwhile.
   */
  readonly done: number;
  /** Why it does not go on. */
  readonly problem?: string;
  /** When it was started. */
  readonly startedAt: string;
  /** When it last went on. */
  readonly updatedAt: string;
  /** When it ended. */
  readonly finishedAt?: string;
}

/**
 * - `MASTER`: A new root key, wrapped by the next master key if one is set.
 * - `DATA`: New data keys, which encrypt cards, of one merchant or of all.
 */
export type KeyRotationKind =
  | 'MASTER'
  | 'DATA';

/**
 * - `PREPARING`: The new key is being made known to all nodes.
 * - `REWRAPPING`: The new key is in use; values are being encrypted with it.
 * - `RETIRING`: No value is encrypted with the old key; it is destroyed after a last check.
 * - `DONE`: The old key is destroyed.
 */
export type KeyRotationState =
  | 'PREPARING'
  | 'REWRAPPING'
  | 'RETIRING'
  | 'DONE';

export interface KeyRotationList {
  /** The newest first; at most 20. */
  readonly rotations: readonly KeyRotation[];
}

export interface CreatedWalletCredential {
  /** Id of the credential. */
  readonly credentialId: string;
  /** PKCS#10 in PEM; absent for the gateway’s own kinds. */
  readonly certificateRequest?: string;
  /** SubjectPublicKeyInfo in base64. */
  readonly publicKey: string;
}

export interface WalletCredentialList {
  /** In the order in which they were made, removed ones too. */
  readonly credentials: readonly WalletCredential[];
}

export interface WalletCredential {
  /** Id of the credential. */
  readonly credentialId: string;
  /** What it is for. */
  readonly kind: WalletCredentialKind | Other;
  /** MID; absent: it is the gateway’s own. */
  readonly merchantId?: string;
  /** For Apple Pay the merchant identifier, otherwise a name for the operator. */
  readonly name: string;
  /** Of the key. */
  readonly algorithm: WalletCredentialAlgorithm | Other;
  /** What it can be used for, and what to do. */
  readonly state: WalletCredentialState | Other;
  /** SubjectPublicKeyInfo in base64, to be published. */
  readonly publicKey: string;
  /** SHA-256 of the public key in base64. */
  readonly publicKeyHash: string;
  /** PEM. */
  readonly certificate?: string;
  /** When the key was made or imported. */
  readonly createdAt: string;
  /** When it became usable. */
  readonly activatedAt?: string;
  /** When the certificate expires. */
  readonly expiresAt?: string;
  /** When the private key was deleted. */
  readonly removedAt?: string;
}

/**
 * - `APAY_PROCESSING`: Payment processing certificate of a merchant: Apple Pay tokens are encrypted
 *   to it.
 * - `APAY_IDENTITY`: Merchant identity certificate: proves the merchant to the Apple Pay gateway.
 * - `GPAY_ENCRYPTION`: Key of this gateway to which Google Pay tokens are encrypted.
 * - `C2P_ENCRYPTION`: Key of this gateway to which Click to Pay checkouts are encrypted.
 */
export type WalletCredentialKind =
  | 'APAY_PROCESSING'
  | 'APAY_IDENTITY'
  | 'GPAY_ENCRYPTION'
  | 'C2P_ENCRYPTION';

/**
 * - `EC`: Elliptic curve P-256.
 * - `RSA`: RSA with 2048 bits; imported keys may have up to 4096.
 */
export type WalletCredentialAlgorithm =
  | 'EC'
  | 'RSA';

/**
 * - `REQUESTED`: The key is made; the certificate is not installed yet.
 * - `OVERDUE`: The certificate was requested 14 days ago or earlier and is not installed.
 * - `ACTIVE`: In use.
 * - `EXPIRES_SOON`: In use, but the certificate expires within 30 days and nothing replaces it.
 * - `EXPIRED`: The certificate has expired and nothing replaces it: not in use.
 * - `REPLACED`: The certificate has expired or expires within 30 days; another one of the same kind
 *   and name is valid longer. It can be removed.
 * - `REMOVED`: The private key is deleted.
 */
export type WalletCredentialState =
  | 'REQUESTED'
  | 'OVERDUE'
  | 'ACTIVE'
  | 'EXPIRES_SOON'
  | 'EXPIRED'
  | 'REPLACED'
  | 'REMOVED';

export interface SettlementImport {
  /** Id of the import. */
  readonly importId: string;
  /** The provider that made the file. */
  readonly provider: string;
  /** Start of the period; included. */
  readonly from: string;
  /** End of the period; not included. */
  readonly to: string;
  /** How far it is. */
  readonly state: SettlementImportState | Other;
  /** Hash of the lines of the file, 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** Received lines of the file, with the header. */
  readonly lines: number;
  /** Received movements of money. */
  readonly rows: number;
  /** Progress: lines, each counted twice, and movements that were worked off. */
  readonly compared: number;
  /** By result and currency; final when the state is DONE. */
  readonly totals: readonly SettlementImportTotal[];
  /** Items of this import that are not resolved. */
  readonly openItems: number;
  /** When it was started. */
  readonly startedAt: string;
  /** When it last went on. */
  readonly updatedAt: string;
  /** When it was compared or rejected. */
  readonly finishedAt?: string;
}

/**
 * - `LOADING`: Lines are being received.
 * - `COMPARING`: The file is complete and is being compared.
 * - `DONE`: The file is compared; its totals are final.
 * - `REJECTED`: The lines do not have the fingerprint that was given. Nothing was compared.
 */
export type SettlementImportState =
  | 'LOADING'
  | 'COMPARING'
  | 'DONE'
  | 'REJECTED';

export interface SettlementImportTotal {
  /** Result of the comparison. */
  readonly result: SettlementImportTotalResult | Other;
  /** ISO 4217 code. */
  readonly currency: string;
  /** How many. */
  readonly count: number;
  /** Sum of the amounts in the file. */
  readonly fileAmount: Amount;
  /** Sum of the amounts in the ledger. */
  readonly ownAmount: Amount;
}

/**
 * - `MATCHED`: The file and our ledger agree.
 * - `MISSING`: We have moved this money in the period, but the file does not contain it.
 * - `EXTRA`: The file contains it, but this provider has not moved it for us.
 * - `DIFFERENT`: Amount, currency or kind differ.
 * - `DUPLICATE`: The file contains it twice, or an earlier file of the provider has matched it.
 */
export type SettlementImportTotalResult =
  | 'MATCHED'
  | 'MISSING'
  | 'EXTRA'
  | 'DIFFERENT'
  | 'DUPLICATE';

export interface SettlementImportList {
  /** The newest first. */
  readonly imports: readonly SettlementImport[];
}

export interface ReconciliationItemList {
  /** The oldest first. */
  readonly items: readonly ReconciliationItem[];
}

export interface ReconciliationItem {
  /** Id of the item. */
  readonly itemId: string;
  /** The import that found it. */
  readonly importId: string;
  /** The provider. */
  readonly provider: string;
  /** What does not agree. */
  readonly kind: ReconciliationItemKind | Other;
  /** Names the operation at the provider. */
  readonly attemptId: string;
  /** Number of the line in the file. */
  readonly line?: number;
  /** What the file says; absent: MISSING. */
  readonly file?: ReconciliationItemFile;
  /** What our ledger says; for MISSING and DIFFERENT. */
  readonly own?: ReconciliationItemOwn;
  /** DUPLICATE: the line that was first. */
  readonly earlier?: ReconciliationItemEarlier;
  /** MISSING: the later import whose file contains it after all. */
  readonly foundIn?: string;
  /** When it was found. */
  readonly createdAt: string;
  /** When it was resolved; absent: it is open. */
  readonly resolvedAt?: string;
  /** Who resolved it. */
  readonly resolvedBy?: string;
  /** What was found out. */
  readonly note?: string;
}

/**
 * - `MISSING`: We have moved this money in the period, but the file does not contain it.
 * - `EXTRA`: The file contains it, but this provider has not moved it for us.
 * - `DIFFERENT`: Amount, currency or kind differ.
 * - `DUPLICATE`: The file contains it twice, or an earlier file of the provider has matched it.
 */
export type ReconciliationItemKind =
  | 'MISSING'
  | 'EXTRA'
  | 'DIFFERENT'
  | 'DUPLICATE';

export interface ReconciliationItemFile {
  /** What moved the money. */
  readonly kind: ReconciliationItemFileKind | Other;
  /** Amount. */
  readonly amount: Amount;
  /** ISO 4217 code. */
  readonly currency: string;
  /** When the money moved. */
  readonly movedAt: string;
  /** The provider’s own id of the operation. */
  readonly reference?: string;
}

/**
 * - `SALE`: A charge without a hold before it.
 * - `CAPTURE`: A held amount, or a part of it, was charged.
 * - `REVERSAL`: A charge was taken back.
 * - `REFUND`: Money was returned to the customer.
 */
export type ReconciliationItemFileKind =
  | 'SALE'
  | 'CAPTURE'
  | 'REVERSAL'
  | 'REFUND';

export interface ReconciliationItemOwn {
  /** What moved the money. */
  readonly kind: ReconciliationItemFileKind | Other;
  /** Amount. */
  readonly amount: Amount;
  /** ISO 4217 code. */
  readonly currency: string;
  /** When the money moved. */
  readonly movedAt: string;
  /** MID. */
  readonly merchantId: string;
  /** The payment. */
  readonly paymentId: string;
  /** The transaction of the payment. */
  readonly transId: string;
}

export interface ReconciliationItemEarlier {
  /** Its import. */
  readonly importId: string;
  /** Its number in the file. */
  readonly line: number;
}

export interface DisputeList {
  /** The newest first. */
  readonly disputes: readonly DisputeListDispute[];
}

export interface DisputeListDispute {
  /** Id of the dispute. */
  readonly disputeId: string;
  /** MID. */
  readonly merchantId: string;
  /** The payment. */
  readonly paymentId: string;
  /** The authorization or capture at the provider. */
  readonly attemptId: string;
  /** The provider that reported it. */
  readonly provider: string;
  /** The provider’s own id of the dispute. */
  readonly reference: string;
  /** How far it is. */
  readonly stage: DisputeListDisputeStage | Other;
  /** Disputed amount. */
  readonly amount: Amount;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Code of the card network or of the provider. */
  readonly reason?: string;
  /** Until when the merchant may respond. */
  readonly respondUntil?: string;
  /** When it reached the stage, by the provider. */
  readonly happenedAt: string;
  /** What was reported, the oldest first; the newest 100. */
  readonly history: readonly DisputeListDisputeHistory[];
  /** When it was first reported. */
  readonly createdAt: string;
  /** When it was last reported. */
  readonly updatedAt: string;
}

/**
 * - `INQUIRY`: The issuer asks for information; no money moved.
 * - `OPENED`: The dispute is announced; no money moved.
 * - `CHARGED_BACK`: The provider has taken the money.
 * - `RETURNED`: The provider has returned the money.
 * - `WON`: Ended in favour of the merchant.
 * - `LOST`: Ended in favour of the customer.
 */
export type DisputeListDisputeStage =
  | 'INQUIRY'
  | 'OPENED'
  | 'CHARGED_BACK'
  | 'RETURNED'
  | 'WON'
  | 'LOST';

export interface DisputeListDisputeHistory {
  /** How far it is. */
  readonly stage: DisputeListDisputeStage | Other;
  /** Disputed amount. */
  readonly amount: Amount;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Code of the card network or of the provider. */
  readonly reason?: string;
  /** Until when the merchant may respond. */
  readonly respondUntil?: string;
  /** When it happened, by the provider. */
  readonly at: string;
  /** When it was reported to the gateway. */
  readonly receivedAt: string;
}

export interface AuditList {
  /** In the order of time. */
  readonly uses: readonly AuditListUse[];
}

export interface AuditListUse {
  /** When it happened. */
  readonly at: string;
  /** MID; * for a fee rule for all merchants, - for what concerns no merchant. */
  readonly merchantId: string;
  /**
   * Who: merchant:MID, agent:MID, client:paymentId (the payment page), job:name, provider:name or
   * operator.
   */
  readonly actor: string;
  /** Why the card was decrypted, what the operator did, or what was stopped. */
  readonly reason: AuditListUseReason | Other;
  /** The payment that used the card. */
  readonly paymentId?: string;
  /** The stored card. */
  readonly tokenId?: string;
  /**
   * Id of what the operator added, changed or sent, or the budget that is used up; - if it is not
   * known.
   */
  readonly subjectId?: string;
  /**
   * An action of the operator. Secrets are masked; of long texts and lists only the hash is kept.
   */
  readonly action?: AuditListUseAction;
  /** The chain of the audit log. */
  readonly chain: number;
  /** The position in the chain. */
  readonly row: number;
}

/**
 * - `COMPLETE`: Data of a waiting payment was completed.
 * - `LOOK_UP`: The card range was looked up.
 * - `AUTHENTICATE`: The customer is authenticated by 3-D Secure.
 * - `AUTHORIZE`: The card is sent to a provider.
 * - `AFTER_DECLINE`: A payment goes on after a decline.
 * - `TOKENIZE`: A token is made from the card.
 * - `CONVERT`: A stored card is converted to another kind of token.
 * - `ROTATE`: The card is encrypted with a new key.
 * - `UPDATE`: The expiry date of a network token has changed.
 * - `ADD_MERCHANT`: The operator added a merchant.
 * - `CHANGE_MERCHANT`: The operator changed settings or the status of a merchant.
 * - `ROLL_SECRET`: The operator made a new secret for a merchant.
 * - `REVOKE_TOKENS`: The operator revoked the access tokens of a merchant.
 * - `PREVIEW_PAGE`: The operator made a preview of the payment page of a merchant.
 * - `ROTATE_SIGNING_KEY`: The operator replaced the key that signs access tokens.
 * - `ROTATE_ENCRYPTION_KEY`: The operator replaced the key for encrypted card fields.
 * - `START_ROTATION`: The operator started a rotation of the root key or of data keys.
 * - `ADD_CREDENTIAL`: The operator made a key pair for a wallet.
 * - `IMPORT_CREDENTIAL`: The operator imported a private key for a wallet.
 * - `INSTALL_CERTIFICATE`: The operator installed the certificate of a wallet credential.
 * - `REMOVE_CREDENTIAL`: The operator removed a wallet credential.
 * - `SET_PROVIDER_CREDENTIALS`: The operator set the credentials of a merchant at a provider.
 * - `REMOVE_PROVIDER_CREDENTIALS`: The operator removed the credentials of a merchant at a
 *   provider.
 * - `START_RECONCILIATION`: The operator started the import of a settlement file.
 * - `ADD_SETTLEMENT_LINES`: The operator sent lines of a settlement file.
 * - `FINISH_RECONCILIATION`: The operator had a settlement file compared.
 * - `START_SETTLEMENT`: The operator started a settlement of the merchant.
 * - `START_LEDGER_CHECK`: The operator started a check of the ledger.
 * - `ADD_FEE_RULE`: The operator added a fee rule.
 * - `ADD_DEPOSIT`: The operator recorded a deposit of the merchant.
 * - `ADD_WITHDRAWAL`: The operator recorded a withdrawal of the merchant.
 * - `RESOLVE_ITEM`: The operator resolved a difference between a settlement file and the ledger.
 * - `REPLAY_EVENT`: The operator sent an event of the merchant again.
 * - `REPLAY_EVENTS`: The operator sent events of the merchant again by a filter.
 * - `SEND_TEST_EVENT`: The operator sent a test event to the merchant.
 * - `CARD_GUESSES_USED_UP`: Too many wrong card numbers: right ones are refused for a day as well.
 */
export type AuditListUseReason =
  | 'COMPLETE'
  | 'LOOK_UP'
  | 'AUTHENTICATE'
  | 'AUTHORIZE'
  | 'AFTER_DECLINE'
  | 'TOKENIZE'
  | 'CONVERT'
  | 'ROTATE'
  | 'UPDATE'
  | 'ADD_MERCHANT'
  | 'CHANGE_MERCHANT'
  | 'ROLL_SECRET'
  | 'REVOKE_TOKENS'
  | 'PREVIEW_PAGE'
  | 'ROTATE_SIGNING_KEY'
  | 'ROTATE_ENCRYPTION_KEY'
  | 'START_ROTATION'
  | 'ADD_CREDENTIAL'
  | 'IMPORT_CREDENTIAL'
  | 'INSTALL_CERTIFICATE'
  | 'REMOVE_CREDENTIAL'
  | 'SET_PROVIDER_CREDENTIALS'
  | 'REMOVE_PROVIDER_CREDENTIALS'
  | 'START_RECONCILIATION'
  | 'ADD_SETTLEMENT_LINES'
  | 'FINISH_RECONCILIATION'
  | 'START_SETTLEMENT'
  | 'START_LEDGER_CHECK'
  | 'ADD_FEE_RULE'
  | 'ADD_DEPOSIT'
  | 'ADD_WITHDRAWAL'
  | 'RESOLVE_ITEM'
  | 'REPLAY_EVENT'
  | 'REPLAY_EVENTS'
  | 'SEND_TEST_EVENT'
  | 'CARD_GUESSES_USED_UP';

export interface AuditListUseAction {
  /** How far the action came; each step is a row. */
  readonly step: AuditListUseActionStep | Other;
  /** Id of the request; the same in all rows of an action. */
  readonly traceId: string;
  /** From where it was sent. */
  readonly address: string;
  /** Step BEGUN: the body of the request. */
  readonly request?: unknown;
  /** Step DONE: what was changed, as it was before. */
  readonly before?: unknown;
  /** Step DONE: the answer. */
  readonly after?: unknown;
  /** Step REFUSED: the code. */
  readonly refusal?: string;
}

/**
 * - `BEGUN`: Asked for; nothing is changed yet.
 * - `DONE`: Carried out.
 * - `REFUSED`: Refused; nothing was changed.
 * - `FAILED`: Failed for another reason; it may have been carried out.
 */
export type AuditListUseActionStep =
  | 'BEGUN'
  | 'DONE'
  | 'REFUSED'
  | 'FAILED';

export interface AuditPart {
  /** Correct rows in this part of the log. */
  readonly rows: number;
  /** Chains that are correct from their first to their last row. */
  readonly chains: readonly AuditPartChain[];
  /** Where to continue; absent: the log ends here, or is wrong. */
  readonly next?: string;
  /** The first place that is not as the gateway wrote it. */
  readonly violation?: AuditPartViolation;
}

export interface AuditPartChain {
  /** Number of the chain; one for each start of a node. */
  readonly chain: number;
  /** The process that wrote it. */
  readonly nodeId: string;
  /** When it was opened. */
  readonly startedAt: string;
  /** How many rows it has. */
  readonly rows: number;
  /** Identifies the chain up to its last row; keep it to compare it later. */
  readonly digest: string;
}

export interface AuditPartViolation {
  /** What is wrong. */
  readonly kind: AuditPartViolationKind | Other;
  /** Number of the chain. */
  readonly chain: number;
  /** Position in it; absent: the chain itself. */
  readonly row?: number;
}

/**
 * - `CHAIN_MISSING`: A whole chain was removed.
 * - `CHAIN_CHANGED`: The start of a chain was changed.
 * - `HEAD_CHANGED`: The stored end of a chain was changed, or the rows do not lead to it.
 * - `ROW_MISSING`: A row was removed.
 * - `ROW_CHANGED`: A row was changed.
 * - `ROW_MOVED`: A row is not in the place where it was written.
 * - `ROW_INSERTED`: A row was added that the gateway has not written.
 * - `PREFIX_CHANGED`: The chain no longer contains the end that was expected.
 */
export type AuditPartViolationKind =
  | 'CHAIN_MISSING'
  | 'CHAIN_CHANGED'
  | 'HEAD_CHANGED'
  | 'ROW_MISSING'
  | 'ROW_CHANGED'
  | 'ROW_MOVED'
  | 'ROW_INSERTED'
  | 'PREFIX_CHANGED';

export interface Bin {
  /** The number, masked. */
  readonly number: string;
  /** Whether the check digit fits; only of a complete number. */
  readonly isCheckDigitCorrect?: boolean;
  /** The row of the BIN table, up to eight digits; absent: no row matches. */
  readonly range?: BinRange;
  /** Card organization; absent: unknown. */
  readonly organization?: BinOrganization | Other;
  /** Whether payments with this card are accepted. */
  readonly isSupported: boolean;
  /** Card type; absent: unknown. */
  readonly cardType?: BinCardType | Other;
  /** Name of the issuer; absent: unknown. */
  readonly issuerName?: string;
  /** Country of the issuer; absent: unknown. */
  readonly issuerCountry?: string;
  /** Currency of the card account; absent: unknown. */
  readonly currency?: string;
  /** Whether the card can receive money; absent: unknown. */
  readonly fundsTransfer?: boolean;
  /** 3-D Secure. */
  readonly threeDS: BinThreeDS;
  /** The BIN table that was used. */
  readonly table: BinTable;
}

export interface BinRange {
  /** First digits of the range. */
  readonly from: string;
  /** Last digits of the range. */
  readonly to: string;
}

/**
 * - `DEBIT`: Debit card.
 * - `CREDIT`: Credit card.
 * - `PREPAID`: Prepaid card.
 */
export type BinCardType =
  | 'DEBIT'
  | 'CREDIT'
  | 'PREPAID';

export interface BinThreeDS {
  /** Where the other fields come from. */
  readonly source: BinThreeDSSource | Other;
  /** Whether cardholders can be authenticated; absent: unknown. */
  readonly isEnrolled?: boolean;
  /** The version that a payment in a browser would use. */
  readonly protocolVersion?: string;
  /** Lowest version of the ACS. */
  readonly acsStartProtocol?: string;
  /** Highest version of the ACS. */
  readonly acsEndProtocol?: string;
  /** Lowest version of the directory server. */
  readonly dsStartProtocol?: string;
  /** Highest version of the directory server. */
  readonly dsEndProtocol?: string;
  /** Address of the 3DS Method of the issuer. */
  readonly threeDSMethodURL?: string;
}

/**
 * - `DIRECTORY_SERVER`: The card ranges of the directory server.
 * - `BIN_TABLE`: The BIN table, because the directory server has not sent its ranges yet.
 * - `UNKNOWN`: Neither; the directory server is asked about each card.
 * - `NONE`: No directory server serves this organization.
 */
export type BinThreeDSSource =
  | 'DIRECTORY_SERVER'
  | 'BIN_TABLE'
  | 'UNKNOWN'
  | 'NONE';

export interface BinTable {
  /** Name of the file; absent: the gateway has no BIN table. */
  readonly file?: string;
  /** Number of ranges in the table. */
  readonly ranges: number;
}

export interface FeeRule {
  /** Id of the rule. */
  readonly ruleId: string;
  /** MID; absent: all merchants. */
  readonly merchantId?: string;
  /** Only payments with this method. */
  readonly method?: MerchantSettingsMethod | Other;
  /** Only payments with cards of this organization. */
  readonly organization?: BinOrganization | Other;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Percentage of the captured amount. */
  readonly percent: string;
  /** Added to the percentage. */
  readonly fixed: Amount;
  /** The least fee of a payment. */
  readonly minimum: Amount;
  /** For payments captured at or after this time. */
  readonly validFrom: string;
  /** When it was added. */
  readonly createdAt: string;
}

export interface FeeRuleList {
  /** In the order in which they were added. */
  readonly rules: readonly FeeRule[];
}

export interface Deposit {
  /** Id of the record. */
  readonly depositId: string;
  /** MID. */
  readonly merchantId: string;
  /** Direction. */
  readonly kind: DepositKind | Other;
  /** Amount in major units. */
  readonly amount: Amount;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Reference of the bank transfer. */
  readonly reference: string;
  /** When it was recorded. */
  readonly createdAt: string;
}

/**
 * - `DEPOSIT`: The merchant has paid money in.
 * - `WITHDRAWAL`: Money was paid back to the merchant.
 */
export type DepositKind =
  | 'DEPOSIT'
  | 'WITHDRAWAL';

export interface DepositList {
  /** In the order in which they were recorded. */
  readonly deposits: readonly Deposit[];
}

export interface BalanceList {
  /** In the order of currencies and accounts. */
  readonly balances: readonly BalanceListBalance[];
}

export interface BalanceListBalance {
  /** Name of the account. */
  readonly account: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Credits minus debits, in major units. */
  readonly balance: Amount;
}

export interface LedgerCheck {
  /** Id of the check. */
  readonly checkId: string;
  /** MID; absent: all merchants. */
  readonly merchantId?: string;
  /** Progress. */
  readonly state: LedgerCheckState | Other;
  /** How many merchants were compared. */
  readonly merchants: number;
  /** How many transfers were read. */
  readonly transfers: Amount;
  /** Found so far, at most 1000. Empty: all compared balances are correct. */
  readonly differences: readonly LedgerCheckDifference[];
  /** When it was started. */
  readonly startedAt: string;
  /** When it was done. */
  readonly finishedAt?: string;
}

/**
 * - `RUNNING`: The job check-ledger works on it.
 * - `DONE`: Every merchant was compared.
 */
export type LedgerCheckState =
  | 'RUNNING'
  | 'DONE';

export interface LedgerCheckDifference {
  /** MID. */
  readonly merchantId: string;
  /** Name of the account. */
  readonly account: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** The balance minus the sum of its transfers, in major units. */
  readonly difference: Amount;
}

export interface SettlementRun {
  /** Id of the run. */
  readonly runId: string;
  /** MID. */
  readonly merchantId: string;
  /**
   * Settlement date in the time zone of the merchant.
   * Format: a date from 1970 on such as 2026-01-31.
   */
  readonly settlementDate: string;
  /** Payments that are due at this time or earlier are settled. */
  readonly until: string;
  /** Whether it has ended. */
  readonly status: LedgerCheckState | Other;
  /** Due payments found so far. */
  readonly examined: number;
  /** Payments settled so far. */
  readonly settled: number;
  /** Due payments that wait for the next run. */
  readonly waiting: number;
  /** When it began. */
  readonly startedAt: string;
  /** When it ended. */
  readonly finishedAt?: string;
  /** After the end: when the rest becomes due, or is tried again; absent: nothing is left. */
  readonly nextDueAt?: string;
}

export interface SettlementList {
  /** The newest first. */
  readonly settlements: readonly Settlement[];
}

export interface Settlement {
  /** Id of the batch. */
  readonly batchId: string;
  /** MID in whose books the money is. */
  readonly merchantId: string;
  /** MID that is paid: the merchant, or a submerchant. */
  readonly payeeId: string;
  /**
   * Settlement date in the time zone of the merchant.
   * Format: a date from 1970 on such as 2026-01-31.
   */
  readonly settlementDate: string;
  /** Counts the batches of this date and currency. */
  readonly number: number;
  /** Whether it is complete. */
  readonly status: SettlementStatus | Other;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Number of items. */
  readonly items: number;
  /** Captured. */
  readonly gross: Amount;
  /** Refunded before settlement. */
  readonly refunded: Amount;
  /** Fee of the gateway. */
  readonly fee: Amount;
  /** Commission that a submerchant leaves to the marketplace. */
  readonly commission: Amount;
  /** gross - refunded - fee - commission. */
  readonly net: Amount;
  /** Paid out; absent while it is OPEN. */
  readonly payout?: Amount;
  /** net - payout: refunds of settled payments that were paid from this money. */
  readonly withheld?: Amount;
  /** Account of the payout. */
  readonly account?: string;
  /** When it was opened. */
  readonly openedAt: string;
  /** When it was closed. */
  readonly closedAt?: string;
}

/**
 * - `OPEN`: Payments are still being added.
 * - `CLOSED`: Complete, and paid out.
 */
export type SettlementStatus =
  | 'OPEN'
  | 'CLOSED';

export interface SettlementReport {
  /** The batch. */
  readonly batch: Settlement;
  /** In the order of their ids. */
  readonly items: readonly SettlementReportItem[];
}

export interface SettlementReportItem {
  /** What it is about. */
  readonly kind: SettlementReportItemKind | Other;
  /** Id of the payment. */
  readonly paymentId: string;
  /** Id of the share. */
  readonly subpaymentId?: string;
  /** Id of the SETTLEMENT transaction. */
  readonly transId: string;
  /** Order id, as long as the payment is served. */
  readonly extOrderId?: string;
  /** Payment method. */
  readonly method?: string;
  /** When the money was taken. */
  readonly capturedAt: string;
  /** Captured. */
  readonly gross: Amount;
  /** Refunded before settlement. */
  readonly refunded: Amount;
  /** Fee of the gateway. */
  readonly fee: Amount;
  /** Commission that a submerchant leaves to the marketplace. */
  readonly commission: Amount;
  /** gross - refunded - fee - commission. */
  readonly net: Amount;
}

/**
 * - `PAYMENT`: A payment of the merchant.
 * - `SHARE`: The share of a submerchant in a marketplace payment.
 * - `COMMISSION`: The commission of the marketplace on a share.
 */
export type SettlementReportItemKind =
  | 'PAYMENT'
  | 'SHARE'
  | 'COMMISSION';

export interface EventPage {
  /** In the order in which they were committed. */
  readonly events: readonly EventRecord[];
  /** The cursor for the next page; send it as `after`. */
  readonly next: string;
  /** Whether there are more events now. With a filter a page may be short or empty. */
  readonly hasMore: boolean;
}

export interface EventRecord {
  /** Id of the event. */
  readonly eventId: string;
  /** Name of the event. */
  readonly event: EventRecordEvent | Other;
  /** When the change happened. */
  readonly occurredAt: string;
  /** Id of the payment. */
  readonly paymentId?: string;
  /** Id of the tokenization. */
  readonly tokenizerId?: string;
  /** The delivery to the notification address. */
  readonly delivery: EventRecordDelivery;
  /** The message as it is sent; fields without a value are absent. */
  readonly payload: EventRecordPayload;
}

/**
 * - `PAYMENT_STATUS`: A payment was registered or changed its status.
 * - `TRANSACTION_STATUS`: A transaction of a payment, other than a refund, changed its status.
 * - `REFUND_STATUS`: A refund changed its status.
 * - `TOKENIZATION_STATUS`: A tokenization changed its status.
 * - `ALIAS_STATUS`: A BLIK alias changed its status.
 * - `TEST`: A test of the address; nothing has changed.
 */
export type EventRecordEvent =
  | 'PAYMENT_STATUS'
  | 'TRANSACTION_STATUS'
  | 'REFUND_STATUS'
  | 'TOKENIZATION_STATUS'
  | 'ALIAS_STATUS'
  | 'TEST';

export interface EventRecordDelivery {
  /** State of the delivery. */
  readonly state: EventRecordDeliveryState | Other;
  /** How often it was sent, replays included. */
  readonly attempts: number;
  /** When it is sent next; absent while it is being sent, and when it is finished. */
  readonly nextAttemptAt?: string;
}

/**
 * - `PENDING`: It is being sent, or will be sent again at nextAttemptAt.
 * - `ACCEPTED`: The receiver answered with a 2xx status.
 * - `REFUSED`: The receiver answered with a 4xx status other than 429. It is not sent again.
 * - `FAILED`: All attempts have failed. It is not sent again.
 * - `NOT_SENT`: No notification address was configured when it was to be sent.
 */
export type EventRecordDeliveryState =
  | 'PENDING'
  | 'ACCEPTED'
  | 'REFUSED'
  | 'FAILED'
  | 'NOT_SENT';

export interface EventRecordPayload {
  /** Name of the event. */
  readonly event?: string;
  /** Id of the event; the same when it is sent again. */
  readonly eventId?: string;
  /** Time of the change, ISO 8601 in UTC. */
  readonly occurredAt?: string;
  /** MID of the merchant. */
  readonly merchantId?: string;
  /** Id of the payment. */
  readonly paymentId?: string;
  /**
   * New status of what the event is about: in PAYMENT_STATUS of the payment, in TRANSACTION_STATUS
   * of the transaction transId, in REFUND_STATUS of the refund refundId, in TOKENIZATION_STATUS of
   * the tokenization, in ALIAS_STATUS of the alias; TEST in a test event.
   */
  readonly status?: string;
  /** Payment method, once chosen. */
  readonly method?: string;
  /** Channel of the payment. */
  readonly channel?: string;
  /** AUTH, PREAUTH or ACCT_FUNDING. */
  readonly transKind?: string;
  /** ISO 4217 code. */
  readonly currency?: string;
  /** Text with the decimals of the currency, such as "100.50". */
  readonly amount?: string;
  /**
   * TRANSACTION_STATUS: type of the transaction, such as CAPTURE. Otherwise that of the payment:
   * STANDARD or MARKETPLACE.
   */
  readonly transType?: string;
  /** Id of the transaction. */
  readonly transId?: string;
  /** REFUND_STATUS: the same as status. */
  readonly refundStatus?: string;
  /** Id of the refund. */
  readonly refundId?: string;
  /** Id of the share of a marketplace payment. */
  readonly subpaymentId?: string;
  /** Id of the tokenization. */
  readonly tokenizerId?: string;
  /** Number of the event within its payment: 1, 2, 3 and so on, without gaps. */
  readonly sequence?: number;
  /** Why the payment or the transaction failed. */
  readonly rejectCode?: string;
  /** The merchant's id of the refund. */
  readonly extRefundId?: string;
  /** The merchant's id of the order. */
  readonly extOrderId?: string;
  /** The meaning of the reject code, in one sentence. */
  readonly rejectInfo?: string;
}

export interface EventDetails {
  /** Id of the event. */
  readonly eventId: string;
  /** Name of the event. */
  readonly event: EventRecordEvent | Other;
  /** When the change happened. */
  readonly occurredAt: string;
  /** Id of the payment. */
  readonly paymentId?: string;
  /** Id of the tokenization. */
  readonly tokenizerId?: string;
  /** The delivery to the notification address. */
  readonly delivery: EventRecordDelivery;
  /** The message as it is sent; fields without a value are absent. */
  readonly payload: EventRecordPayload;
  /** In their order; the last 100 if there are more. */
  readonly attempts: readonly EventDetailsAttempt[];
}

export interface EventDetailsAttempt {
  /** Number of the attempt, replays included. */
  readonly attempt: number;
  /** When it was sent. */
  readonly startedAt: string;
  /** Time until the answer or the error. */
  readonly durationMs: number;
  /** Where it was sent. */
  readonly url: string;
  /** What followed. */
  readonly result: EventDetailsAttemptResult | Other;
  /** What decided the result. */
  readonly cause: EventDetailsAttemptCause | Other;
  /** Status of the answer. */
  readonly httpStatus?: number;
  /** The first 1024 bytes of the answer, or the details of the network error. */
  readonly answer?: string;
}

/**
 * - `ACCEPTED`: The receiver accepted the event.
 * - `RETRY`: It is sent again later.
 * - `REFUSED`: The receiver refused the event for good.
 * - `FAILED`: The last attempt has failed.
 */
export type EventDetailsAttemptResult =
  | 'ACCEPTED'
  | 'RETRY'
  | 'REFUSED'
  | 'FAILED';

/**
 * - `STATUS`: The receiver answered; see httpStatus.
 * - `DNS`: The name of the host was not found.
 * - `ADDRESS`: The host has an address to which events are not sent.
 * - `CONNECT`: The connection was refused or not possible.
 * - `TLS`: The certificate or the encryption of the receiver was not accepted.
 * - `TIMEOUT`: There was no complete answer within the time limit.
 * - `RESET`: The receiver closed the connection before it answered.
 * - `PROTOCOL`: The answer was not valid HTTP.
 * - `PAUSED`: Nothing was sent. Only in attempts that version 0.2.0 recorded.
 */
export type EventDetailsAttemptCause =
  | 'STATUS'
  | 'DNS'
  | 'ADDRESS'
  | 'CONNECT'
  | 'TLS'
  | 'TIMEOUT'
  | 'RESET'
  | 'PROTOCOL'
  | 'PAUSED';

export interface Replay {
  /** Events that are sent again, at most 1000. */
  readonly replayed: number;
  /** Send the request again with this value as `after` to go on; absent: no event is left. */
  readonly next?: string;
}

export interface EventHealth {
  /** Those that fail first, at most 100. Written about once a second. */
  readonly receivers: readonly EventHealthReceiver[];
  /** Events that are not finished, at most 10000. */
  readonly pendingEvents: number;
  /** Time of the oldest of these events. */
  readonly oldestPendingAt?: string;
  /** Events of the last 24 hours that were refused, at most 10000. */
  readonly refusedEvents: number;
  /** Events of the last 24 hours that have failed, at most 10000. */
  readonly failedEvents: number;
}

export interface EventHealthReceiver {
  /** Scheme, host and port of the address. */
  readonly origin: string;
  /** Whether it accepted the last event that was sent. */
  readonly isHealthy: boolean;
  /** Events sent since the last accepted one; 0: healthy. */
  readonly consecutiveFailures: number;
  /** When it last accepted an event. */
  readonly lastSuccessAt?: string;
  /** When it last did not. */
  readonly lastFailureAt?: string;
  /** Why it did not. */
  readonly lastCause?: EventDetailsAttemptCause | Other;
}

export interface ReceiverList {
  /** In the order of MIDs. */
  readonly receivers: readonly ReceiverListReceiver[];
  /** Where to continue; absent: the end. */
  readonly next?: string;
  /** In the order of MIDs, at most 100. */
  readonly undelivered: readonly ReceiverListUndelivered[];
}

export interface ReceiverListReceiver {
  /** MID of the merchant. */
  readonly merchantId: string;
  /** Scheme, host and port of the address. */
  readonly origin: string;
  /** Whether it accepted the last event that was sent. */
  readonly isHealthy: boolean;
  /** Events sent since the last accepted one; 0: healthy. */
  readonly consecutiveFailures: number;
  /** When it last accepted an event. */
  readonly lastSuccessAt?: string;
  /** When it last did not. */
  readonly lastFailureAt?: string;
  /** Why it did not. */
  readonly lastCause?: EventDetailsAttemptCause | Other;
}

export interface ReceiverListUndelivered {
  /** MID of the merchant. */
  readonly merchantId: string;
  /** Refused, at most 1000. */
  readonly refusedEvents: number;
  /** Failed, at most 1000. */
  readonly failedEvents: number;
}

export interface AddMerchant {
  /**
   * MID.
   * Format: a MID of 4 to 15 digits.
   */
  readonly merchantId: string;
  /** Settings of the merchant; absent ones keep their value or default. */
  readonly settings?: AddMerchantSettings | null | undefined;
}

export interface AddMerchantSettings {
  /** Shown to customers; issuers receive the first 40 characters. */
  readonly name?: string | null | undefined;
  /** Name of the company. An empty text clears it. */
  readonly legalName?: string | null | undefined;
  /** URL of the shop, sent to banks by 3-D Secure. */
  readonly url?: string | null | undefined;
  /**
   * Merchant category code, four digits; 3-D Secure needs it.
   * Format: four digits, or empty to clear it.
   */
  readonly mcc?: string | null | undefined;
  /** Tax number. An empty text clears it. */
  readonly taxId?: string | null | undefined;
  /** Address of the merchant. */
  readonly address?: AddMerchantSettingsAddress | null | undefined;
  /** Enabled channels; the list replaces the one before. */
  readonly channels?: readonly MerchantSettingsChannel[] | null | undefined;
  /** Enabled payment methods; the list replaces the one before. */
  readonly methods?: readonly MerchantSettingsMethod[] | null | undefined;
  /** Which providers the merchant uses; absent methods stay unchanged. */
  readonly providers?: AddMerchantSettingsProviders | null | undefined;
  /**
   * Routing rules: the first that fits decides to which providers an authorization goes; the list
   * replaces the one before. Without one that fits, `providers` counts.
   */
  readonly routing?: readonly AddMerchantSettingsRouting[] | null | undefined;
  /** Accepted currencies; empty means all. */
  readonly currencies?: readonly string[] | null | undefined;
  /** Where events of payments are sent. */
  readonly notificationUrl?: string | null | undefined;
  /**
   * Origins of return addresses, such as https://shop.example; in the sandbox also http origins,
   * and * allows every origin.
   */
  readonly redirectOrigins?: readonly string[] | null | undefined;
  /** Whether a payment may name a notification address of its own. */
  readonly asyncNotifyAllowed?: boolean | null | undefined;
  /** Whether cards may be charged without the customer (recurring SUBSEQUENT) */
  readonly recurringAllowed?: boolean | null | undefined;
  /** Rules for payments without the customer (recurring SUBSEQUENT) */
  readonly recurringRules?: AddMerchantSettingsRecurringRules | null | undefined;
  /** Whether customers enter the security code of a stored card (COF). */
  readonly storedCardCode?: MerchantSettingsStoredCardCode | null | undefined;
  /**
   * Id of the shop as a digital payment application of the card networks.
   * Format: at most 128 letters, digits, dots, hyphens, colons, tildes or underscores.
   */
  readonly dpaId?: string | null | undefined;
  /** Days that a preauthorization is held. */
  readonly holdDays?: number | null | undefined;
  /** How far an adjustment may exceed the authenticated amount, in percent of it. */
  readonly adjustmentTolerancePercent?: number | null | undefined;
  /** Strong customer authentication. */
  readonly sca?: AddMerchantSettingsSca | null | undefined;
  /** When payments are settled, and where the merchant is paid out. */
  readonly settlement?: AddMerchantSettingsSettlement | null | undefined;
  /** The payment page of the merchant. */
  readonly page?: AddMerchantSettingsPage | null | undefined;
  /** MIDs of the agents that may act for the merchant. */
  readonly agents?: readonly string[] | null | undefined;
  /**
   * MIDs of the merchants that may receive shares of its MARKETPLACE payments; the list replaces
   * the one before.
   */
  readonly submerchants?: readonly string[] | null | undefined;
}

export interface AddMerchantSettingsAddress {
  /** Street and house number. */
  readonly street?: string | null | undefined;
  /** Postal code. */
  readonly postal?: string | null | undefined;
  /** City. */
  readonly city?: string | null | undefined;
  /** State or region. */
  readonly state?: string | null | undefined;
  /** ISO 3166, two or three letters such as PL; 3-D Secure needs it. */
  readonly country?: string | null | undefined;
}

export interface AddMerchantSettingsProviders {
  /** Providers of CARD, the preferred one first; empty: any. */
  readonly CARD?: readonly string[] | null | undefined;
  /** Providers of BLIK, the preferred one first; empty: any. */
  readonly BLIK?: readonly string[] | null | undefined;
  /** Providers of PBL, the preferred one first; empty: any. */
  readonly PBL?: readonly string[] | null | undefined;
  /** Providers of GPAY, the preferred one first; empty: any. */
  readonly GPAY?: readonly string[] | null | undefined;
  /** Providers of APAY, the preferred one first; empty: any. */
  readonly APAY?: readonly string[] | null | undefined;
  /** Providers of C2P, the preferred one first; empty: any. */
  readonly C2P?: readonly string[] | null | undefined;
}

export interface AddMerchantSettingsRouting {
  /**
   * Unique for the merchant; stored with every payment it decides.
   * Format: a letter and up to 39 letters, digits, dots, hyphens or underscores.
   */
  readonly name: string;
  /** Conditions; all of them must hold. Absent: it fits every payment. */
  readonly when?: AddMerchantSettingsRoutingWhen | null | undefined;
  /** Providers in the order in which they are tried. */
  readonly providers: readonly string[];
  /** Order the providers by their success rates. */
  readonly best?: boolean | null | undefined;
}

export interface AddMerchantSettingsRoutingWhen {
  /** Payment methods, wallets included. */
  readonly methods?: readonly MerchantSettingsMethod[] | null | undefined;
  /** Card organizations. */
  readonly organizations?: readonly BinOrganization[] | null | undefined;
  /** First 6 to 8 digits of the card, or ranges such as 41111100-41111149. */
  readonly bins?: readonly string[] | null | undefined;
  /** Countries of the issuer, two letters. */
  readonly countries?: readonly string[] | null | undefined;
  /** Currencies. */
  readonly currencies?: readonly string[] | null | undefined;
  /** Lowest amounts by currency, included; other currencies do not fit. */
  readonly minAmount?: Readonly<Record<string, string | null>> | null | undefined;
  /** Highest amounts by currency, included; other currencies do not fit. */
  readonly maxAmount?: Readonly<Record<string, string | null>> | null | undefined;
  /** Whether it fits payments without the customer, or only the others. */
  readonly recurring?: boolean | null | undefined;
  /** When it fits, by the time of the authorization. */
  readonly time?: AddMerchantSettingsRoutingWhenTime | null | undefined;
  /** Share of the payments that fit otherwise; the same payments every time. */
  readonly percent?: number | null | undefined;
}

export interface AddMerchantSettingsRoutingWhenTime {
  /** IANA time zone, such as Europe/Warsaw. */
  readonly timeZone: string;
  /** Days on which it fits; absent: every day. */
  readonly days?: readonly RuleTimeDay[] | null | undefined;
  /**
   * First minute, HH:MM; 00:00 by default.
   * Format: a time of day such as 08:30.
   */
  readonly from?: string | null | undefined;
  /**
   * First minute after it, HH:MM; 24:00 by default. Before `from`: over midnight.
   * Format: a time of day such as 08:30.
   */
  readonly to?: string | null | undefined;
}

export interface AddMerchantSettingsRecurringRules {
  /** How much a SUBSEQUENT payment may take. */
  readonly amount?: MerchantSettingsRecurringRulesAmount | null | undefined;
  /** How often SUBSEQUENT payments may follow each other. */
  readonly frequency?: MerchantSettingsRecurringRulesFrequency | null | undefined;
}

export interface AddMerchantSettingsSca {
  /** When customers are challenged. */
  readonly challenge?: MerchantSettingsScaChallenge | null | undefined;
  /** What happens if the customer cannot be authenticated. */
  readonly whenUnavailable?: MerchantSettingsScaWhenUnavailable | null | undefined;
  /** The customer may confirm later, away from the shop. */
  readonly decoupled?: boolean | null | undefined;
  /** Payments below these amounts are exempt (low value) */
  readonly lowValueLimits?: Readonly<Record<string, string | null>> | null | undefined;
  /** Payments up to this are exempt by risk analysis. */
  readonly traLimits?: Readonly<Record<string, string | null>> | null | undefined;
  /** Where exemptions are requested. */
  readonly exemptionRoute?: MerchantSettingsScaExemptionRoute | null | undefined;
}

export interface AddMerchantSettingsSettlement {
  /** Days from the business day of a payment until it is settled. */
  readonly afterDays?: number | null | undefined;
  /** Account for payouts. An empty text clears it. */
  readonly account?: string | null | undefined;
  /**
   * Local time at which a business day ends, HH:MM; 24:00 by default.
   * Format: a time of day from 00:01 to 24:00.
   */
  readonly cutOff?: string | null | undefined;
  /** IANA time zone of the business days; Europe/Warsaw by default. */
  readonly timeZone?: string | null | undefined;
  /** Methods with a delay of their own; absent methods stay unchanged. */
  readonly methods?: AddMerchantSettingsSettlementMethods | null | undefined;
}

export interface AddMerchantSettingsSettlementMethods {
  /** Settlement of CARD. */
  readonly CARD?: AddMerchantSettingsSettlementMethodsCARD | null | undefined;
  /** Settlement of BLIK. */
  readonly BLIK?: AddMerchantSettingsSettlementMethodsBLIK | null | undefined;
  /** Settlement of PBL. */
  readonly PBL?: AddMerchantSettingsSettlementMethodsPBL | null | undefined;
  /** Settlement of GPAY. */
  readonly GPAY?: AddMerchantSettingsSettlementMethodsGPAY | null | undefined;
  /** Settlement of APAY. */
  readonly APAY?: AddMerchantSettingsSettlementMethodsAPAY | null | undefined;
  /** Settlement of C2P. */
  readonly C2P?: AddMerchantSettingsSettlementMethodsC2P | null | undefined;
}

export interface AddMerchantSettingsSettlementMethodsCARD {
  /** Days for CARD, if they differ; without it the merchant's count. */
  readonly afterDays?: number | null | undefined;
}

export interface AddMerchantSettingsSettlementMethodsBLIK {
  /** Days for BLIK, if they differ; without it the merchant's count. */
  readonly afterDays?: number | null | undefined;
}

export interface AddMerchantSettingsSettlementMethodsPBL {
  /** Days for PBL, if they differ; without it the merchant's count. */
  readonly afterDays?: number | null | undefined;
}

export interface AddMerchantSettingsSettlementMethodsGPAY {
  /** Days for GPAY, if they differ; without it the merchant's count. */
  readonly afterDays?: number | null | undefined;
}

export interface AddMerchantSettingsSettlementMethodsAPAY {
  /** Days for APAY, if they differ; without it the merchant's count. */
  readonly afterDays?: number | null | undefined;
}

export interface AddMerchantSettingsSettlementMethodsC2P {
  /** Days for C2P, if they differ; without it the merchant's count. */
  readonly afterDays?: number | null | undefined;
}

export interface AddMerchantSettingsPage {
  /**
   * Colour of buttons and links; texts on it keep their contrast.
   * Format: a colour such as #0b6e4f, or empty to clear it.
   */
  readonly color?: string | null | undefined;
  /**
   * PNG, JPEG or WebP as a data URL, at most 40 kB and 1024 pixels wide and high; empty clears it.
   * Answers contain the path of the picture.
   */
  readonly logo?: string | null | undefined;
  /** Whether customers can save cards and pay with saved ones. */
  readonly savesCards?: boolean | null | undefined;
  /** Address of the terms of the shop, linked on the page; https in production. Empty clears it. */
  readonly termsURL?: string | null | undefined;
  /**
   * Address of the privacy notice of the shop, linked on the page; https in production. Empty
   * clears it.
   */
  readonly privacyURL?: string | null | undefined;
  /**
   * Origins that may show the page in a frame (options.iframe), such as https://shop.example; in
   * the sandbox * allows every origin.
   */
  readonly frameOrigins?: readonly string[] | null | undefined;
}

export interface UpdateMerchant {
  /** New status. Absent: unchanged. */
  readonly status?: MerchantStatus | null | undefined;
  /** Settings of the merchant; absent ones keep their value or default. */
  readonly settings?: AddMerchantSettings | null | undefined;
}

export interface RollSecret {
  /** Which secret. */
  readonly kind: RollSecretKind;
  /** End the older secret and its access tokens at once. */
  readonly dropOld?: boolean | null | undefined;
}

/**
 * - `API`: The secret with which the merchant obtains access tokens.
 * - `NOTIFICATION`: The secret that signs notifications to the merchant.
 */
export type RollSecretKind =
  | 'API'
  | 'NOTIFICATION';

export interface PreviewPage {
  /** Settings that are not stored yet; absent ones are those of the merchant. */
  readonly page?: PreviewPagePage | null | undefined;
}

export interface PreviewPagePage {
  /**
   * Colour of buttons and links; texts on it keep their contrast.
   * Format: a colour such as #0b6e4f, or empty to clear it.
   */
  readonly color?: string | null | undefined;
  /**
   * PNG, JPEG or WebP as a data URL, at most 40 kB and 1024 pixels wide and high; empty clears it.
   * Answers contain the path of the picture.
   */
  readonly logo?: string | null | undefined;
  /** Whether customers can save cards and pay with saved ones. */
  readonly savesCards?: boolean | null | undefined;
}

export interface SetCredentials {
  /** The values by name of the field. */
  readonly fields: Readonly<Record<string, string | null>>;
}

export interface ExplainRoute {
  /** Payment method. */
  readonly method: MerchantSettingsMethod;
  /**
   * First 6 to 8 digits of the card; absent: an unknown card, or no card.
   * Format: the first 6 to 8 digits of a card, never a whole number.
   */
  readonly bin?: string | null | undefined;
  /**
   * ISO 4217 code.
   * Format: a currency code of three capital letters such as PLN.
   */
  readonly currency: string;
  /** Amount in major units. */
  readonly amount: Amount;
  /** Whether it is a payment of a series, without the customer. */
  readonly recurring?: boolean | null | undefined;
  /** When it would be made. Absent: now. */
  readonly at?: string | null | undefined;
}

export interface StartRotation {
  /** What is replaced. */
  readonly kind: KeyRotationKind;
  /**
   * Kind DATA: the merchant; absent: all merchants.
   * Format: a MID of 4 to 15 digits.
   */
  readonly merchantId?: string | null | undefined;
}

export interface CreateWalletCredential {
  /** What it is for. */
  readonly kind: WalletCredentialKind;
  /**
   * MID; required for kinds of a merchant and absent for the gateway’s own kinds.
   * Format: a MID of 4 to 15 digits.
   */
  readonly merchantId?: string | null | undefined;
  /**
   * For Apple Pay the merchant identifier such as merchant.com.shop.
   * Format: 1 to 64 letters, digits, spaces, dots, hyphens or underscores.
   */
  readonly name: string;
  /** Absent: EC for APAY_PROCESSING and GPAY_ENCRYPTION, otherwise RSA. */
  readonly algorithm?: WalletCredentialAlgorithm | null | undefined;
}

export interface ImportWalletCredential {
  /** What it is for. */
  readonly kind: WalletCredentialKind;
  /**
   * MID; required for kinds of a merchant and absent for the gateway’s own kinds.
   * Format: a MID of 4 to 15 digits.
   */
  readonly merchantId?: string | null | undefined;
  /**
   * For Apple Pay the merchant identifier such as merchant.com.shop.
   * Format: 1 to 64 letters, digits, spaces, dots, hyphens or underscores.
   */
  readonly name: string;
  /** One X.509 certificate as PEM or as base64 of DER. */
  readonly certificate?: string | null | undefined;
  /** PKCS#8 in PEM, not encrypted. */
  readonly privateKey: string;
}

export interface InstallCertificate {
  /** One X.509 certificate as PEM or as base64 of DER. */
  readonly certificate: string;
}

export interface StartImport {
  /** The first line of the file, without its line end. */
  readonly header: string;
  /**
   * Hash of all lines of the file.
   * Format: 64 hexadecimal digits in lower case.
   */
  readonly fingerprint: string;
}

export interface SendLines {
  /** Number of the first of these lines in the file; the header is line 1. */
  readonly firstLine: number;
  /** Without their line ends. */
  readonly lines: readonly string[];
}

export interface ResolveItem {
  /**
   * Who resolves it.
   * Format: 1 to 100 printable characters.
   */
  readonly by: string;
  /**
   * What was found out.
   * Format: 1 to 1000 printable characters.
   */
  readonly note: string;
}

export interface FindBin {
  /**
   * A card number, or its first digits.
   * Format: 6 to 19 digits.
   */
  readonly number: string;
}

export interface AddFeeRule {
  /**
   * MID; absent: all merchants.
   * Format: a MID of 4 to 15 digits.
   */
  readonly merchantId?: string | null | undefined;
  /** Only payments with this method. */
  readonly method?: MerchantSettingsMethod | null | undefined;
  /** Only payments with cards of this organization. */
  readonly organization?: BinOrganization | null | undefined;
  /**
   * Only payments in this currency; of the amounts too.
   * Format: a currency code of three capital letters such as PLN.
   */
  readonly currency: string;
  /**
   * Percentage of the captured amount as text, with at most four decimals.
   * Format: a percentage from 0 to 100 with at most four decimals such as 1.25.
   */
  readonly percent: string;
  /** Added to the percentage. Absent: 0. */
  readonly fixed?: Amount | null | undefined;
  /** The least fee of a payment. Absent: 0. */
  readonly minimum?: Amount | null | undefined;
  /** For payments captured at or after this time; not in the past. Absent: now. */
  readonly validFrom?: string | null | undefined;
}

export interface RecordDeposit {
  /** Amount in major units. */
  readonly amount: Amount;
  /**
   * ISO 4217 code.
   * Format: a currency code of three capital letters such as PLN.
   */
  readonly currency: string;
  /**
   * Reference of the bank transfer; unique for the merchant.
   * Format: 1 to 64 printable ASCII characters.
   */
  readonly reference: string;
}

export interface StartLedgerCheck {
  /**
   * MID; absent: all merchants.
   * Format: a MID of 4 to 15 digits.
   */
  readonly merchantId?: string | null | undefined;
}

export interface StartSettlementRun {
  /**
   * Settlement date: what was due by its end is settled. Absent: today.
   * Format: a date from 1970 on such as 2026-01-31.
   */
  readonly date?: string | null | undefined;
}

export interface ReplayEvents {
  /** The first time of the range; required without a paymentId. */
  readonly from?: string | null | undefined;
  /** The end of the range, not included; absent: now. */
  readonly to?: string | null | undefined;
  /** Only events in these states. Absent: REFUSED, FAILED and NOT_SENT. */
  readonly states?: readonly EventRecordDeliveryState[] | null | undefined;
  /** Only these events. Absent: all. */
  readonly events?: readonly EventRecordEvent[] | null | undefined;
  /** Only events of this payment or tokenization. */
  readonly paymentId?: string | null | undefined;
  /** `next` of the answer before, to go on. */
  readonly after?: string | null | undefined;
}
