// The typed calls of the client, one for each operation of the merchant API.
// Generated from the OpenAPI document by `npm run client`; do not change it by hand.

import type { CallOptions, Picture, Result } from '../result.ts';
import type {
  AccessToken,
  AcsData,
  AdjustPayment,
  Bank,
  BinInfo,
  CancelPayment,
  CancelTransaction,
  CapturePayment,
  CardBinInfo,
  CardInfo,
  CardInfoRequest,
  CardOrganization,
  CardVisual,
  ChangedPayment,
  ClickToPayOption,
  CompleteInstrument,
  Conversion,
  ConvertTokens,
  CreatePayment,
  CreateRefund,
  CreateToken,
  CreateTokenization,
  DiscardToken,
  EncryptionKeys,
  EventDetails,
  EventHealth,
  EventPage,
  EventRecord,
  Methods,
  Payment,
  PaymentBinInfo,
  PaymentDetails,
  PaymentState,
  Refund,
  RefundBalance,
  Replay,
  ReplayEvents,
  RestoredPayment,
  RetriedPayment,
  SavedCards,
  SearchPayments,
  SearchTokens,
  Settlement,
  SettlementReport,
  Subpayment,
  Token,
  Tokenization,
  TokenizationState,
  Transaction,
  UpdatePayment,
  UpdateTokenization,
  UpdatedPayment,
} from './types.ts';

