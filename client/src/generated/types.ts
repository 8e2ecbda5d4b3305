// The types of requests and answers of the merchant API.
// Generated from the OpenAPI document by `npm run client`; do not change it by hand.

import type { Amount, Other } from '../values.ts';

export interface AccessToken {
  /** Send it as Authorization: Bearer <access_token>. */
  readonly access_token: string;
  /** Bearer. */
  readonly token_type: string;
  /** Seconds until the token expires. */
  readonly expires_in: number;
  /** What the token gives access to. */
  readonly resource: TokenResource | Other;
  /** Default channel of payments; absent: WEBAPI. */
  readonly channel?: Channel | Other;
}

/**
 * - `PAYMENT`: Payments; valid for 10 minutes.
 * - `TOKENIZER`: Card tokens; valid for 10 minutes.
 * - `UNIVERSAL`: Everything; valid for 24 hours.
 */
export type TokenResource =
  | 'PAYMENT'
  | 'TOKENIZER'
  | 'UNIVERSAL';

/**
 * - `PAYWALL`: The customer pays on the payment page of the gateway; the answer contains a link to
 *   it.
 * - `MOBILE`: The customer pays in the app of the merchant.
 * - `WEBAPI`: The server of the shop sends the payment data itself. The default.
 * - `EBOK`: The customer pays in the online customer service of the merchant.
 * - `CSS`: An employee of the merchant pays for the customer in a customer service system.
 */
export type Channel =
  | 'PAYWALL'
  | 'MOBILE'
  | 'WEBAPI'
  | 'EBOK'
  | 'CSS';

export interface EncryptionKeys {
  /** Exactly one key, the current one. */
  readonly keys: readonly EncryptionKey[];
}

export interface EncryptionKey {
  /** EC. */
  readonly kty: string;
  /** P-256. */
  readonly crv: string;
  /** First coordinate of the public key, base64url. */
  readonly x: string;
  /** Second coordinate of the public key, base64url. */
  readonly y: string;
  /** Id of the key; belongs into the header of the JWE. */
  readonly kid: string;
  /** enc. */
  readonly use: string;
  /** ECDH-ES. */
  readonly alg: string;
}

export interface Payment {
  /** Id of the payment. */
  readonly paymentId: string;
  /** Status of the payment. */
  readonly status: PaymentStatus | Other;
  /** What the payment waits for. Absent: nothing. */
  readonly dataRequest?: DataRequest | Other;
  /** Why it ended without money, or why the last try was refused. For a CLIENT token: coarse. */
  readonly rejectCode?: string;
  /** The same as a sentence. */
  readonly rejectInfo?: string;
  /** Where the customer pays. */
  readonly channel: Channel | Other;
  /** Absent until chosen. */
  readonly method?: string;
  /** With options.tokenize, or after saveCard: id of the tokenization of the card. */
  readonly tokenizerId?: string;
  /** The fields that dataRequest waits for, as far as they are known. */
  readonly missingFields?: readonly string[];
  /** What takes the customer to the issuer for authentication. */
  readonly acsData?: AcsData;
  /** What the customer has to do at the provider. Absent: nothing, or not yet. */
  readonly customerStep?: CustomerStep | Other;
  /** While customerStep is scan: the text of the QR code to show. */
  readonly qrCode?: string;
  /** While the customer must choose a bank app: the apps of the alias. */
  readonly apps?: readonly BlikApp[];
  /**
   * Method APAY without a token: the merchant session of Apple, for completeMerchantValidation.
   * Valid for five minutes and one button; send instrument {type: APAY} with PATCH for another one.
   * Absent: apaySessionInfo says why.
   */
  readonly apaySession?: Readonly<Record<string, unknown>>;
  /** Method APAY without a token: why there is no apaySession, and what to set. */
  readonly apaySessionInfo?: string;
  /**
   * Where the customer continues: the page of the provider while customerStep is redirect;
   * otherwise, on channel PAYWALL, the payment page while the payment is unfinished.
   */
  readonly redirectURL?: string;
  /** Channel PAYWALL: token of the payment page. */
  readonly clientToken?: string;
  /** With transType MARKETPLACE and a merchant token: the shares, in the order of the request. */
  readonly subpayments?: readonly Subpayment[];
}

/**
 * - `NEW`: Registered. Waits for a payment method or an instrument; no provider has been called.
 * - `PENDING`: In progress at a provider, or waiting for the customer. The result is not known yet.
 * - `COMPLETED`: Paid or preauthorized: the amount has been charged or is held for you.
 * - `REJECTED`: Failed, no money was taken; rejectCode says why. Can be retried as a new payment.
 * - `CANCELLED`: Cancelled, or not completed within its validity time. Held money is released.
 * - `ERROR`: Failed for technical reasons, no money was taken. Can be retried as a new payment.
 * - `SETTLED`: Paid out to you.
 */
export type PaymentStatus =
  | 'NEW'
  | 'PENDING'
  | 'COMPLETED'
  | 'REJECTED'
  | 'CANCELLED'
  | 'ERROR'
  | 'SETTLED';

/**
 * - `INSTRUMENT`: The instrument: send it with PUT …/instrument.
 * - `CARD_CVV`: The security code of the card: send it with PATCH …/instrument.
 * - `DEVICE`: Data about the device of the customer: send it with PATCH …/{paymentId}.
 * - `CARD_3DS`: A step of the customer in 3-D Secure: acsData has what the browser or app needs.
 * - `BLIK_CODE`: A new BLIK code: send it with PATCH …/instrument.
 * - `BLIK_APP`: The bank app of a BLIK alias: choose one of apps, send it as instrument.app.
 * - `CAPTURE`: The capture of the preauthorized amount: POST …/capture.
 */
export type DataRequest =
  | 'INSTRUMENT'
  | 'CARD_CVV'
  | 'DEVICE'
  | 'CARD_3DS'
  | 'BLIK_CODE'
  | 'BLIK_APP'
  | 'CAPTURE';

export interface AcsData {
  /** threeDSServerTransID of the authentication. */
  readonly tdsServerTxnId: string;
  /** acsTransID; present in a challenge. */
  readonly acsTxnId?: string;
  /** Reference number of the ACS; app challenge. */
  readonly acsRefNumber?: string;
  /** JWS with the address and key of the ACS, for the SDK; app challenge. */
  readonly acsSignedContent?: string;
  /** Where the page posts the form field `creq`; browser challenge. */
  readonly acsURL?: string;
  /** Size of the challenge window: 01 250×400, 02 390×400, 03 500×600, 04 600×400, 05 full page. */
  readonly challengeWindowSize?: string;
  /** CReq when a challenge is due. */
  readonly messageType?: string;
  /** Protocol version of the authentication. */
  readonly messageVersion: string;
  /** The CReq in base64url, ready to post as `creq`; browser challenge. */
  readonly creqPayload?: string;
  /** Lowest protocol version of the ACS. */
  readonly acsStartProtocol?: string;
  /** Highest protocol version of the ACS. */
  readonly acsEndProtocol?: string;
  /** Lowest protocol version of the directory server. */
  readonly dsStartProtocol?: string;
  /** Highest protocol version of the directory server. */
  readonly dsEndProtocol?: string;
  /** Where a hidden frame posts the form field `threeDSMethodData`; present while that is due. */
  readonly threeDSMethodURL?: string;
  /** The form field `threeDSMethodData`, ready to post. */
  readonly threeDSMethodData?: string;
}

/**
 * - `redirect`: Go to redirectURL.
 * - `confirm`: Confirm on a phone or another device.
 * - `scan`: Scan qrCode.
 * - `wait`: Wait: the provider has the payment, and the result follows.
 */
export type CustomerStep =
  | 'redirect'
  | 'confirm'
  | 'scan'
  | 'wait';

export interface BlikApp {
  /** Value of instrument.app. */
  readonly key: string;
  /** Name of the app, to show to the customer. */
  readonly label: string;
}

export interface Subpayment {
  /** Id of the subpayment; a refund names it. */
  readonly subpaymentId: string;
  /** MID of the merchant that receives the share. */
  readonly merchantId: string;
  /** The share in major units. */
  readonly amount: Amount;
  /** What the marketplace keeps of the share. */
  readonly commission: Amount;
  /** Refunded so far, including refunds in progress. */
  readonly refundedAmount: Amount;
  /** Status of the share: that of its payment. */
  readonly status: PaymentStatus | Other;
  /** What the share is for. */
  readonly description?: string;
  /** Your own id of the share. */
  readonly extSubpaymentId?: string;
}

export interface PaymentDetails {
  /** Id of the payment. */
  readonly paymentId: string;
  /** Status of the payment. */
  readonly status: PaymentStatus | Other;
  /** What the payment waits for. Absent: nothing. */
  readonly dataRequest?: DataRequest | Other;
  /** Why it ended without money, or why the last try was refused. For a CLIENT token: coarse. */
  readonly rejectCode?: string;
  /** The same as a sentence. */
  readonly rejectInfo?: string;
  /** Where the customer pays. */
  readonly channel: Channel | Other;
  /** Absent until chosen. */
  readonly method?: string;
  /** With options.tokenize, or after saveCard: id of the tokenization of the card. */
  readonly tokenizerId?: string;
  /** What takes the customer to the issuer for authentication. */
  readonly acsData?: AcsData;
  /** What the customer has to do at the provider. Absent: nothing, or not yet. */
  readonly customerStep?: CustomerStep | Other;
  /** While customerStep is scan: the text of the QR code to show. */
  readonly qrCode?: string;
  /** While the customer must choose a bank app: the apps of the alias. */
  readonly apps?: readonly BlikApp[];
  /**
   * Where the customer continues: the page of the provider while customerStep is redirect;
   * otherwise, on channel PAYWALL, the payment page while the payment is unfinished.
   */
  readonly redirectURL?: string;
  /** What is paid. */
  readonly order: PaymentOrder;
  /** The merchant that is paid. */
  readonly merchant: PaymentMerchant;
  /** Who pays. */
  readonly customer?: PaymentCustomer;
  /** What the customer pays with. */
  readonly instrument?: PaymentInstrument;
  /** How the money moves. */
  readonly transKind: TransKind | Other;
  /** Who is paid. */
  readonly transType: TransType | Other;
  /** Held or taken now; after a capture what was captured, after a reversal 0. */
  readonly authorizedAmount: Amount;
  /** Captured so far. */
  readonly capturedAmount: Amount;
  /** Refunded so far, including refunds in progress. */
  readonly refundedAmount: Amount;
  /** When it was registered. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
  /** When the amount was taken or held. */
  readonly paidAt?: string;
  /** When it is cancelled if unfinished. */
  readonly validUntil: string;
  /**
   * Where the payment page sends the customer back to: merchant.redirectURL if its origin is
   * registered, otherwise the address of the shop, with paymentId and extOrderId. Absent: there is
   * none.
   */
  readonly returnURL?: string;
  /** Preauthorizations: when the hold is released if not captured. */
  readonly holdUntil?: string;
  /** Present while the acquirer has not answered an operation. */
  readonly pendingOperation?: PendingOperation;
  /** With a merchant token: data of the creation request, as it was given. */
  readonly given?: Given;
  /** With transType MARKETPLACE and a merchant token: the shares, in the order of the request. */
  readonly subpayments?: readonly Subpayment[];
}

export interface PaymentOrder {
  /** Amount in major units. */
  readonly amount: Amount;
  /** ISO 4217 code. */
  readonly currency: string;
  /** What is paid. */
  readonly description?: string;
  /** Your own id of the order. */
  readonly extOrderId?: string;
  /**
   * With transType MARKETPLACE, if every share has a description: the lines of the order that the
   * payment page shows. Together they are amount.
   */
  readonly lines?: readonly Line[];
}

export interface Line {
  /** What the share is for. */
  readonly description: string;
  /** The share in major units. */
  readonly amount: Amount;
}

export interface PaymentMerchant {
  /** MID. */
  readonly merchantId: string;
  /** Name of the shop. */
  readonly name: string;
  /** Address of the shop. */
  readonly url?: string;
  /** Where the customer returns, as sent by the merchant. */
  readonly redirectURL?: string;
}

export interface PaymentCustomer {
  /** E-mail address, masked. */
  readonly email?: string;
}

export interface PaymentInstrument {
  /** Type of the instrument. */
  readonly type: InstrumentType | Other;
  /** First six and last four digits of the card number. */
  readonly cardMask?: string;
  /** Card organization. */
  readonly organization?: Organization | Other;
}

/**
 * - `CARD`: Card with its number, expiry date and security code.
 * - `COF`: Card that the gateway has stored (card on file): instrumentNo is the token number.
 * - `SCOF`: Network token of Mastercard for a stored card, by instrumentRef.
 * - `VTS`: Network token of Visa for a stored card, by instrumentRef.
 * - `BLIK_CODE`: BLIK with a six-digit code. PLN only, without PREAUTH.
 * - `BLIK_UID`: BLIK OneClick: an alias that the customer has registered, without a code.
 * - `BLIK_PAYID`: BLIK recurring: an alias for payments without the customer, up to 2000 PLN each.
 * - `PBL`: Transfer from a bank.
 * - `GPAY`: Google Pay, by token.
 * - `APAY`: Apple Pay, by token.
 * - `C2P`: Click to Pay: payload is the checkout response, a JWS.
 */
export type InstrumentType =
  | 'CARD'
  | 'COF'
  | 'SCOF'
  | 'VTS'
  | 'BLIK_CODE'
  | 'BLIK_UID'
  | 'BLIK_PAYID'
  | 'PBL'
  | 'GPAY'
  | 'APAY'
  | 'C2P';

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
export type Organization =
  | 'VISA'
  | 'MASTERCARD'
  | 'AMEX'
  | 'DISCOVER'
  | 'JCB'
  | 'UNIONPAY'
  | 'MAESTRO'
  | 'DINERS';

/**
 * - `AUTH`: The amount is charged at once. The default.
 * - `PREAUTH`: The amount is held on the card until it is captured, cancelled or released.
 * - `ACCT_FUNDING`: The amount is charged at once and funds another card, the recipient. By card
 *   only; refunded only in full.
 */
export type TransKind =
  | 'AUTH'
  | 'PREAUTH'
  | 'ACCT_FUNDING';

/**
 * - `STANDARD`: A payment to one merchant. The default.
 * - `MARKETPLACE`: A payment that order.subpayments divides between merchants.
 */
export type TransType =
  | 'STANDARD'
  | 'MARKETPLACE';

export interface PendingOperation {
  /** The operation that is in progress. */
  readonly type: PendingOperationType | Other;
  /** What it is about: for ADJUSTMENT and WITHDRAWAL the new total. */
  readonly amount: Amount;
  /** When the acquirer was asked. */
  readonly since: string;
}

/**
 * - `AUTH`: The amount is being charged.
 * - `PREAUTH`: The amount is being held.
 * - `CAPTURE`: The held amount is being captured.
 * - `ADJUSTMENT`: The held amount is being changed.
 * - `WITHDRAWAL`: An adjustment is being withdrawn.
 * - `REVERSAL`: The payment is being cancelled at the acquirer.
 * - `REFUND`: Money is being refunded.
 */
export type PendingOperationType =
  | 'AUTH'
  | 'PREAUTH'
  | 'CAPTURE'
  | 'ADJUSTMENT'
  | 'WITHDRAWAL'
  | 'REVERSAL'
  | 'REFUND';

export interface Given {
  /** merchant as it was sent, without ids and addresses. */
  readonly merchant?: GivenMerchant;
  /** agent as it was sent, without ids and addresses. */
  readonly agent?: GivenMerchant;
  /** Stored fields of customer, as they were sent. */
  readonly customer?: GivenCustomer;
  /** Stored fields of device, as they were sent. */
  readonly device?: GivenDevice;
  /** Stored fields of instrument, as they were sent. */
  readonly instrument?: GivenInstrument;
  /** Stored fields of order, as they were sent. */
  readonly order?: GivenOrder;
  /** Stored fields of options, as they were sent. */
  readonly options?: GivenOptions;
  /** Who receives the money of an account funding payment. */
  readonly recipient?: GivenRecipient;
  /** Consent of the customer to save the card of the last try. */
  readonly saveCard?: SaveCard;
  /** Why the payment was cancelled. */
  readonly cancelReason?: string;
  /** Why adjustments were withdrawn, by transId. */
  readonly withdrawalReasons?: Readonly<Record<string, string>>;
  /** Consents of the customer, as they were sent. */
  readonly consents?: readonly unknown[];
}

export interface GivenMerchant {
  /**
   * Name of the business. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly merchantName?: string;
  /**
   * Name of the business. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly name?: string;
  /**
   * Merchant category code. Stored with the payment and returned in given; issuers and customers
   * see the value that the operator has set.
   * Format: a merchant category code of four digits.
   */
  readonly mcc?: string;
  /**
   * Address of the shop. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly url?: string;
  /** Id of a terminal of the business. Stored with the payment and returned in given. */
  readonly terminalId?: string;
  /** Place of business. Stored with the payment and returned in given. */
  readonly location?: GivenLocation;
  /** Tax number. Stored with the payment and returned in given. */
  readonly taxId?: string;
  /** Merchant id at American Express. Stored with the payment and returned in given. */
  readonly amexMerchantId?: string;
  /**
   * Id of the shop as a digital payment application of the card networks. Stored with the payment
   * and returned in given.
   */
  readonly dpaId?: string;
  /**
   * Id of the organization that the business belongs to. Stored with the payment and returned in
   * given.
   */
  readonly organizationId?: string;
}

export interface GivenLocation {
  /** Street and house number. */
  readonly street?: string;
  /** Postal code. */
  readonly postal?: string;
  /** City. */
  readonly city?: string;
  /** State or region; for the issuer an ISO 3166-2 code. */
  readonly state?: string;
  /**
   * ISO 3166 code of the country.
   * Format: a country code of two or three letters such as PL.
   */
  readonly country?: string;
  /**
   * ISO 3166 code of the country in which the business is based.
   * Format: a country code of two or three letters such as PL.
   */
  readonly countryOfOrigin?: string;
}

export interface GivenCustomer {
  /** Your own id of the customer. Stored with the payment and returned in given. */
  readonly extCustomerId?: string;
  /** Full name. Stored with the payment and returned in given. */
  readonly name?: string;
  /** First name. Stored with the payment and returned in given. */
  readonly firstName?: string;
  /** Last name. Stored with the payment and returned in given. */
  readonly lastName?: string;
  /**
   * Account number of the customer at the merchant. Stored with the payment and returned in given.
   */
  readonly extAccountNo?: string;
}

export interface GivenDevice {
  /** Name of the device. Stored with the payment and returned in given. */
  readonly name?: string;
}

export interface GivenInstrument {
  /**
   * C2P: the instrument itself; required there. Other types: data of your own, stored with the
   * payment and returned in given; no provider takes it.
   */
  readonly payload?: string;
}

export interface GivenOrder {
  /** Commission in major units. */
  readonly commission?: Amount;
}

export interface GivenOptions {
  /**
   * Store the card as a token (COF) when the payment has completed; the answer contains
   * tokenizerId. Only for payments by card number.
   */
  readonly tokenize?: boolean;
  /** Position of the payment in a series. Absent: a single payment. */
  readonly recurring?: Recurring | Other;
  /** Kind of series, in your own words. Needs recurring. Stored and returned in given. */
  readonly recurringType?: string;
  /** Required with recurring SUBSEQUENT, otherwise refused: paymentId of the INITIAL payment. */
  readonly refPaymentId?: string;
  /**
   * Date after which no more payments of the series follow, YYYYMMDD. Needs recurring. Sent to the
   * issuer.
   */
  readonly recurringExpDate?: string;
  /**
   * Minimum number of days between two payments of the series, 1 to 9999. Needs recurring. Sent to
   * the issuer.
   */
  readonly recurringCycle?: string;
  /**
   * Address for the notifications of this payment instead of notificationUrl, used exactly as
   * given; https in production. The merchant needs the permission asyncNotifyAllowed.
   */
  readonly asyncNotify?: string;
  /**
   * Comma-separated methods that the customer may choose from, such as CARD,BLIK. Absent: all that
   * are enabled for the merchant.
   */
  readonly methods?: string;
  /**
   * Language tag for the payment page, such as pl or en-GB. The page has Polish, English, German
   * and Ukrainian; with another language it follows the browser.
   */
  readonly language?: string;
  /** Stored and returned in given. Every PAYWALL payment can be restored. */
  readonly restore?: boolean;
  /**
   * Why the money is moved; sent to the acquirer. Required for transKind ACCT_FUNDING, refused
   * otherwise.
   */
  readonly purposeCode?: PurposeCode | Other;
  /**
   * Where the money comes from; sent to the acquirer. Absent: not sent. Only for transKind
   * ACCT_FUNDING.
   */
  readonly fundSource?: FundSource | Other;
  /**
   * Reference or account number of the source; sent to the acquirer. Letters, digits, spaces and .
   * / _ -; never a card number. Needs fundSource. Only for transKind ACCT_FUNDING.
   */
  readonly fundSourceRef?: string;
}

/**
 * - `INITIAL`: First payment of a series. The customer is present and is always authenticated.
 * - `SUBSEQUENT`: Later payment of a series without the customer. Needs refPaymentId, the same
 *   card, and the permission of the operator.
 */
export type Recurring =
  | 'INITIAL'
  | 'SUBSEQUENT';

/**
 * - `AA`: Transfer to another account of the same person.
 * - `BI`: Transfer between persons that a bank initiates.
 * - `FD`: Disbursement of funds.
 * - `FT`: Transfer of funds in general.
 * - `LA`: Purchase of liquid assets, such as crypto-currency.
 * - `PD`: Payment of salaries or pensions.
 * - `PP`: Transfer from one person to another.
 * - `TU`: Top-up of a prepaid card.
 * - `WT`: Transfer to a wallet.
 */
export type PurposeCode =
  | 'AA'
  | 'BI'
  | 'FD'
  | 'FT'
  | 'LA'
  | 'PD'
  | 'PP'
  | 'TU'
  | 'WT';

/**
 * - `01`: Credit card.
 * - `02`: Debit card.
 * - `03`: Prepaid card.
 * - `04`: Cash.
 * - `05`: Deposit account without a card, such as a current account or a wallet.
 * - `06`: Credit account without a card.
 */
export type FundSource =
  | '01'
  | '02'
  | '03'
  | '04'
  | '05'
  | '06';

export interface GivenRecipient {
  /** Card that receives the money. */
  readonly instrument: GivenRecipientInstrument;
  /**
   * Name of the recipient; sent to the acquirer. Stored and returned in given. Absent: not sent.
   */
  readonly name?: string;
}

export interface GivenRecipientInstrument {
  /** Type of the card. */
  readonly type: GivenRecipientInstrumentType | Other;
  /** First six and last four digits of the card number. */
  readonly cardMask?: string;
}

/**
 * - `CARD`: Card with its number, expiry date and security code.
 * - `COF`: Card that the gateway has stored (card on file): instrumentNo is the token number.
 */