export interface Calls {
  readonly auth: {
    /**
     * Get an access token with MID and secret.
     * The token is valid until it expires, its secret is dropped, the merchant (or the agent that
     * holds it) is suspended, or the operator revokes it. A suspended merchant can get a token that
     * reads, captures and cancels existing payments.
     * `POST /v1/ecommerce/auth`.
     */
    createToken(body: CreateToken, options?: CallOptions): Promise<Result<AccessToken>>;
  };
  readonly keys: {
    /**
     * Read the key for encrypted card fields.
     * A JWKS with the current key. Card fields (encInstrumentNo, encExpDate, encCvv) are encrypted
     * to it in the customer’s browser. The key changes from time to time; the previous one is
     * accepted for a while. The answer may be cached for 5 minutes; with If-None-Match it is 304 if
     * the key is the same. The header Date is the time that iat is compared with.
     * `GET /v1/ecommerce/keys`.
     */
    list(options?: CallOptions): Promise<Result<EncryptionKeys>>;
  };
  readonly payments: {
    /**
     * Create a payment.
     * The answer has status NEW or PENDING; read the result with GET …/status. A payment that is
     * refused early (card range not supported, card expired, bank, channel or method not enabled)
     * is REJECTED in the answer already, on every channel. If the card needs 3-D Secure, the answer
     * contains acsData, or dataRequest DEVICE if device data is missing; missingFields names the
     * fields. A payment without the customer (options.recurring SUBSEQUENT) needs
     * options.refPaymentId: the completed INITIAL payment with the same card, in which the customer
     * was authenticated. A payment with options.transType MARKETPLACE is divided by
     * order.subpayments; the answer contains the id of each share. On channel PAYWALL the answer
     * contains the link to the payment page and its CLIENT token, unless the payment is refused
     * early.
     * `POST /v1/ecommerce/payment`.
     */
    create(body: CreatePayment, options?: CallOptions): Promise<Result<Payment>>;
    /**
     * Read a payment.
     * `GET /v1/ecommerce/payment/{paymentId}`.
     */
    get(paymentId: string, options?: CallOptions): Promise<Result<PaymentDetails>>;
    /**
     * Send missing data of a payment.
     * Instrument, device or customer data, in status NEW. In PENDING with dataRequest DEVICE (the
     * issuer has asked for authentication) only device data is needed. A CLIENT token cannot send
     * customer data.
     * `PATCH /v1/ecommerce/payment/{paymentId}`.
     */
    update(
      paymentId: string,
      body: UpdatePayment,
      options?: CallOptions,
    ): Promise<Result<UpdatedPayment>>;
    /**
     * Send the instrument or device data.
     * The body has the fields of instrument and device directly, or is {instrument, device}. The
     * instrument must be complete and replaces what was sent before; device data can be sent alone.
     * Without a type the fields tell it, for example expDate a card; it is required with fields of
     * several types, such as token, alias or instrumentRef.
     * `PUT /v1/ecommerce/payment/{paymentId}/instrument`.
     */
    setInstrument(
      paymentId: string,
      body: CompleteInstrument,
      options?: CallOptions,
    ): Promise<Result<UpdatedPayment>>;
    /**
     * Send single fields of the instrument, such as the security code.
     * The body has the fields directly, or is {instrument}. They are added to the fields sent
     * before, in any order; missingFields names those that are still missing. Without a type the
     * fields tell it, as with PUT. Another instrumentNo is another card: the fields of the previous
     * card are dropped. To choose one of apps, {app} alone is enough.
     * `PATCH /v1/ecommerce/payment/{paymentId}/instrument`.
     */
    updateInstrument(
      paymentId: string,
      body: CompleteInstrument,
      options?: CallOptions,
    ): Promise<Result<UpdatedPayment>>;
    /**
     * Read the status of a payment.
     * With wait and after the answer comes when the payment has changed, at the latest after wait
     * seconds. Only some requests can wait for a payment at a time; others are answered at once.
     * `GET /v1/ecommerce/payment/{paymentId}/status`.
     */
    getStatus(
      paymentId: string,
      query?: {
        /**
         * Seconds to wait for a change, from 0 to 25; absent: 0. The answer may come earlier.
         * Format: a whole number from 0 to 25.
         */
        readonly wait?: number | undefined;
        /**
         * The version that you have seen. Absent, or another version: no wait.
         * Format: the version of an earlier answer.
         */
        readonly after?: number | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<PaymentState>>;
    /**
     * List the transactions of a payment.
     * `GET /v1/ecommerce/payment/{paymentId}/transactions`.
     */
    listTransactions(
      paymentId: string,
      options?: CallOptions,
    ): Promise<Result<readonly Transaction[]>>;
    /**
     * Withdraw an adjustment.
     * Only the latest one that is in force; the total before it applies again.
     * `POST /v1/ecommerce/payment/{paymentId}/transactions/{transId}/cancel`.
     */
    cancelTransaction(
      paymentId: string,
      transId: string,
      body?: CancelTransaction | null,
      options?: CallOptions,
    ): Promise<Result<Transaction>>;
    /**
     * Retry a failed payment.
     * Creates a new payment of the same order, which waits for an instrument. A MARKETPLACE payment
     * keeps its split. Account funding payments cannot be retried, because the card of the
     * recipient is not kept.
     * `POST /v1/ecommerce/payment/{paymentId}/retry`.
     */
    retry(paymentId: string, options?: CallOptions): Promise<Result<RetriedPayment>>;
    /**
     * Create a new payment link and CLIENT token.
     * The previous ones stop working, and the validity time starts again.
     * `POST /v1/ecommerce/payment/{paymentId}/restore`.
     */
    restore(paymentId: string, options?: CallOptions): Promise<Result<RestoredPayment>>;
    /**
     * Cancel a payment.
     * NEW and PENDING become CANCELLED at once. COMPLETED is reversed at the acquirer first: the
     * answer waits for it up to 10 seconds, and transactionStatus is PENDING if it has not answered
     * by then. Not possible after a capture.
     * `POST /v1/ecommerce/payment/{paymentId}/cancel`.
     */
    cancel(
      paymentId: string,
      body?: CancelPayment | null,
      options?: CallOptions,
    ): Promise<Result<ChangedPayment>>;
    /**
     * Capture a preauthorization.
     * Captures the whole amount or a part of it, once; the rest is released. A MARKETPLACE payment
     * is captured only in full. The answer waits for the acquirer up to 10 seconds, and
     * transactionStatus is PENDING if it has not answered by then.
     * `POST /v1/ecommerce/payment/{paymentId}/capture`.
     */
    capture(
      paymentId: string,
      body?: CapturePayment | null,
      options?: CallOptions,
    ): Promise<Result<ChangedPayment>>;
    /**
     * Change the amount of a preauthorization.
     * Sets a new total, until the capture. It may exceed the amount that the customer was
     * authenticated for by the tolerance of the merchant, 15 % by default; above that, create a new
     * payment for the difference. A MARKETPLACE payment cannot be adjusted. The answer waits for
     * the acquirer up to 10 seconds, and transactionStatus is PENDING if it has not answered by
     * then.
     * `POST /v1/ecommerce/payment/{paymentId}/adjustment`.
     */
    adjust(
      paymentId: string,
      body: AdjustPayment,
      options?: CallOptions,
    ): Promise<Result<ChangedPayment>>;
    /**
     * List the subpayments of a payment.
     * The shares of a MARKETPLACE payment, in the order of the request. The list of another payment
     * is empty.
     * `GET /v1/ecommerce/payment/{paymentId}/subpayments`.
     */
    listSubpayments(
      paymentId: string,
      options?: CallOptions,
    ): Promise<Result<readonly Subpayment[]>>;
    /**
     * Read the 3-D Secure data for the customer.
     * Available while dataRequest is CARD_3DS. With threeDSMethodURL: post threeDSMethodData to it
     * in a hidden frame, then read again. With acsURL: post creqPayload to it as form field creq.
     * With acsSignedContent: pass it to the 3DS SDK.
     * `GET /v1/ecommerce/payment/{paymentId}/acsData`.
     */
    getAcsData(paymentId: string, options?: CallOptions): Promise<Result<AcsData>>;
    /**
     * Read the tokenization of a payment and its token.
     * For a payment that was created with options.tokenize, or whose customer agreed to save the
     * card (saveCard) and paid.
     * `GET /v1/ecommerce/payment/{paymentId}/tokenizer`.
     */
    getTokenization(paymentId: string, options?: CallOptions): Promise<Result<Tokenization>>;
    /**
     * Find the payments of an order.
     * Returns payment ids of the merchant of the token: the successful payment first, then the
     * newest. Every other field is a filter: only payments whose creation request had exactly these
     * values (redirectURL and acsNotificationURL: whoever named them). A token issued to an agent
     * can name no other agent.
     * `POST /v1/ecommerce/payment/search`.
     */
    search(body: SearchPayments, options?: CallOptions): Promise<Result<readonly string[]>>;
    /**
     * Look up the organization and 3-D Secure version of the card of a payment.
     * Available while the payment has its card number.
     * `POST /v1/ecommerce/payment/{paymentId}/binInfo`.
     */
    getBinInfo(
      paymentId: string,
      body?: PaymentBinInfo | null,
      options?: CallOptions,
    ): Promise<Result<BinInfo>>;
    /**
     * List the payment methods a payment can be paid with.
     * `GET /v1/ecommerce/payment/{paymentId}/methods`.
     */
    listMethods(paymentId: string, options?: CallOptions): Promise<Result<Methods>>;
    /**
     * List the stored cards of the customer of a payment.
     * Active and unexpired tokens of the merchant with the customer.extCustomerId of the payment,
     * the newest first, at most 20; none without extCustomerId, or if the merchant's setting
     * page.savesCards is off. Pay with instrument {type, tokenId}, and cvv if codeRequired.
     * `GET /v1/ecommerce/payment/{paymentId}/cards`.
     */
    listCards(paymentId: string, options?: CallOptions): Promise<Result<readonly SavedCards[]>>;
  };
  readonly refunds: {
    /**
     * Refund a payment.
     * Fully or in parts, up to the amount paid; account funding only in full. Your balance must
     * cover it: money captured and not paid out yet, and deposits. The answer waits for the
     * provider up to 10 seconds; status is PENDING if it has not decided by then.
     * `POST /v1/ecommerce/payment/{paymentId}/refund`.
     */
    create(
      paymentId: string,
      body?: CreateRefund | null,
      options?: CallOptions,
    ): Promise<Result<Refund>>;
    /**
     * List the refunds of a payment.
     * In the order in which they were made.
     * `GET /v1/ecommerce/payment/{paymentId}/refunds`.
     */
    list(paymentId: string, options?: CallOptions): Promise<Result<readonly Refund[]>>;
    /**
     * Read a refund.
     * `GET /v1/ecommerce/payment/{paymentId}/refund/{refundId}`.
     */
    get(paymentId: string, refundId: string, options?: CallOptions): Promise<Result<Refund>>;
    /**
     * Read the balance for refunds.
     * The first fields are about the merchant's first currency; balances has all currencies.
     * `GET /v1/ecommerce/payment/refunds/balance`.
     */
    getBalance(options?: CallOptions): Promise<Result<RefundBalance>>;
  };
  readonly cards: {
    /**
     * Look up the organization and 3-D Secure version of a card.
     * `POST /v1/ecommerce/payment/binInfo`.
     */
    getBinInfo(body: CardBinInfo, options?: CallOptions): Promise<Result<BinInfo>>;
    /**
     * Look up a card.
     * A card number, its first digits, or a stored card of the merchant (COF, VTS, SCOF). Of a
     * network token only organization and cardMask are known, unless the BIN table has its range.
     * `POST /v1/ecommerce/payment/cardInfo`.
     */
    getInfo(body: CardInfoRequest, options?: CallOptions): Promise<Result<CardInfo>>;
  };
  readonly methods: {
    /**
     * List the payment methods of the merchant.
     * All are DISABLED when the token's channel is not enabled for the merchant.
     * `GET /v1/ecommerce/payment/methods`.
     */
    list(options?: CallOptions): Promise<Result<Methods>>;
    /**
     * List the card organizations of method CARD.
     * Empty if the method is not ENABLED. The method has the same status as in the list of methods:
     * with a MERCHANT token for the channel of the token, with a CLIENT token for its payment.
     * `GET /v1/ecommerce/payment/methods/CARD`.
     */
    listCardOrganizations(options?: CallOptions): Promise<Result<readonly CardOrganization[]>>;
    /**
     * List the banks of method PBL.
     * The method has the same status as in the list of methods: with a MERCHANT token for the
     * channel of the token, with a CLIENT token for its payment.
     * `GET /v1/ecommerce/payment/methods/PBL`.
     */
    listBanks(options?: CallOptions): Promise<Result<readonly Bank[]>>;
    /**
     * List the organizations of method C2P.
     * Empty if the merchant does not take part in Click to Pay. The method has the same status as
     * in the list of methods: with a MERCHANT token for the channel of the token, with a CLIENT
     * token for its payment.
     * `GET /v1/ecommerce/payment/methods/C2P`.
     */
    listClickToPay(options?: CallOptions): Promise<Result<readonly ClickToPayOption[]>>;
  };
  readonly tokenizations: {
    /**
     * Tokenize a card.
     * Verifies the card by strong authentication and an authorization without an amount, then
     * stores it as a token. Without an instrument the tokenization waits for it (dataRequest
     * INSTRUMENT). If the card needs 3-D Secure, the answer contains acsData, or dataRequest
     * DEVICE. Read the result with GET …/{tokenizerId}, or receive TOKENIZATION_STATUS. The same
     * card of the same customer (customer.extCustomerId) gets the same token again.
     * `POST /v1/ecommerce/tokenizer`.
     */
    create(body: CreateTokenization, options?: CallOptions): Promise<Result<Tokenization>>;
    /**
     * Read a tokenization and its token.
     * Store token.instrumentNo (COF) or token.instrumentRef (VTS, SCOF) and pay with it later. A
     * CLIENT token gets the tokenization without the token.
     * `GET /v1/ecommerce/tokenizer/{tokenizerId}`.
     */
    get(tokenizerId: string, options?: CallOptions): Promise<Result<Tokenization>>;
    /**
     * Send missing data of a tokenization.
     * Instrument or device data, while the tokenization waits for it.
     * `PATCH /v1/ecommerce/tokenizer/{tokenizerId}`.
     */
    update(
      tokenizerId: string,
      body: UpdateTokenization,
      options?: CallOptions,
    ): Promise<Result<Tokenization>>;
    /**
     * Send the card to be tokenized, or device data.
     * The body has the fields of instrument and device directly, or is {instrument, device}. The
     * card must be complete and replaces what was sent before.
     * `PUT /v1/ecommerce/tokenizer/{tokenizerId}/instrument`.
     */
    setInstrument(
      tokenizerId: string,
      body: CompleteInstrument,
      options?: CallOptions,
    ): Promise<Result<Tokenization>>;
    /**
     * Send single fields of the card to be tokenized, such as the security code.
     * The body has the fields directly, or is {instrument}.
     * `PATCH /v1/ecommerce/tokenizer/{tokenizerId}/instrument`.
     */
    updateInstrument(
      tokenizerId: string,
      body: CompleteInstrument,
      options?: CallOptions,
    ): Promise<Result<Tokenization>>;
    /**
     * Read the status of a tokenization.
     * `GET /v1/ecommerce/tokenizer/{tokenizerId}/status`.
     */
    getStatus(tokenizerId: string, options?: CallOptions): Promise<Result<TokenizationState>>;
    /**
     * Cancel a tokenization.
     * `POST /v1/ecommerce/tokenizer/{tokenizerId}/cancel`.
     */
    cancel(tokenizerId: string, options?: CallOptions): Promise<Result<TokenizationState>>;
    /**
     * Discard the token of a tokenization.
     * Final: the card data is deleted, and no payment can use the token again.
     * `POST /v1/ecommerce/tokenizer/{tokenizerId}/discard`.
     */
    discard(tokenizerId: string, options?: CallOptions): Promise<Result<Tokenization>>;
    /**
     * Look up the organization and 3-D Secure version of a card to be tokenized.
     * `POST /v1/ecommerce/tokenizer/binInfo`.
     */
    getBinInfo(body: CardBinInfo, options?: CallOptions): Promise<Result<BinInfo>>;
  };
  readonly tokens: {
    /**
     * Discard a token by its number.
     * Exactly one of instrumentNo, instrumentRef and tokenId. Final, as by tokenization; discarding
     * a discarded token changes nothing.
     * `POST /v1/ecommerce/tokenizer/discard`.
     */
    discard(body: DiscardToken, options?: CallOptions): Promise<Result<Token>>;
    /**
     * Find tokens.
     * Tokens of the merchant that match every given field, the newest first, discarded ones
     * included; at most 1000. A card number as instrumentNo finds the tokens of that card that are
     * not discarded; only some searches a day may be for a card that is not stored, and none while
     * the merchant is suspended.
     * `POST /v1/ecommerce/tokenizer/search`.
     */
    search(body: SearchTokens, options?: CallOptions): Promise<Result<readonly Token[]>>;
    /**
     * Convert stored cards to network tokens.
     * One result per token, in the order of the request. Repeating a request is safe: conversions
     * in progress continue, and completed ones return the same network token.
     * `POST /v1/ecommerce/tokenizer/convert`.
     */
    convert(body: ConvertTokens, options?: CallOptions): Promise<Result<readonly Conversion[]>>;
    /**
     * Read the picture of a card.
     * With Accept: image/* the picture itself, otherwise JSON with the picture in base64. The
     * answer has an ETag; If-None-Match is answered with 304.
     * `GET /v1/ecommerce/tokenizer/vts/{instrumentRef}/cardVisual/{visualId}`.
     */
    getVisual(
      instrumentRef: string,
      visualId: string,
      options?: CallOptions,
    ): Promise<Result<CardVisual>>;
    /**
     * Read the picture of a card.
     * With Accept: image/* the picture itself, otherwise JSON with the picture in base64. The
     * answer has an ETag; If-None-Match is answered with 304.
     * `GET /v1/ecommerce/tokenizer/vts/{instrumentRef}/cardVisual/{visualId}`.
     */
    getVisualImage(
      instrumentRef: string,
      visualId: string,
      options?: CallOptions,
    ): Promise<Result<Picture>>;
  };
  readonly settlements: {
    /**
     * List settlement batches, the newest first, 100 at a time.
     * `GET /v1/ecommerce/settlements`.
     */
    list(
      query?: {
        /**
         * Settlement date in the time zone of the merchant.
         * Format: a date from 1970 on such as 2026-01-31.
         */
        readonly date?: string | undefined;
        /** The last batchId of the page before; absent: the first page. */
        readonly before?: string | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<readonly Settlement[]>>;
    /**
     * Read a settlement batch.
     * `GET /v1/ecommerce/settlements/{batchId}`.
     */
    get(batchId: string, options?: CallOptions): Promise<Result<Settlement>>;
    /**
     * Read the report of a settlement batch: every payment with its amounts.
     * JSON, or CSV with `format=csv` or Accept: text/csv. The amounts of the items add up to those
     * of the batch.
     * `GET /v1/ecommerce/settlements/{batchId}/report`.
     */
    getReport(batchId: string, options?: CallOptions): Promise<Result<SettlementReport>>;
    /**
     * Read the report of a settlement batch: every payment with its amounts.
     * JSON, or CSV with `format=csv` or Accept: text/csv. The amounts of the items add up to those
     * of the batch.
     * `GET /v1/ecommerce/settlements/{batchId}/report`.
     */
    getReportCsv(batchId: string, options?: CallOptions): Promise<Result<string>>;
  };
  readonly events: {
    /**
     * List events in the order in which they happened, with their delivery state.
     * The oldest first. Store `next` with your own data and send it as `after`: you miss no event
     * and get none twice, also when several are committed at the same time. An event appears when
     * all transactions that began before it have ended, usually after milliseconds. Events are kept
     * as long as their payment.
     * `GET /v1/ecommerce/events`.
     */
    list(
      query?: {
        /** `next` of the page before; absent: from the oldest event. */
        readonly after?: string | undefined;
        /**
         * The maximum number of events, from 1 to 500; absent: 100.
         * Format: a whole number from 1 to 500.
         */
        readonly limit?: number | undefined;
        /** Only events of this payment or tokenization. */
        readonly paymentId?: string | undefined;
        /** Only events with this name. */
        readonly event?:
          | 'PAYMENT_STATUS'
          | 'TRANSACTION_STATUS'
          | 'REFUND_STATUS'
          | 'TOKENIZATION_STATUS'
          | 'ALIAS_STATUS'
          | 'TEST'
          | undefined;
        /** Only events whose delivery is in this state now. */
        readonly state?:
          | 'PENDING'
          | 'ACCEPTED'
          | 'REFUSED'
          | 'FAILED'
          | 'NOT_SENT'
          | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<EventPage>>;
    /**
     * Read an event with every attempt to deliver it.
     * Attempts are kept for a time that the operator sets, 30 days by default. After that those
     * that were repeated are deleted, and the last one loses its answer.
     * `GET /v1/ecommerce/events/{eventId}`.
     */
    get(eventId: string, options?: CallOptions): Promise<Result<EventDetails>>;
    /**
     * Send an event again.
     * The message is the same, byte for byte, with the same eventId; it is signed anew. An event
     * that is PENDING is sent now, after the earlier ones of its payment.
     * `POST /v1/ecommerce/events/{eventId}/replay`.
     */
    replay(eventId: string, options?: CallOptions): Promise<Result<EventRecord>>;
    /**
     * Send all events again that match a filter.
     * By default those that were not delivered: REFUSED, FAILED and NOT_SENT. One call sends at
     * most 1000 events again and reads at most 10000; go on with `next`. Events of payments that
     * are no longer served do not exist any more.
     * `POST /v1/ecommerce/events/replay`.
     */
    replayMany(body: ReplayEvents, options?: CallOptions): Promise<Result<Replay>>;
    /**
     * Send a test event to the notification address.
     * The event TEST is signed and delivered like every other one. Read it to see the answer of the
     * receiver.
     * `POST /v1/ecommerce/events/test`.
     */
    sendTest(options?: CallOptions): Promise<Result<EventRecord>>;
    /**
     * Read the health of the receivers, and what is not delivered.
     * `GET /v1/ecommerce/events/health`.
     */
    getHealth(options?: CallOptions): Promise<Result<EventHealth>>;
  };
}