export type GivenRecipientInstrumentType =
  | 'CARD'
  | 'COF';

export interface SaveCard {
  /** When the customer agreed. */
  readonly agreedAt: string;
}

export interface UpdatedPayment {
  /** Id of the payment. */
  readonly paymentId: string;
  /** Status of the payment. */
  readonly status: PaymentStatus | Other;
  /** What the payment waits for. Absent: nothing. */
  readonly dataRequest?: DataRequest | Other;
  /** Why it ended without money, or why the last try was refused. For a CLIENT token: coarse. */
  readonly rejectCode?: string;
  /** The same as a sentence. */
  readonly rejectInfo?: string;
  /** Where the customer pays. */
  readonly channel: Channel | Other;
  /** Absent until chosen. */
  readonly method?: string;
  /** With options.tokenize, or after saveCard: id of the tokenization of the card. */
  readonly tokenizerId?: string;
  /** The fields that dataRequest waits for, as far as they are known. */
  readonly missingFields?: readonly string[];
  /** What takes the customer to the issuer for authentication. */
  readonly acsData?: AcsData;
  /** What the customer has to do at the provider. Absent: nothing, or not yet. */
  readonly customerStep?: CustomerStep | Other;
  /** While customerStep is scan: the text of the QR code to show. */
  readonly qrCode?: string;
  /** While the customer must choose a bank app: the apps of the alias. */
  readonly apps?: readonly BlikApp[];
  /**
   * Method APAY without a token: the merchant session of Apple, for completeMerchantValidation.
   * Valid for five minutes and one button; send instrument {type: APAY} with PATCH for another one.
   * Absent: apaySessionInfo says why.
   */
  readonly apaySession?: Readonly<Record<string, unknown>>;
  /** Method APAY without a token: why there is no apaySession, and what to set. */
  readonly apaySessionInfo?: string;
  /**
   * Where the customer continues: the page of the provider while customerStep is redirect;
   * otherwise, on channel PAYWALL, the payment page while the payment is unfinished.
   */
  readonly redirectURL?: string;
}

export interface PaymentState {
  /** Id of the payment. */
  readonly paymentId: string;
  /** Status of the payment. */
  readonly status: PaymentStatus | Other;
  /** What the payment waits for. Absent: nothing. */
  readonly dataRequest?: DataRequest | Other;
  /** Why it ended without money, or why the last try was refused. For a CLIENT token: coarse. */
  readonly rejectCode?: string;
  /** The same as a sentence. */
  readonly rejectInfo?: string;
  /** Increases with every change; the value of after. */
  readonly version: number;
  /** What the customer has to do at the provider. Absent: nothing, or not yet. */
  readonly customerStep?: CustomerStep | Other;
  /** While customerStep is scan: the text of the QR code to show. */
  readonly qrCode?: string;
  /** While the customer must choose a bank app: the apps of the alias. */
  readonly apps?: readonly BlikApp[];
  /**
   * Where the customer continues: the page of the provider while customerStep is redirect;
   * otherwise, on channel PAYWALL, the payment page while the payment is unfinished.
   */
  readonly redirectURL?: string;
  /** true: the result is known and may be shown to the customer; false: keep polling. */
  readonly statusPresentation: boolean;
}

export interface Transaction {
  /** Id of the transaction. */
  readonly transId: string;
  /** What the transaction does. */
  readonly type: TransactionType | Other;
  /** Status of the transaction. */
  readonly status: TransactionStatus | Other;
  /** Amount in major units. */
  readonly amount: Amount;
  /** ISO 4217 code. */
  readonly currency: string;
  /** description of the operation, as it was sent. */
  readonly description?: string;
  /** Why it was declined. */
  readonly rejectCode?: string;
  /** When it was made. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
}

/**
 * - `AUTH`: The amount is charged.
 * - `PREAUTH`: The amount is held.
 * - `ADJUSTMENT`: The held amount is changed; amount is the new total.
 * - `CAPTURE`: The held amount is charged, in full or in part.
 * - `REVERSAL`: A charge or hold is taken back by a cancellation.
 * - `REFUND`: Money goes back to the customer: POST …/refund.
 * - `SETTLEMENT`: Money is paid out to the merchant. Not available in this version.
 */
export type TransactionType =
  | 'AUTH'
  | 'PREAUTH'
  | 'ADJUSTMENT'
  | 'CAPTURE'
  | 'REVERSAL'
  | 'REFUND'
  | 'SETTLEMENT';

/**
 * - `PENDING`: The provider has not answered yet; the gateway asks again until the result is known.
 * - `COMPLETED`: The provider has approved.
 * - `REJECTED`: The provider or the issuer has declined; rejectCode says why.
 * - `CANCELLED`: Withdrawn, or taken back by a reversal.
 * - `ERROR`: The provider never received the request. No money was moved.
 */
export type TransactionStatus =
  | 'PENDING'
  | 'COMPLETED'
  | 'REJECTED'
  | 'CANCELLED'
  | 'ERROR';

export interface RetriedPayment {
  /** Id of the payment. */
  readonly paymentId: string;
  /** Status of the payment. */
  readonly status: PaymentStatus | Other;
  /** What the payment waits for. Absent: nothing. */
  readonly dataRequest?: DataRequest | Other;
  /** Why it ended without money, or why the last try was refused. For a CLIENT token: coarse. */
  readonly rejectCode?: string;
  /** The same as a sentence. */
  readonly rejectInfo?: string;
  /** Where the customer pays. */
  readonly channel: Channel | Other;
  /** Absent until chosen. */
  readonly method?: string;
  /** With options.tokenize, or after saveCard: id of the tokenization of the card. */
  readonly tokenizerId?: string;
  /**
   * Where the customer continues: the page of the provider while customerStep is redirect;
   * otherwise, on channel PAYWALL, the payment page while the payment is unfinished.
   */
  readonly redirectURL?: string;
  /** Channel PAYWALL: token of the payment page. */
  readonly clientToken?: string;
  /** With transType MARKETPLACE and a merchant token: the shares, in the order of the request. */
  readonly subpayments?: readonly Subpayment[];
}

export interface RestoredPayment {
  /** Id of the payment. */
  readonly paymentId: string;
  /** Status of the payment. */
  readonly status: PaymentStatus | Other;
  /** What the payment waits for. Absent: nothing. */
  readonly dataRequest?: DataRequest | Other;
  /** Why it ended without money, or why the last try was refused. For a CLIENT token: coarse. */
  readonly rejectCode?: string;
  /** The same as a sentence. */
  readonly rejectInfo?: string;
  /** Where the customer pays. */
  readonly channel: Channel | Other;
  /** Absent until chosen. */
  readonly method?: string;
  /** With options.tokenize, or after saveCard: id of the tokenization of the card. */
  readonly tokenizerId?: string;
  /**
   * Where the customer continues: the page of the provider while customerStep is redirect;
   * otherwise, on channel PAYWALL, the payment page while the payment is unfinished.
   */
  readonly redirectURL?: string;
  /** Channel PAYWALL: token of the payment page. */
  readonly clientToken?: string;
}

export interface ChangedPayment {
  /** Id of the payment. */
  readonly paymentId: string;
  /** Status of the payment. */
  readonly status: PaymentStatus | Other;
  /** What the payment waits for. Absent: nothing. */
  readonly dataRequest?: DataRequest | Other;
  /** Why it ended without money, or why the last try was refused. For a CLIENT token: coarse. */
  readonly rejectCode?: string;
  /** The same as a sentence. */
  readonly rejectInfo?: string;
  /** Where the customer pays. */
  readonly channel: Channel | Other;
  /** Absent until chosen. */
  readonly method?: string;
  /** With options.tokenize, or after saveCard: id of the tokenization of the card. */
  readonly tokenizerId?: string;
  /** The transaction of this operation. */
  readonly transId?: string;
  /** Status of the transaction of this operation. */
  readonly transactionStatus?: TransactionStatus | Other;
  /** Held or taken now; after a capture what was captured. */
  readonly authorizedAmount: Amount;
  /** Captured now. */
  readonly capturedAmount: Amount;
}

export interface Refund {
  /** Id of the payment. */
  readonly paymentId: string;
  /** The subpayment that is refunded. */
  readonly subpaymentId?: string;
  /** Id of the refund, also the transId of its transaction. */
  readonly refundId: string;
  /** Your own id of the refund. */
  readonly extRefundId?: string;
  /** Amount in major units. */
  readonly amount: Amount;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Status of the refund. */
  readonly status: RefundStatus | Other;
  /** Why it was declined. */
  readonly rejectCode?: string;
  /** The same as a sentence. */
  readonly rejectInfo?: string;
  /** description of the request. */
  readonly description?: string;
  /** When it was made. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
}

/**
 * - `PENDING`: The provider has not decided yet; the gateway asks until the result is known.
 * - `COMPLETED`: The money goes back to the customer.
 * - `REJECTED`: Declined; rejectCode says why. The money is available again.
 * - `ERROR`: The provider never received the request. The money is available again.
 */
export type RefundStatus =
  | 'PENDING'
  | 'COMPLETED'
  | 'REJECTED'
  | 'ERROR';

export interface RefundBalance {
  /** ISO 4217 code. */
  readonly currency: string;
  /**
   * What refunds and cancellations can use now: captured money that is not paid out, plus deposits,
   * minus refunds.
   */
  readonly available: Amount;
  /** Reserved for refunds and cancellations in progress. */
  readonly pending: Amount;
  /** One element per currency in which money has moved, in alphabetical order. */
  readonly balances: readonly CurrencyBalance[];
}

export interface CurrencyBalance {
  /** ISO 4217 code. */
  readonly currency: string;
  /**
   * What refunds and cancellations can use now: captured money that is not paid out, plus deposits,
   * minus refunds.
   */
  readonly available: Amount;
  /** Reserved for refunds and cancellations in progress. */
  readonly pending: Amount;
}

export interface Tokenization {
  /** Id of the tokenization. */
  readonly tokenizerId: string;
  /** Status of the tokenization. */
  readonly status: TokenizationStatus | Other;
  /** Kind of token. */
  readonly kind: TokenizationKind | Other;
  /** What the tokenization waits for. Absent: nothing. */
  readonly dataRequest?: DataRequest | Other;
  /** What takes the customer to the issuer for authentication. */
  readonly acsData?: AcsData;
  /** What the customer has to do at the provider. Absent: nothing, or not yet. */
  readonly customerStep?: CustomerStep | Other;
  /** While customerStep is scan: the text of the QR code to show. */
  readonly qrCode?: string;
  /** Channel PAYWALL: where the customer continues while unfinished. */
  readonly redirectURL?: string;
  /**
   * Why it ended without a token. With a CLIENT token every answer of the issuer about the card is
   * DO_NOT_HONOR.
   */
  readonly rejectCode?: string;
  /** The same as a sentence. */
  readonly rejectInfo?: string;
  /** The fields that dataRequest waits for, as far as they are known. */
  readonly missingFields?: readonly string[];
  /** Channel PAYWALL: token of the page, in the answer to the creation. */
  readonly clientToken?: string;
  /** The token. */
  readonly token?: Token;
  /**
   * When it is read: where the page sends the customer back to, with tokenizerId. Absent: there is
   * no such address, or the card is that of a payment.
   */
  readonly returnURL?: string;
}

/**
 * - `NEW`: Registered; waits for the card, or for its payment.
 * - `PENDING`: The card is being verified, or the token service is being asked.
 * - `COMPLETED`: The token can be used.
 * - `REJECTED`: The card could not be verified or tokenized; rejectCode says why.
 * - `CANCELLED`: Cancelled, or not finished in time.
 * - `ERROR`: A technical failure; nothing was stored.
 * - `DISCARDED`: The token was discarded; its card data is deleted.
 */
export type TokenizationStatus =
  | 'NEW'
  | 'PENDING'
  | 'COMPLETED'
  | 'REJECTED'
  | 'CANCELLED'
  | 'ERROR'
  | 'DISCARDED';

/**
 * - `COF`: Card on file: the gateway stores the card number.
 * - `NETWORK`: Network token: the token service of the card organization replaces the card number
 *   (VTS for Visa, SCOF for Mastercard).
 */
export type TokenizationKind =
  | 'COF'
  | 'NETWORK';

export interface Token {
  /** Id of the token. */
  readonly tokenId: string;
  /** Token number: what COF payments send. */
  readonly instrumentNo: string;
  /** Type of the instrument in payments. */
  readonly type: TokenType | Other;
  /** VTS and SCOF: what payments send as instrumentRef. */
  readonly instrumentRef?: string;
  /** First six and last four digits of the card number. */
  readonly cardMask: string;
  /** Expiry date of the card as YYYYMM. */
  readonly expDate: string;
  /** Card organization. */
  readonly organization: Organization | Other;
  /** Whether it can be used. */
  readonly status: TokenStatus | Other;
  /** Id of the current card picture. */
  readonly visualId?: string;
  /** Path of the card picture; changes with the picture. */
  readonly visualURL?: string;
  /** When it was stored. */
  readonly createdAt: string;
}

/**
 * - `COF`: Card stored by the gateway. Pay with instrumentNo.
 * - `VTS`: Network token of Visa. Pay with instrumentRef.
 * - `SCOF`: Network token of Mastercard. Pay with instrumentRef.
 */
export type TokenType =
  | 'COF'
  | 'VTS'
  | 'SCOF';

/**
 * - `ACTIVE`: Can be used.
 * - `SUSPENDED`: The issuer has suspended it for now; payments with it are rejected.
 * - `DISCARDED`: Deleted; it can never be used again.
 */
export type TokenStatus =
  | 'ACTIVE'
  | 'SUSPENDED'
  | 'DISCARDED';

export interface BinInfo {
  /** Card organization. Absent: the number belongs to no known one. */
  readonly organization?: Organization | Other;
  /** Highest version common to SDK, ACS, directory server and gateway. */
  readonly protocolVersion?: string;
  /** Lowest protocol version of the ACS. */
  readonly acsStartProtocol?: string;
  /** Highest protocol version of the ACS. */
  readonly acsEndProtocol?: string;
  /** Lowest protocol version of the directory server. */
  readonly dsStartProtocol?: string;
  /** Highest protocol version of the directory server. */
  readonly dsEndProtocol?: string;
  /** Id of the directory server, for the SDK. */
  readonly directoryServerId?: string;
  /** Where a browser runs the 3DS Method. */
  readonly threeDSMethodURL?: string;
  /** Kind of card. Absent: not known. */
  readonly cardType?: CardType | Other;
  /** Country of the issuer, when known. */
  readonly issuerCountry?: string;
}

/**
 * - `DEBIT`: Debit card.
 * - `CREDIT`: Credit card.
 * - `PREPAID`: Prepaid card.
 */
export type CardType =
  | 'DEBIT'
  | 'CREDIT'
  | 'PREPAID';

export interface CardInfo {
  /** Card organization. Absent: the number belongs to no known one. */
  readonly organization?: Organization | Other;
  /** Kind of card. Absent: not known. */
  readonly cardType?: CardType | Other;
  /** Name of the issuer, when known. */
  readonly issuerName?: string;
  /** Country of the issuer, when known. */
  readonly issuerCountry?: string;
  /** Currency of the card account, when known. */
  readonly currency?: string;
  /** First six and last four digits, of a whole number or of a stored card. */
  readonly cardMask?: string;
  /** Whether the card can receive money, when known. */
  readonly fundsTransfer?: boolean;
}

export interface Methods {
  /** Every method that the gateway knows. */
  readonly methods: readonly Method[];
}

export interface Method {
  /** Payment method. */
  readonly method: PaymentMethod | Other;
  /** Whether it can be used. */
  readonly status: MethodStatus | Other;
  /** CARD only: saveCard can be sent with a card; the page asks the customer. */
  readonly savesCards?: boolean;
  /** CARD only: the accepted card organizations. */
  readonly cardGroups?: readonly string[];
  /** BLIK only: the customer pays without a code (BLIK_UID). */
  readonly oneClick?: boolean;
  /** BLIK only: registerAlias can be sent with a code. */
  readonly registerAlias?: boolean;
  /**
   * GPAY only: parameter gateway of tokenizationSpecification; gatewayMerchantId is the merchant
   * id.
   */
  readonly gateway?: string;
  /** GPAY only: the id at Google that the payment page uses. */
  readonly googleMerchantId?: string;
}

/**
 * - `CARD`: Payment card.
 * - `BLIK`: BLIK, the Polish mobile payment.
 * - `PBL`: Bank transfer from the online banking of a Polish bank.
 * - `GPAY`: Google Pay.
 * - `APAY`: Apple Pay.
 * - `C2P`: Click to Pay.
 */
export type PaymentMethod =
  | 'CARD'
  | 'BLIK'
  | 'PBL'
  | 'GPAY'
  | 'APAY'
  | 'C2P';

/**
 * - `ENABLED`: Can be used.
 * - `DISABLED`: Not enabled for the merchant, or not possible for this payment.
 * - `UNAVAILABLE`: Enabled for the merchant, but its provider is down now, or this version does not
 *   have it.
 */
export type MethodStatus =
  | 'ENABLED'
  | 'DISABLED'
  | 'UNAVAILABLE';

export interface SavedCards {
  /** Value of instrument.tokenId. */
  readonly tokenId: string;
  /** Value of instrument.type. */
  readonly type: TokenType | Other;
  /** First six and last four digits of the card number. */
  readonly cardMask: string;
  /** Card organization. */
  readonly organization: Organization | Other;
  /** Expiry date of the card, YYYYMM. */
  readonly expDate: string;
  /** Whether the security code must be sent. */
  readonly codeRequired: boolean;
}

export interface CardOrganization {
  /** Acquirer of the merchant. */
  readonly provider: string;
  /** Card organization. */
  readonly organization: string;
  /** Address of the logo, an SVG. */
  readonly iconURL: string;
  /** Whether cards can be stored as tokens and paid with later. */
  readonly tokenization: boolean;
  /** Whether 3-D Secure is available. */
  readonly threeDS: boolean;
}

export interface Bank {
  /** Intermediary that makes the transfer. */
  readonly provider: TransferProvider | Other;
  /** Value of instrument.bank. */
  readonly bank: string;
  /** Value of instrument.bankId. */
  readonly bankId: number;
  /** Address of the logo. */
  readonly iconURL: string;
  /** Name of the bank, to show to the customer. */
  readonly name: string;
  /** Whether it can be used. */
  readonly status: MethodStatus | Other;
  /** Lowest amount in PLN. */
  readonly minAmount: Amount;
  /** Highest amount in PLN. */
  readonly maxAmount: Amount;
  /** Hours in which the bank takes transfers, local time. */
  readonly availability: string;
}

/**
 * - `BM`: Autopay (Blue Media).
 * - `PA`: A second intermediary.
 */
export type TransferProvider =
  | 'BM'
  | 'PA';

export interface ClickToPayOption {
  /** C2P. */
  readonly provider: string;
  /** Card organization. */
  readonly organization: string;
  /** Id of the shop at Click to Pay. */
  readonly dpaId: string;
  /** Address of the Click to Pay script, with the dpaId in it. */
  readonly sdkURL: string;
  /** Address of the logo, an SVG. */
  readonly iconURL: string;
}

export interface TokenizationState {
  /** Id of the tokenization. */
  readonly tokenizerId: string;
  /** Status of the tokenization. */
  readonly status: TokenizationStatus | Other;
  /** Kind of token. */
  readonly kind: TokenizationKind | Other;
  /** What the tokenization waits for. Absent: nothing. */
  readonly dataRequest?: DataRequest | Other;
  /** What takes the customer to the issuer for authentication. */
  readonly acsData?: AcsData;
  /** What the customer has to do at the provider. Absent: nothing, or not yet. */
  readonly customerStep?: CustomerStep | Other;
  /** While customerStep is scan: the text of the QR code to show. */
  readonly qrCode?: string;
  /** Channel PAYWALL: where the customer continues while unfinished. */
  readonly redirectURL?: string;
  /**
   * Why it ended without a token. With a CLIENT token every answer of the issuer about the card is
   * DO_NOT_HONOR.
   */
  readonly rejectCode?: string;
  /** The same as a sentence. */
  readonly rejectInfo?: string;
}

export interface Conversion {
  /** The token number of the request. */
  readonly instrumentNo: string;
  /** Result. */
  readonly status: ConversionStatus | Other;
  /** The token. */
  readonly token?: Token;
  /** Why it was not converted. */
  readonly rejectCode?: string;
  /** The same as a sentence. */
  readonly rejectInfo?: string;
}

/**
 * - `CONVERTED`: The network token exists; with dryRun: it can be converted.
 * - `PENDING`: The token service has not answered; repeat the request to read the result.
 * - `REJECTED`: Cannot be converted; rejectCode says why. The original stays.
 */
export type ConversionStatus =
  | 'CONVERTED'
  | 'PENDING'
  | 'REJECTED';

export interface CardVisual {
  /** Id of the picture. */
  readonly visualId: string;
  /** Media type of the picture. */
  readonly mimeType: string;
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
  /** The picture in base64. */
  readonly data: string;
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
  readonly items: readonly SettlementItem[];
}

export interface SettlementItem {
  /** What it is about. */
  readonly kind: SettlementItemKind | Other;
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
export type SettlementItemKind =
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
  readonly event: EventName | Other;
  /** When the change happened. */
  readonly occurredAt: string;
  /** Id of the payment. */
  readonly paymentId?: string;
  /** Id of the tokenization. */
  readonly tokenizerId?: string;
  /** The delivery to the notification address. */
  readonly delivery: EventDelivery;
  /** The message as it is sent; fields without a value are absent. */
  readonly payload: EventPayload;
}

/**
 * - `PAYMENT_STATUS`: A payment was registered or changed its status.
 * - `TRANSACTION_STATUS`: A transaction of a payment, other than a refund, changed its status.
 * - `REFUND_STATUS`: A refund changed its status.
 * - `TOKENIZATION_STATUS`: A tokenization changed its status.
 * - `ALIAS_STATUS`: A BLIK alias changed its status.
 * - `TEST`: A test of the address; nothing has changed.
 */
export type EventName =
  | 'PAYMENT_STATUS'
  | 'TRANSACTION_STATUS'
  | 'REFUND_STATUS'
  | 'TOKENIZATION_STATUS'
  | 'ALIAS_STATUS'
  | 'TEST';

export interface EventDelivery {
  /** State of the delivery. */
  readonly state: DeliveryState | Other;
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
export type DeliveryState =
  | 'PENDING'
  | 'ACCEPTED'
  | 'REFUSED'
  | 'FAILED'
  | 'NOT_SENT';

export interface EventPayload {
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
  readonly event: EventName | Other;
  /** When the change happened. */
  readonly occurredAt: string;
  /** Id of the payment. */
  readonly paymentId?: string;
  /** Id of the tokenization. */
  readonly tokenizerId?: string;
  /** The delivery to the notification address. */
  readonly delivery: EventDelivery;
  /** The message as it is sent; fields without a value are absent. */
  readonly payload: EventPayload;
  /** In their order; the last 100 if there are more. */
  readonly attempts: readonly DeliveryAttempt[];
}

export interface DeliveryAttempt {
  /** Number of the attempt, replays included. */
  readonly attempt: number;
  /** When it was sent. */
  readonly startedAt: string;
  /** Time until the answer or the error. */
  readonly durationMs: number;
  /** Where it was sent. */
  readonly url: string;
  /** What followed. */
  readonly result: DeliveryResult | Other;
  /** What decided the result. */
  readonly cause: DeliveryCause | Other;
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
export type DeliveryResult =
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
export type DeliveryCause =
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
  readonly receivers: readonly Receiver[];
  /** Events that are not finished, at most 10000. */
  readonly pendingEvents: number;
  /** Time of the oldest of these events. */
  readonly oldestPendingAt?: string;
  /** Events of the last 24 hours that were refused, at most 10000. */
  readonly refusedEvents: number;
  /** Events of the last 24 hours that have failed, at most 10000. */
  readonly failedEvents: number;
}

export interface Receiver {
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
  readonly lastCause?: DeliveryCause | Other;
}

export interface CreateToken {
  /** What the token gives access to. Absent: UNIVERSAL. */
  readonly resource?: TokenResource | null | undefined;
  /** Default channel of payments made with the token. */
  readonly channel?: Channel | null | undefined;
  /** The merchant's API secret; the agent's when an agent is named. */
  readonly secret: string;
  /** The merchant that the token is for. */
  readonly merchant: CreateTokenMerchant;
  /** The agent that acts for the merchant, with its own secret. */
  readonly agent?: CreateTokenAgent | null | undefined;
  /** The customer that the token is used for, if there is one. */
  readonly customer?: CreateTokenCustomer | null | undefined;
}

export interface CreateTokenMerchant {
  /** MID of the merchant. */
  readonly merchantId: string;
}

export interface CreateTokenAgent {
  /** MID of the agent. */
  readonly merchantId: string;
}

export interface CreateTokenCustomer {
  /** E-mail address of the customer; written into the token. */
  readonly email?: string | null | undefined;
}

export interface CreatePayment {
  /**
   * Where the customer pays. The channel must be enabled for the merchant. Absent: the channel of
   * the access token, or WEBAPI.
   */
  readonly channel?: Channel | null | undefined;
  /**
   * The only method that the payment can be paid with. Absent: the method of the instrument, or any
   * enabled one.
   */
  readonly method?: RequestedMethod | null | undefined;
  /** What the customer pays with. Absent: the payment waits for it. */
  readonly instrument?: CreatePaymentInstrument | null | undefined;
  /** The merchant that is paid. Absent: the merchant of the access token. */
  readonly merchant?: CreatePaymentMerchant | null | undefined;
  /** The agent that acts for the merchant. Absent: the agent of the access token. */
  readonly agent?: CreatePaymentAgent | null | undefined;
  /** Who pays. The more the issuer knows, the less often it asks for a challenge. */
  readonly customer?: CreatePaymentCustomer | null | undefined;
  /**
   * The device of the customer. Cards that need 3-D Secure wait with dataRequest DEVICE until
   * browserData or sdk is complete; missingFields names what is missing.
   */
  readonly device?: CreatePaymentDevice | null | undefined;
  /** What is paid. */
  readonly order: CreatePaymentOrder;
  /** How the payment is made. Absent fields have their default. */
  readonly options?: CreatePaymentOptions | null | undefined;
  /**
   * Who receives the money of an account funding payment. Required for transKind ACCT_FUNDING,
   * refused otherwise.
   */
  readonly recipient?: CreatePaymentRecipient | null | undefined;
  /**
   * Consents of the customer as objects of your own form. Stored unchanged and returned in given;
   * at most 16384 bytes as JSON.
   */
  readonly consents?: readonly (Readonly<Record<string, unknown>>)[] | null | undefined;
}

/**
 * - `CARD`: Payment card.
 * - `BLIK`: BLIK, the Polish mobile payment.
 * - `PBL`: Bank transfer from the online banking of a Polish bank.
 * - `GPAY`: Google Pay.
 * - `APAY`: Apple Pay.
 * - `C2P`: Click to Pay.
 * - `UNKNOWN`: Not chosen yet, as if method were absent.
 */
export type RequestedMethod =
  | 'CARD'
  | 'BLIK'
  | 'PBL'
  | 'GPAY'
  | 'APAY'
  | 'C2P'
  | 'UNKNOWN';

export interface CreatePaymentInstrument {
  /** Type of the instrument. */
  readonly type: InstrumentType;
  /**
   * CARD: card number; spaces and hyphens are ignored. COF: token number of a stored card, with a
   * MERCHANT token only. Required for both, unless tokenId names the stored card.
   */
  readonly instrumentNo?: string | null | undefined;
  /**
   * instrumentNo, encrypted in the customer’s browser: a compact JWE to the key of GET
   * /v1/ecommerce/keys, with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces
   * instrumentNo.
   */
  readonly encInstrumentNo?: string | null | undefined;
  /** Id of a network token at its token service; for SCOF and VTS, with a MERCHANT token only. */
  readonly instrumentRef?: string | null | undefined;
  /**
   * COF, VTS, SCOF: id of a stored card of GET …/cards, instead of its number. The only name with a
   * CLIENT token.
   */
  readonly tokenId?: string | null | undefined;
  /** Expiry date as YYYYMM, such as 203912. Required for CARD. */
  readonly expDate?: string | null | undefined;
  /**
   * expDate, encrypted in the customer’s browser: a compact JWE to the key of GET
   * /v1/ecommerce/keys, with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces expDate.
   */
  readonly encExpDate?: string | null | undefined;
  /**
   * Security code: 4 digits for American Express, otherwise 3. Without it the payment waits with
   * dataRequest CARD_CVV, unless the customer is not present.
   */
  readonly cvv?: string | null | undefined;
  /**
   * cvv, encrypted in the customer’s browser: a compact JWE to the key of GET /v1/ecommerce/keys,
   * with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces cvv.
   */
  readonly encCvv?: string | null | undefined;
  /** Name on the card. Sent to the issuer; absent: it is not sent. */
  readonly holder?: string | null | undefined;
  /** Masked card number; must fit instrumentNo if given. */
  readonly cardMask?: string | null | undefined;
  /** BLIK code; required for BLIK_CODE. */
  readonly code?: string | null | undefined;
  /**
   * BLIK alias; required for BLIK_UID and BLIK_PAYID. With BLIK_CODE and options.registerAlias: the
   * alias to be registered.
   */
  readonly alias?: string | null | undefined;
  /**
   * BLIK_UID and BLIK_PAYID: key of a bank app, if the alias belongs to several. Enough alone for a
   * payment with dataRequest BLIK_APP.
   */
  readonly app?: string | null | undefined;
  /** Bank of a transfer; required for PBL. */
  readonly bank?: string | null | undefined;
  /** Numeric id of the bank of a transfer. */
  readonly bankId?: number | null | undefined;
  /** Wallet token in base64; required for APAY and GPAY. It can be used once. */
  readonly token?: string | null | undefined;
  /** Acquirer of the payment; must be the one of the merchant if given. */
  readonly provider?: string | null | undefined;
  /**
   * C2P: the instrument itself; required there. Other types: data of your own, stored with the
   * payment and returned in given; no provider takes it.
   */
  readonly payload?: string | null | undefined;
}

export interface CreatePaymentMerchant {
  /** MID; must be the one of the access token. Absent: the one of the token. */
  readonly merchantId?: string | null | undefined;
  /**
   * Where the browser of the customer goes after a challenge or the payment page, with the query
   * parameters paymentId and extOrderId. Its origin must be registered for the merchant
   * (redirectOrigins). merchant and agent must not name different ones.
   */
  readonly redirectURL?: string | null | undefined;
  /**
   * Where the issuer sends the browser with the CRes after a challenge, in place of the gateway.
   * Its origin must be registered for the merchant (redirectOrigins). merchant and agent must not
   * name different ones.
   */
  readonly acsNotificationURL?: string | null | undefined;
  /**
   * Name of the business. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly merchantName?: string | null | undefined;
  /**
   * Name of the business. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly name?: string | null | undefined;
  /**
   * Merchant category code. Stored with the payment and returned in given; issuers and customers
   * see the value that the operator has set.
   * Format: a merchant category code of four digits.
   */
  readonly mcc?: string | null | undefined;
  /**
   * Address of the shop. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly url?: string | null | undefined;
  /** Id of a terminal of the business. Stored with the payment and returned in given. */
  readonly terminalId?: string | null | undefined;
  /** Place of business. Stored with the payment and returned in given. */
  readonly location?: CreatePaymentMerchantLocation | null | undefined;
  /** Tax number. Stored with the payment and returned in given. */
  readonly taxId?: string | null | undefined;
  /** Merchant id at American Express. Stored with the payment and returned in given. */
  readonly amexMerchantId?: string | null | undefined;
  /**
   * Id of the shop as a digital payment application of the card networks. Stored with the payment
   * and returned in given.
   */
  readonly dpaId?: string | null | undefined;
  /**
   * Id of the organization that the business belongs to. Stored with the payment and returned in
   * given.
   */
  readonly organizationId?: string | null | undefined;
}

export interface CreatePaymentMerchantLocation {
  /** Street and house number. */
  readonly street?: string | null | undefined;
  /** Postal code. */
  readonly postal?: string | null | undefined;
  /** City. */
  readonly city?: string | null | undefined;
  /** State or region; for the issuer an ISO 3166-2 code. */
  readonly state?: string | null | undefined;
  /**
   * ISO 3166 code of the country.
   * Format: a country code of two or three letters such as PL.
   */
  readonly country?: string | null | undefined;
  /**
   * ISO 3166 code of the country in which the business is based.
   * Format: a country code of two or three letters such as PL.
   */
  readonly countryOfOrigin?: string | null | undefined;
}

export interface CreatePaymentAgent {
  /** MID of the agent; must be the one of the access token. */
  readonly merchantId?: string | null | undefined;
  /**
   * Where the browser of the customer goes after a challenge or the payment page, with the query
   * parameters paymentId and extOrderId. Its origin must be registered for the merchant
   * (redirectOrigins). merchant and agent must not name different ones.
   */
  readonly redirectURL?: string | null | undefined;
  /**
   * Where the issuer sends the browser with the CRes after a challenge, in place of the gateway.
   * Its origin must be registered for the merchant (redirectOrigins). merchant and agent must not
   * name different ones.
   */
  readonly acsNotificationURL?: string | null | undefined;
  /**
   * Name of the business. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly merchantName?: string | null | undefined;
  /**
   * Name of the business. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly name?: string | null | undefined;
  /**
   * Merchant category code. Stored with the payment and returned in given; issuers and customers
   * see the value that the operator has set.
   * Format: a merchant category code of four digits.
   */
  readonly mcc?: string | null | undefined;
  /**
   * Address of the shop. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly url?: string | null | undefined;
  /** Id of a terminal of the business. Stored with the payment and returned in given. */
  readonly terminalId?: string | null | undefined;
  /** Place of business. Stored with the payment and returned in given. */
  readonly location?: CreatePaymentMerchantLocation | null | undefined;
  /** Tax number. Stored with the payment and returned in given. */
  readonly taxId?: string | null | undefined;
  /** Merchant id at American Express. Stored with the payment and returned in given. */
  readonly amexMerchantId?: string | null | undefined;
  /**
   * Id of the shop as a digital payment application of the card networks. Stored with the payment
   * and returned in given.
   */
  readonly dpaId?: string | null | undefined;
  /**
   * Id of the organization that the business belongs to. Stored with the payment and returned in
   * given.
   */
  readonly organizationId?: string | null | undefined;
}

export interface CreatePaymentCustomer {
  /**
   * E-mail address. Sent to the issuer in 3-D Secure; answers show it masked, such as
   * j***@example.com.
   * Format: an e-mail address.
   */
  readonly email?: string | null | undefined;
  /** Your own id of the customer. Stored with the payment and returned in given. */
  readonly extCustomerId?: string | null | undefined;
  /** Full name. Stored with the payment and returned in given. */
  readonly name?: string | null | undefined;
  /** First name. Stored with the payment and returned in given. */
  readonly firstName?: string | null | undefined;
  /** Last name. Stored with the payment and returned in given. */
  readonly lastName?: string | null | undefined;
  /** Billing address. Sent to the issuer in 3-D Secure, which lowers friction. */
  readonly billing?: Billing | null | undefined;
  /** Phone number. Sent to the issuer in 3-D Secure if both parts are given. */
  readonly phone?: Phone | null | undefined;
  /**
   * Account number of the customer at the merchant. Stored with the payment and returned in given.
   */
  readonly extAccountNo?: string | null | undefined;
}

export interface Billing {
  /** Street and house number. */
  readonly street?: string | null | undefined;
  /** Postal code. */
  readonly postal?: string | null | undefined;
  /** City. */
  readonly city?: string | null | undefined;
  /** State or region; for the issuer an ISO 3166-2 code. */
  readonly state?: string | null | undefined;
  /**
   * ISO 3166 code of the country.
   * Format: a country code of two or three letters such as PL.
   */
  readonly country?: string | null | undefined;
}

export interface Phone {
  /** Calling code of the country, such as 48 or +48. */
  readonly countryCode?: string | null | undefined;
  /** Number without the calling code. */
  readonly phoneNo?: string | null | undefined;
}

export interface CreatePaymentDevice {
  /** IPv4 or IPv6 address of the customer. Sent to the issuer. */
  readonly ip?: string | null | undefined;
  /** Name of the device. Stored with the payment and returned in given. */
  readonly name?: string | null | undefined;
  /** The browser of the customer, as your page and server see it. */
  readonly browserData?: BrowserData | null | undefined;
  /**
   * Authentication request parameters of the 3DS SDK in your app. A complete sdk is used instead of
   * browserData.
   */
  readonly sdk?: Sdk | null | undefined;
}

export interface BrowserData {
  /**
   * Whether the browser runs JavaScript. If true, screen size, color depth and timezone are
   * required. Absent: true if one of these is given, otherwise it is missing.
   */
  readonly javascriptEnabled?: boolean | null | undefined;
  /** navigator.javaEnabled(). Absent: false. */
  readonly javaEnabled?: boolean | null | undefined;
  /**
   * navigator.language, such as pl-PL, or the Accept-Language header, of which the first language
   * is used. Required for 3-D Secure.
   */
  readonly language?: string | null | undefined;
  /** screen.colorDepth in bits per pixel; values between the standard ones are rounded down. */
  readonly colorDepth?: number | string | null | undefined;
  /** screen.height in pixels, 0 to 999999. */
  readonly screenHeight?: number | string | null | undefined;
  /** screen.width in pixels, 0 to 999999. */
  readonly screenWidth?: number | string | null | undefined;
  /** new Date().getTimezoneOffset(): minutes from local time to UTC, -60 for Warsaw in winter. */
  readonly timezone?: number | string | null | undefined;
  /** User-Agent header of the browser. Required for 3-D Secure. */
  readonly userAgent?: string | null | undefined;
  /** Accept header of the browser. Required for 3-D Secure. */
  readonly acceptHeader?: string | null | undefined;
  /** Size of the frame in which your page shows a challenge. */
  readonly challengeWindowSize?: ChallengeWindowSize | null | undefined;
}

/**
 * - `01`: 250 × 400 pixels.
 * - `02`: 390 × 400 pixels.
 * - `03`: 500 × 600 pixels.
 * - `04`: 600 × 400 pixels.
 * - `05`: Full page. The default.
 */
export type ChallengeWindowSize =
  | '01'
  | '02'
  | '03'
  | '04'
  | '05';

export interface Sdk {
  /** SDK transaction id, a UUID. */
  readonly transId?: string | null | undefined;
  /** SDK app id, a UUID. */
  readonly appId?: string | null | undefined;
  /** SDK reference number, 1 to 32 printable ASCII characters. */
  readonly refNumber?: string | null | undefined;
  /** SDK ephemeral public key: a JWK of a P-256 key, as JSON text. */
  readonly ephemPubKey?: string | null | undefined;
  /** Device data that the SDK has encrypted: a compact JWE. */
  readonly encData?: string | null | undefined;
  /** Minutes the SDK allows for a challenge, 5 to 99. Absent: 5. */
  readonly maxTimeout?: number | string | null | undefined;
  /**
   * Protocol version that the SDK was initialized with, such as 2.2.0; binInfo names one. Absent:
   * the version that binInfo answered for this payment, or the highest common one.
   */
  readonly messageVersion?: string | null | undefined;
}

export interface CreatePaymentOrder {
  /** Amount in major units, with at most the decimals of the currency: 123.45 PLN, 500 JPY. */
  readonly amount: Amount;
  /**
   * ISO 4217 code. The currency must be enabled for the merchant.
   * Format: a currency code of three capital letters such as PLN.
   */
  readonly currency: string;
  /**
   * Commission in major units. Stored with the payment and returned in given. With transType
   * MARKETPLACE it must be the sum of the commissions of the shares; otherwise it has no effect.
   */
  readonly commission?: Amount | null | undefined;
  /**
   * Your own id of the order. At most one payment of an order is charged; another one is refused or
   * REJECTED. Absent: the payment belongs to no order.
   */
  readonly extOrderId?: string | null | undefined;
  /** Delivery address. Sent to the issuer in 3-D Secure, which lowers friction. */
  readonly shipping?: Billing | null | undefined;
  /** What is paid. Shown on the payment page and when the payment is read. */
  readonly description?: string | null | undefined;
  /**
   * How the payment is divided, 1 to 100 shares. Required with transType MARKETPLACE, otherwise
   * refused.
   */
  readonly subpayments?: readonly CreateSubpayment[] | null | undefined;
}

export interface CreateSubpayment {
  /** The merchant that receives the share. */
  readonly merchant: CreateSubpaymentMerchant;
  /** The share in major units. All shares together must be order.amount. */
  readonly amount: Amount;
  /**
   * What you keep of this share, at most its amount. It is credited to you at settlement, reduced
   * in proportion to refunds before it. Must be 0 for your own share. Absent: 0.
   */
  readonly commission?: Amount | null | undefined;
  /**
   * What the share is for. Returned when the subpayments are read. The payment page shows the
   * descriptions and amounts of the shares if every share has a description.
   */
  readonly description?: string | null | undefined;
  /** Your own id of the share, different for each share of the payment. */
  readonly extSubpaymentId?: string | null | undefined;
}

export interface CreateSubpaymentMerchant {
  /**
   * MID of the merchant. The operator must have named it in your setting submerchants, and it must
   * be active. Your own MID is allowed.
   * Format: a MID of 4 to 15 digits.
   */
  readonly merchantId: string;
}

export interface CreatePaymentOptions {
  /** How the money moves. */
  readonly transKind?: TransKind | null | undefined;
  /** Who is paid. */
  readonly transType?: TransType | null | undefined;
  /**
   * Seconds after which an unfinished payment is cancelled, 60 to 2592000 (30 days). Absent: 1800
   * (30 minutes).
   */
  readonly validTime?: number | null | undefined;
  /**
   * Store the card as a token (COF) when the payment has completed; the answer contains
   * tokenizerId. Only for payments by card number.
   */
  readonly tokenize?: boolean | null | undefined;
  /** Position of the payment in a series. Absent: a single payment. */
  readonly recurring?: Recurring | null | undefined;
  /** Kind of series, in your own words. Needs recurring. Stored and returned in given. */
  readonly recurringType?: string | null | undefined;
  /** Required with recurring SUBSEQUENT, otherwise refused: paymentId of the INITIAL payment. */
  readonly refPaymentId?: string | null | undefined;
  /**
   * Channel PAYWALL: the payment page may be shown in a frame, by the origins of the merchant's
   * setting page.frameOrigins.
   */
  readonly iframe?: boolean | null | undefined;
  /**
   * Address for the notifications of this payment instead of notificationUrl, used exactly as
   * given; https in production. The merchant needs the permission asyncNotifyAllowed.
   */
  readonly asyncNotify?: string | null | undefined;
  /**
   * Comma-separated methods that the customer may choose from, such as CARD,BLIK. Absent: all that
   * are enabled for the merchant.
   */
  readonly methods?: string | null | undefined;
  /**
   * Language tag for the payment page, such as pl or en-GB. The page has Polish, English, German
   * and Ukrainian; with another language it follows the browser.
   */
  readonly language?: string | null | undefined;
  /** Stored and returned in given. Every PAYWALL payment can be restored. */
  readonly restore?: boolean | null | undefined;
  /**
   * Channel PAYWALL: whether the payment stays open after a refused try, so that the customer tries
   * again or chooses another method. Absent: true. Other channels: no effect.
   */
  readonly repeat?: boolean | null | undefined;
  /**
   * With BLIK_CODE: ask the customer to register an alias, instrument.alias or
   * customer.extCustomerId. With recurring INITIAL for BLIK_PAYID, otherwise for BLIK_UID.
   */
  readonly registerAlias?: boolean | null | undefined;
  /**
   * Date after which no more payments of the series follow, YYYYMMDD. Needs recurring. Sent to the
   * issuer.
   */
  readonly recurringExpDate?: string | null | undefined;
  /**
   * Minimum number of days between two payments of the series, 1 to 9999. Needs recurring. Sent to
   * the issuer.
   */
  readonly recurringCycle?: string | null | undefined;
  /**
   * Why the money is moved; sent to the acquirer. Required for transKind ACCT_FUNDING, refused
   * otherwise.
   */
  readonly purposeCode?: PurposeCode | null | undefined;
  /**
   * Where the money comes from; sent to the acquirer. Absent: not sent. Only for transKind
   * ACCT_FUNDING.
   */
  readonly fundSource?: FundSource | null | undefined;
  /**
   * Reference or account number of the source; sent to the acquirer. Letters, digits, spaces and .
   * / _ -; never a card number. Needs fundSource. Only for transKind ACCT_FUNDING.
   */
  readonly fundSourceRef?: string | null | undefined;
}

export interface CreatePaymentRecipient {
  /** Card that receives the money. cardInfo returns fundsTransfer true for cards that can. */
  readonly instrument: CreatePaymentRecipientInstrument;
  /**
   * Name of the recipient; sent to the acquirer. Stored and returned in given. Absent: not sent.
   */
  readonly name?: string | null | undefined;
}

export interface CreatePaymentRecipientInstrument {
  /** Type of the card. */
  readonly type: GivenRecipientInstrumentType;
  /**
   * CARD: card number; spaces and hyphens are ignored. COF: token number of a stored card, with a
   * MERCHANT token only. Required for both, unless tokenId names the stored card.
   */
  readonly instrumentNo?: string | null | undefined;
  /**
   * instrumentNo, encrypted in the customer’s browser: a compact JWE to the key of GET
   * /v1/ecommerce/keys, with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces
   * instrumentNo.
   */
  readonly encInstrumentNo?: string | null | undefined;
}

export interface UpdatePayment {
  /** What the customer pays with, or the fields of it that are still missing. */
  readonly instrument?: UpdatePaymentInstrument | null | undefined;
  /**
   * The device of the customer. Cards that need 3-D Secure wait with dataRequest DEVICE until
   * browserData or sdk is complete; missingFields names what is missing.
   */
  readonly device?: CreatePaymentDevice | null | undefined;
  /** Who pays. The more the issuer knows, the less often it asks for a challenge. */
  readonly customer?: CreatePaymentCustomer | null | undefined;
}

export interface UpdatePaymentInstrument {
  /** Type of the instrument. Absent: the type that the fields tell. */
  readonly type?: InstrumentType | null | undefined;
  /**
   * CARD: card number; spaces and hyphens are ignored. COF: token number of a stored card, with a
   * MERCHANT token only. Required for both, unless tokenId names the stored card.
   */
  readonly instrumentNo?: string | null | undefined;
  /**
   * instrumentNo, encrypted in the customer’s browser: a compact JWE to the key of GET
   * /v1/ecommerce/keys, with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces
   * instrumentNo.
   */
  readonly encInstrumentNo?: string | null | undefined;
  /** Id of a network token at its token service; for SCOF and VTS, with a MERCHANT token only. */
  readonly instrumentRef?: string | null | undefined;
  /**
   * COF, VTS, SCOF: id of a stored card of GET …/cards, instead of its number. The only name with a
   * CLIENT token.
   */
  readonly tokenId?: string | null | undefined;
  /** Expiry date as YYYYMM, such as 203912. Required for CARD. */
  readonly expDate?: string | null | undefined;
  /**
   * expDate, encrypted in the customer’s browser: a compact JWE to the key of GET
   * /v1/ecommerce/keys, with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces expDate.
   */
  readonly encExpDate?: string | null | undefined;
  /**
   * Security code: 4 digits for American Express, otherwise 3. Without it the payment waits with
   * dataRequest CARD_CVV, unless the customer is not present.
   */
  readonly cvv?: string | null | undefined;
  /**
   * cvv, encrypted in the customer’s browser: a compact JWE to the key of GET /v1/ecommerce/keys,
   * with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces cvv.
   */
  readonly encCvv?: string | null | undefined;
  /** Name on the card. Sent to the issuer; absent: it is not sent. */
  readonly holder?: string | null | undefined;
  /** Masked card number; must fit instrumentNo if given. */
  readonly cardMask?: string | null | undefined;
  /** BLIK code; required for BLIK_CODE. */
  readonly code?: string | null | undefined;
  /**
   * BLIK alias; required for BLIK_UID and BLIK_PAYID. With BLIK_CODE and options.registerAlias: the
   * alias to be registered.
   */
  readonly alias?: string | null | undefined;
  /**
   * BLIK_UID and BLIK_PAYID: key of a bank app, if the alias belongs to several. Enough alone for a
   * payment with dataRequest BLIK_APP.
   */
  readonly app?: string | null | undefined;
  /** Bank of a transfer; required for PBL. */
  readonly bank?: string | null | undefined;
  /** Numeric id of the bank of a transfer. */
  readonly bankId?: number | null | undefined;
  /** Wallet token in base64; required for APAY and GPAY. It can be used once. */
  readonly token?: string | null | undefined;
  /** Acquirer of the payment; must be the one of the merchant if given. */
  readonly provider?: string | null | undefined;
  /**
   * C2P: the instrument itself; required there. Other types: data of your own, stored with the
   * payment and returned in given; no provider takes it.
   */
  readonly payload?: string | null | undefined;
}

export interface CompleteInstrument {
  /** Type of the instrument. Absent: the type that the fields tell. */
  readonly type?: InstrumentType | null | undefined;
  /**
   * CARD: card number; spaces and hyphens are ignored. COF: token number of a stored card, with a
   * MERCHANT token only. Required for both, unless tokenId names the stored card.
   */
  readonly instrumentNo?: string | null | undefined;
  /**
   * instrumentNo, encrypted in the customer’s browser: a compact JWE to the key of GET
   * /v1/ecommerce/keys, with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces
   * instrumentNo.
   */
  readonly encInstrumentNo?: string | null | undefined;
  /** Id of a network token at its token service; for SCOF and VTS, with a MERCHANT token only. */
  readonly instrumentRef?: string | null | undefined;
  /**
   * COF, VTS, SCOF: id of a stored card of GET …/cards, instead of its number. The only name with a
   * CLIENT token.
   */
  readonly tokenId?: string | null | undefined;
  /** Expiry date as YYYYMM, such as 203912. Required for CARD. */
  readonly expDate?: string | null | undefined;
  /**
   * expDate, encrypted in the customer’s browser: a compact JWE to the key of GET
   * /v1/ecommerce/keys, with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces expDate.
   */
  readonly encExpDate?: string | null | undefined;
  /**
   * Security code: 4 digits for American Express, otherwise 3. Without it the payment waits with
   * dataRequest CARD_CVV, unless the customer is not present.
   */
  readonly cvv?: string | null | undefined;
  /**
   * cvv, encrypted in the customer’s browser: a compact JWE to the key of GET /v1/ecommerce/keys,
   * with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces cvv.
   */
  readonly encCvv?: string | null | undefined;
  /** Name on the card. Sent to the issuer; absent: it is not sent. */
  readonly holder?: string | null | undefined;
  /** Masked card number; must fit instrumentNo if given. */
  readonly cardMask?: string | null | undefined;
  /** BLIK code; required for BLIK_CODE. */
  readonly code?: string | null | undefined;
  /**
   * BLIK alias; required for BLIK_UID and BLIK_PAYID. With BLIK_CODE and options.registerAlias: the
   * alias to be registered.
   */
  readonly alias?: string | null | undefined;
  /**
   * BLIK_UID and BLIK_PAYID: key of a bank app, if the alias belongs to several. Enough alone for a
   * payment with dataRequest BLIK_APP.
   */
  readonly app?: string | null | undefined;
  /** Bank of a transfer; required for PBL. */
  readonly bank?: string | null | undefined;
  /** Numeric id of the bank of a transfer. */
  readonly bankId?: number | null | undefined;
  /** Wallet token in base64; required for APAY and GPAY. It can be used once. */
  readonly token?: string | null | undefined;
  /** Acquirer of the payment; must be the one of the merchant if given. */
  readonly provider?: string | null | undefined;
  /**
   * C2P: the instrument itself; required there. Other types: data of your own, stored with the
   * payment and returned in given; no provider takes it.
   */
  readonly payload?: string | null | undefined;
  /** IPv4 or IPv6 address of the customer. Sent to the issuer. */
  readonly ip?: string | null | undefined;
  /** Name of the device. Stored with the payment and returned in given. */
  readonly name?: string | null | undefined;
  /** The browser of the customer, as your page and server see it. */
  readonly browserData?: BrowserData | null | undefined;
  /**
   * Authentication request parameters of the 3DS SDK in your app. A complete sdk is used instead of
   * browserData.
   */
  readonly sdk?: Sdk | null | undefined;
  /** What the customer pays with, or the fields of it that are still missing. */
  readonly instrument?: UpdatePaymentInstrument | null | undefined;
  /**
   * The device of the customer. Cards that need 3-D Secure wait with dataRequest DEVICE until
   * browserData or sdk is complete; missingFields names what is missing.
   */
  readonly device?: CreatePaymentDevice | null | undefined;
  /**
   * With BLIK_CODE: the customer agrees to save the shop as customer.extCustomerId, so that later
   * payments need no code. As options.registerAlias, for this instrument only.
   */
  readonly registerAlias?: boolean | null | undefined;
  /**
   * With a card number on the payment page (channel PAYWALL): the customer agrees to save the card
   * as customer.extCustomerId. Needs the merchant setting page.savesCards. As options.tokenize, for
   * this try only.
   */
  readonly saveCard?: boolean | null | undefined;
}

export interface CancelTransaction {
  /** Why it is withdrawn, in your words; returned in given.withdrawalReasons. */
  readonly reason?: string | null | undefined;
}

export interface CancelPayment {
  /** Why the payment is cancelled; returned in given.cancelReason. */
  readonly reason?: CancelReason | null | undefined;
  /** Not needed. If you send it, it must be the whole amount: refund a part instead. */
  readonly amount?: Amount | undefined;
  /**
   * If you send it, it must be the currency of the payment.
   * Format: a currency code of three capital letters such as PLN.
   */
  readonly currency?: string | null | undefined;
}

/**
 * - `FRAUD`: The merchant suspects fraud.
 * - `CLIENT`: The customer has cancelled; the payment ends with rejectCode CANCELLED_BY_CUSTOMER.
 * - `TIMEOUT`: The customer took too long.
 * - `SYSTEM`: A technical reason at the merchant.
 */
export type CancelReason =
  | 'FRAUD'
  | 'CLIENT'
  | 'TIMEOUT'
  | 'SYSTEM';

export interface CapturePayment {
  /** Absent: the whole preauthorized amount. */
  readonly amount?: Amount | undefined;
  /**
   * If you send it, it must be the currency of the payment.
   * Format: a currency code of three capital letters such as PLN.
   */
  readonly currency?: string | null | undefined;
  /** Shown with the transaction. */
  readonly description?: string | null | undefined;
}

export interface AdjustPayment {
  /** The new total. */
  readonly amount: Amount;
  /**
   * If you send it, it must be the currency of the payment.
   * Format: a currency code of three capital letters such as PLN.
   */
  readonly currency?: string | null | undefined;
  /** Shown with the transaction. */
  readonly description?: string | null | undefined;
}

export interface SearchPayments {
  /** Exact order id. */
  readonly extOrderId: string;
  /**
   * Whose payments. Absent: those of the merchant of the access token. With other fields, only
   * payments that were made with the same values.
   */
  readonly merchant?: SearchPaymentsMerchant | null | undefined;
  /** Only payments that were made through this agent, and with the same values of other fields. */
  readonly agent?: SearchPaymentsAgent | null | undefined;
}

export interface SearchPaymentsMerchant {
  /** MID; must be the one of the access token. */
  readonly merchantId?: string | null | undefined;
  /**
   * Where the browser of the customer goes after a challenge or the payment page, with the query
   * parameters paymentId and extOrderId. Its origin must be registered for the merchant
   * (redirectOrigins). merchant and agent must not name different ones.
   */
  readonly redirectURL?: string | null | undefined;
  /**
   * Where the issuer sends the browser with the CRes after a challenge, in place of the gateway.
   * Its origin must be registered for the merchant (redirectOrigins). merchant and agent must not
   * name different ones.
   */
  readonly acsNotificationURL?: string | null | undefined;
  /**
   * Name of the business. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly merchantName?: string | null | undefined;
  /**
   * Name of the business. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly name?: string | null | undefined;
  /**
   * Merchant category code. Stored with the payment and returned in given; issuers and customers
   * see the value that the operator has set.
   * Format: a merchant category code of four digits.
   */
  readonly mcc?: string | null | undefined;
  /**
   * Address of the shop. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly url?: string | null | undefined;
  /** Id of a terminal of the business. Stored with the payment and returned in given. */
  readonly terminalId?: string | null | undefined;
  /** Place of business. Stored with the payment and returned in given. */
  readonly location?: CreatePaymentMerchantLocation | null | undefined;
  /** Tax number. Stored with the payment and returned in given. */
  readonly taxId?: string | null | undefined;
  /** Merchant id at American Express. Stored with the payment and returned in given. */
  readonly amexMerchantId?: string | null | undefined;
  /**
   * Id of the shop as a digital payment application of the card networks. Stored with the payment
   * and returned in given.
   */
  readonly dpaId?: string | null | undefined;
  /**
   * Id of the organization that the business belongs to. Stored with the payment and returned in
   * given.
   */
  readonly organizationId?: string | null | undefined;
}

export interface SearchPaymentsAgent {
  /** MID of the agent. */
  readonly merchantId?: string | null | undefined;
  /**
   * Where the browser of the customer goes after a challenge or the payment page, with the query
   * parameters paymentId and extOrderId. Its origin must be registered for the merchant
   * (redirectOrigins). merchant and agent must not name different ones.
   */
  readonly redirectURL?: string | null | undefined;
  /**
   * Where the issuer sends the browser with the CRes after a challenge, in place of the gateway.
   * Its origin must be registered for the merchant (redirectOrigins). merchant and agent must not
   * name different ones.
   */
  readonly acsNotificationURL?: string | null | undefined;
  /**
   * Name of the business. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly merchantName?: string | null | undefined;
  /**
   * Name of the business. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly name?: string | null | undefined;
  /**
   * Merchant category code. Stored with the payment and returned in given; issuers and customers
   * see the value that the operator has set.
   * Format: a merchant category code of four digits.
   */
  readonly mcc?: string | null | undefined;
  /**
   * Address of the shop. Stored with the payment and returned in given; issuers and customers see
   * the value that the operator has set.
   */
  readonly url?: string | null | undefined;
  /** Id of a terminal of the business. Stored with the payment and returned in given. */
  readonly terminalId?: string | null | undefined;
  /** Place of business. Stored with the payment and returned in given. */
  readonly location?: CreatePaymentMerchantLocation | null | undefined;
  /** Tax number. Stored with the payment and returned in given. */
  readonly taxId?: string | null | undefined;
  /** Merchant id at American Express. Stored with the payment and returned in given. */
  readonly amexMerchantId?: string | null | undefined;
  /**
   * Id of the shop as a digital payment application of the card networks. Stored with the payment
   * and returned in given.
   */
  readonly dpaId?: string | null | undefined;
  /**
   * Id of the organization that the business belongs to. Stored with the payment and returned in
   * given.
   */
  readonly organizationId?: string | null | undefined;
}

export interface PaymentBinInfo {
  /** Where the customer pays. Has no effect on the answer. */
  readonly channel?: Channel | null | undefined;
  /**
   * Lowest protocol version of the SDK; absent: no lower end.
   * Format: a protocol version such as 2.2.0.
   */
  readonly sdkStartProtocol?: string | null | undefined;
  /**
   * Highest protocol version of the SDK; absent: no upper end.
   * Format: a protocol version such as 2.2.0.
   */
  readonly sdkEndProtocol?: string | null | undefined;
}

export interface CreateRefund {
  /**
   * MARKETPLACE payments: the subpayment to refund, up to its share. Absent: the refund is of
   * everything that is left of all shares.
   */
  readonly subpaymentId?: string | null | undefined;
  /** Absent: everything that has not been refunded yet. */
  readonly amount?: Amount | undefined;
  /**
   * If you send it, it must be the currency of the payment.
   * Format: a currency code of three capital letters such as PLN.
   */
  readonly currency?: string | null | undefined;
  /** Shown with the refund and its transaction. */
  readonly description?: string | null | undefined;
  /** Your own id of the refund. The same id with the same content returns the same refund. */
  readonly extRefundId?: string | null | undefined;
}

export interface CardBinInfo {
  /** Where the customer pays. Has no effect on the answer. */
  readonly channel?: Channel | null | undefined;
  /**
   * Lowest protocol version of the SDK; absent: no lower end.
   * Format: a protocol version such as 2.2.0.
   */
  readonly sdkStartProtocol?: string | null | undefined;
  /**
   * Highest protocol version of the SDK; absent: no upper end.
   * Format: a protocol version such as 2.2.0.
   */
  readonly sdkEndProtocol?: string | null | undefined;
  /** The card to look up: a card number, or a stored card of the merchant. */
  readonly instrument: CardBinInfoInstrument;
}

export interface CardBinInfoInstrument {
  /**
   * CARD: digits; spaces and hyphens are ignored; required, unless encInstrumentNo is sent. COF:
   * the token number.
   * Format: a card number, at least its first eight digits, or a token number.
   */
  readonly instrumentNo?: string | null | undefined;
  /**
   * instrumentNo, encrypted in the customer’s browser: a compact JWE to the key of GET
   * /v1/ecommerce/keys, with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces
   * instrumentNo.
   */
  readonly encInstrumentNo?: string | null | undefined;
  /** Id of a network token at its token service; for SCOF and VTS, with a MERCHANT token only. */
  readonly instrumentRef?: string | null | undefined;
  /** COF, VTS, SCOF: id of the stored card, instead of its number. */
  readonly tokenId?: string | null | undefined;
  /** Expiry date as YYYYMM, such as 203912. Required for CARD. */
  readonly expDate?: string | null | undefined;
  /**
   * expDate, encrypted in the customer’s browser: a compact JWE to the key of GET
   * /v1/ecommerce/keys, with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces expDate.
   */
  readonly encExpDate?: string | null | undefined;
  /**
   * Security code: 4 digits for American Express, otherwise 3. Without it the payment waits with
   * dataRequest CARD_CVV, unless the customer is not present.
   */
  readonly cvv?: string | null | undefined;
  /**
   * cvv, encrypted in the customer’s browser: a compact JWE to the key of GET /v1/ecommerce/keys,
   * with alg ECDH-ES, enc A256GCM, kid and iat in its header. Replaces cvv.
   */
  readonly encCvv?: string | null | undefined;
  /** Name on the card. Sent to the issuer; absent: it is not sent. */
  readonly holder?: string | null | undefined;
  /** Masked card number; must fit instrumentNo if given. */
  readonly cardMask?: string | null | undefined;
  /** BLIK code; required for BLIK_CODE. */
  readonly code?: string | null | undefined;
  /**
   * BLIK alias; required for BLIK_UID and BLIK_PAYID. With BLIK_CODE and options.registerAlias: the
   * alias to be registered.
   */
  readonly alias?: string | null | undefined;
  /**
   * BLIK_UID and BLIK_PAYID: key of a bank app, if the alias belongs to several. Enough alone for a
   * payment with dataRequest BLIK_APP.
   */
  readonly app?: string | null | undefined;
  /** Bank of a transfer; required for PBL. */
  readonly bank?: string | null | undefined;
  /** Numeric id of the bank of a transfer. */
  readonly bankId?: number | null | undefined;
  /** Wallet token in base64; required for APAY and GPAY. It can be used once. */
  readonly token?: string | null | undefined;
  /** Acquirer of the payment; must be the one of the merchant if given. */
  readonly provider?: string | null | undefined;
  /**
   * C2P: the instrument itself; required there. Other types: data of your own, stored with the
   * payment and returned in given; no provider takes it.
   */
  readonly payload?: string | null | undefined;
  /** Only cards can be looked up. */
  readonly type: CardBinInfoInstrumentType;
}

/**
 * - `CARD`: Card with its number, expiry date and security code.
 * - `COF`: Card that the gateway has stored (card on file): instrumentNo is the token number.
 * - `SCOF`: Network token of Mastercard for a stored card, by instrumentRef.
 * - `VTS`: Network token of Visa for a stored card, by instrumentRef.
 */
export type CardBinInfoInstrumentType =
  | 'CARD'
  | 'COF'
  | 'SCOF'
  | 'VTS';

export interface CardInfoRequest {
  /** The card to look up: a card number, or a stored card of the merchant. */
  readonly instrument: CardBinInfoInstrument;
}

export interface CreateTokenization {
  /**
   * Where the customer enters the card. The channel must be enabled for the merchant. Absent: the
   * channel of the access token, or WEBAPI.
   */
  readonly channel?: Channel | null | undefined;
  /** Kind of token. Absent: COF. */
  readonly kind?: TokenizationKind | null | undefined;
  /** What the customer pays with. Absent: the payment waits for it. */
  readonly instrument?: CreatePaymentInstrument | null | undefined;
  /** The merchant that is paid. Absent: the merchant of the access token. */
  readonly merchant?: CreatePaymentMerchant | null | undefined;
  /** The agent that acts for the merchant. Absent: the agent of the access token. */
  readonly agent?: CreatePaymentAgent | null | undefined;
  /** Who pays. The more the issuer knows, the less often it asks for a challenge. */
  readonly customer?: CreatePaymentCustomer | null | undefined;
  /**
   * The device of the customer. Cards that need 3-D Secure wait with dataRequest DEVICE until
   * browserData or sdk is complete; missingFields names what is missing.
   */
  readonly device?: CreatePaymentDevice | null | undefined;
  /** How the card is stored. Absent fields have their default. */
  readonly options?: CreateTokenizationOptions | null | undefined;
}

export interface CreateTokenizationOptions {
  /**
   * Seconds after which an unfinished payment is cancelled, 60 to 2592000 (30 days). Absent: 1800
   * (30 minutes).
   */
  readonly validTime?: number | null | undefined;
  /**
   * Language tag for the payment page, such as pl or en-GB. The page has Polish, English, German
   * and Ukrainian; with another language it follows the browser.
   */
  readonly language?: string | null | undefined;
}

export interface UpdateTokenization {
  /** What the customer pays with, or the fields of it that are still missing. */
  readonly instrument?: UpdatePaymentInstrument | null | undefined;
  /**
   * The device of the customer. Cards that need 3-D Secure wait with dataRequest DEVICE until
   * browserData or sdk is complete; missingFields names what is missing.
   */
  readonly device?: CreatePaymentDevice | null | undefined;
}

export interface DiscardToken {
  /** Token number. */
  readonly instrumentNo?: string | null | undefined;
  /** Id at the token service (VTS, SCOF). */
  readonly instrumentRef?: string | null | undefined;
  /** Id of the token. */
  readonly tokenId?: string | null | undefined;
}

export interface SearchTokens {
  /** Token number, or a card number: then all tokens of that card. */
  readonly instrumentNo?: string | null | undefined;
  /** Id at the token service (VTS, SCOF). */
  readonly instrumentRef?: string | null | undefined;
  /** Masked card number, exactly as in token.cardMask. */
  readonly cardMask?: string | null | undefined;
  /** Tokens that were stored for this customer. */
  readonly customer?: SearchTokensCustomer | null | undefined;
}

export interface SearchTokensCustomer {
  /** Your own id of the customer. */
  readonly extCustomerId?: string | null | undefined;
}

export interface ConvertTokens {
  /** Token numbers (COF), at most 100. */
  readonly tokens: readonly string[];
  /** true: only checks which tokens can be converted; nothing is changed. */
  readonly dryRun?: boolean | null | undefined;
}

export interface ReplayEvents {
  /** The first time of the range; required without a paymentId. */
  readonly from?: string | null | undefined;
  /** The end of the range, not included; absent: now. */
  readonly to?: string | null | undefined;
  /** Only events in these states. Absent: REFUSED, FAILED and NOT_SENT. */
  readonly states?: readonly DeliveryState[] | null | undefined;
  /** Only these events. Absent: all. */
  readonly events?: readonly EventName[] | null | undefined;
  /** Only events of this payment or tokenization. */
  readonly paymentId?: string | null | undefined;
  /** `next` of the answer before, to go on. */
  readonly after?: string | null | undefined;
}
