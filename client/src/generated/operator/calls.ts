// The typed calls of the client, one for each operation of the operator API.
// Generated from the OpenAPI document by `npm run client`; do not change it by hand.

import type { CallOptions, Result } from '../../result.ts';
import type {
  AddFeeRule,
  AddMerchant,
  AddedMerchant,
  AuditList,
  AuditPart,
  BalanceList,
  Bin,
  CreateWalletCredential,
  CreatedWalletCredential,
  Deposit,
  DepositList,
  DisputeList,
  EventDetails,
  EventHealth,
  EventPage,
  EventRecord,
  ExplainRoute,
  ExplainedRoute,
  FeeRule,
  FeeRuleList,
  FindBin,
  ImportWalletCredential,
  InstallCertificate,
  KeyRotation,
  KeyRotationList,
  LedgerCheck,
  Merchant,
  MerchantList,
  PagePreview,
  PaymentRoutes,
  PreviewPage,
  ProviderCredentials,
  ProviderCredentialsList,
  ReceiverList,
  ReconciliationItem,
  ReconciliationItemList,
  RecordDeposit,
  Replay,
  ReplayEvents,
  ResolveItem,
  RollSecret,
  RolledSecret,
  RotatedEncryptionKey,
  RotatedSigningKey,
  SendLines,
  SetCredentials,
  Settlement,
  SettlementImport,
  SettlementImportList,
  SettlementList,
  SettlementReport,
  SettlementRun,
  StartImport,
  StartLedgerCheck,
  StartRotation,
  StartSettlementRun,
  SuccessRates,
  UpdateMerchant,
  WalletCredential,
  WalletCredentialList,
} from './types.ts';

export interface Calls {
  readonly merchants: {
    /**
     * Add a merchant; its secrets are shown only in this answer.
     * `POST /v1/admin/merchants`.
     */
    add(body: AddMerchant, options?: CallOptions): Promise<Result<AddedMerchant>>;
    /**
     * List merchants by MID, 100 at a time.
     * `GET /v1/admin/merchants`.
     */
    list(
      query?: {
        /**
         * The last MID of the page before; absent: the first page.
         * Format: a MID of up to 15 digits.
         */
        readonly after?: string | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<MerchantList>>;
    /**
     * Read a merchant.
     * `GET /v1/admin/merchants/{merchantId}`.
     */
    get(merchantId: string, options?: CallOptions): Promise<Result<Merchant>>;
    /**
     * Change settings of a merchant, suspend or reactivate it.
     * `PATCH /v1/admin/merchants/{merchantId}`.
     */
    update(
      merchantId: string,
      body: UpdateMerchant,
      options?: CallOptions,
    ): Promise<Result<Merchant>>;
    /**
     * Create a new secret; the previous one stays valid until the next roll.
     * The new secret has the same name as in the answer that added the merchant: `apiSecret` for
     * kind API, `notificationSecret` for kind NOTIFICATION. It is shown only in this answer.
     * `POST /v1/admin/merchants/{merchantId}/secrets`.
     */
    rollSecret(
      merchantId: string,
      body: RollSecret,
      options?: CallOptions,
    ): Promise<Result<RolledSecret>>;
    /**
     * Revoke all access tokens of a merchant.
     * Revokes the tokens of the merchant, those that agents hold for it, those that it holds for
     * other merchants as their agent, and the CLIENT tokens of its payments, on every node within a
     * second. The secrets stay valid: the merchant gets a new token with POST /v1/ecommerce/auth,
     * and a new payment link with POST …/restore.
     * `POST /v1/admin/merchants/{merchantId}/revoke-tokens`.
     */
    revokeTokens(merchantId: string, options?: CallOptions): Promise<Result<Merchant>>;
    /**
     * Preview the payment page of a merchant.
     * The page shows sample data, and nothing can be paid on it. The merchant is not changed.
     * Everybody who has the address can open it until it ends, an hour later.
     * `POST /v1/admin/merchants/{merchantId}/page-preview`.
     */
    previewPage(
      merchantId: string,
      body?: PreviewPage | null,
      options?: CallOptions,
    ): Promise<Result<PagePreview>>;
  };
  readonly credentials: {
    /**
     * Set the credentials of a merchant at a provider.
     * All fields of the provider are sent each time. New values of the same account are used within
     * a second on every node; another account is used for payments that start after `usedFrom`,
     * while earlier payments are captured and refunded with the account they were made with.
     * `PUT /v1/admin/merchants/{merchantId}/credentials/{provider}`.
     */
    set(
      merchantId: string,
      provider: string,
      body: SetCredentials,
      options?: CallOptions,
    ): Promise<Result<ProviderCredentials>>;
    /**
     * Let a merchant use the credentials of the gateway at a provider again.
     * Payments that start after `usedUntil` use those of the gateway. The removed ones stay sealed,
     * for captures, refunds and questions about payments that were made with them.
     * `DELETE /v1/admin/merchants/{merchantId}/credentials/{provider}`.
     */
    remove(
      merchantId: string,
      provider: string,
      options?: CallOptions,
    ): Promise<Result<ProviderCredentials>>;
    /**
     * List the credentials of a merchant at providers.
     * `GET /v1/admin/merchants/{merchantId}/credentials`.
     */
    list(merchantId: string, options?: CallOptions): Promise<Result<ProviderCredentialsList>>;
  };
  readonly routes: {
    /**
     * Read where the authorizations of a payment went, and why.
     * `GET /v1/admin/merchants/{merchantId}/payments/{paymentId}/routes`.
     */
    ofPayment(
      merchantId: string,
      paymentId: string,
      options?: CallOptions,
    ): Promise<Result<PaymentRoutes>>;
    /**
     * Find out which routing rule would decide about a payment.
     * Says of each rule of the merchant whether it fits and why, and to which providers the payment
     * would go. Only the first digits of a card are taken. A rule with a share decides for some
     * payments only, by their ids, so it is named as such and the next rules follow.
     * `POST /v1/admin/merchants/{merchantId}/routes/explain`.
     */
    explain(
      merchantId: string,
      body: ExplainRoute,
      options?: CallOptions,
    ): Promise<Result<ExplainedRoute>>;
    /**
     * List how many authorizations of each provider succeed.
     * Counted from the stored authorizations of all merchants, up to a minute ago. An authorization
     * that goes on with strong authentication, or that was stopped for the customer, is not
     * counted. At most 1000 rows, the most frequent first.
     * `GET /v1/admin/success-rates`.
     */
    listRates(
      query?: {
        /** How the rates are grouped. */
        readonly by?:
          | 'PROVIDER'
          | 'ORGANIZATION'
          | 'COUNTRY'
          | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<SuccessRates>>;
  };
  readonly keys: {
    /**
     * Rotate the key that signs access tokens.
     * `POST /v1/admin/keys/rotate`.
     */
    rotateSigning(options?: CallOptions): Promise<Result<RotatedSigningKey>>;
    /**
     * Rotate the key for encrypted card fields.
     * The gateway also does this itself, by default every 30 days.
     * `POST /v1/admin/keys/rotate-encryption`.
     */
    rotateEncryption(options?: CallOptions): Promise<Result<RotatedEncryptionKey>>;
    /**
     * Replace the root key or data keys.
     * Starts a rotation, which a job works off while payments go on. GET shows its progress. The
     * old key is destroyed at the end. To change the master key, first set the next one on every
     * node (`BRAMKA_MASTER_KEY_NEXT`).
     * `POST /v1/admin/keys/rotations`.
     */
    startRotation(body: StartRotation, options?: CallOptions): Promise<Result<KeyRotation>>;
    /**
     * List rotations of keys.
     * `GET /v1/admin/keys/rotations`.
     */
    listRotations(options?: CallOptions): Promise<Result<KeyRotationList>>;
  };
  readonly wallets: {
    /**
     * Make a key pair for a wallet, and a certificate request for it.
     * The private key is stored sealed and never leaves the gateway. For Apple Pay send the
     * certificate request to Apple and install the certificate; earlier ones of the merchant stay
     * usable. Keys of the gateway itself are usable at once: publish `publicKey`.
     * `POST /v1/admin/wallets/credentials`.
     */
    createCredential(
      body: CreateWalletCredential,
      options?: CallOptions,
    ): Promise<Result<CreatedWalletCredential>>;
    /**
     * List wallet credentials, 100 at a time.
     * `GET /v1/admin/wallets/credentials`.
     */
    listCredentials(
      query?: {
        /**
         * Those of this merchant; absent: all.
         * Format: a MID of 4 to 15 digits.
         */
        readonly merchantId?: string | undefined;
        /**
         * The last id of the page before; absent: the first page.
         * Format: the id of a credential.
         */
        readonly after?: string | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<WalletCredentialList>>;
    /**
     * Import a private key that exists already, with its certificate.
     * For a move from another gateway. Otherwise create the key here: then nobody has seen it.
     * `POST /v1/admin/wallets/credentials/import`.
     */
    importCredential(
      body: ImportWalletCredential,
      options?: CallOptions,
    ): Promise<Result<WalletCredential>>;
    /**
     * Install the certificate that was issued for a requested credential.
     * The credential is usable at once. To install the same certificate again is fine.
     * `POST /v1/admin/wallets/credentials/{credentialId}/certificate`.
     */
    installCertificate(
      credentialId: string,
      body: InstallCertificate,
      options?: CallOptions,
    ): Promise<Result<WalletCredential>>;
    /**
     * Remove a wallet credential: its private key is deleted.
     * Tokens that are encrypted to it can no longer be opened, on every node within a second. The
     * rest of the record stays in the list.
     * `POST /v1/admin/wallets/credentials/{credentialId}/remove`.
     */
    removeCredential(
      credentialId: string,
      options?: CallOptions,
    ): Promise<Result<WalletCredential>>;
  };
  readonly reconciliations: {
    /**
     * Start the import of a provider’s settlement file.
     * Send the lines afterwards, and finish. The same file again answers with the earlier import
     * and changes nothing: continue after its `lines`. The format of the file and of the
     * fingerprint is in the guide to reconciliation.
     * `POST /v1/admin/reconciliations`.
     */
    start(body: StartImport, options?: CallOptions): Promise<Result<SettlementImport>>;
    /**
     * List imports of settlement files, 20 at a time.
     * `GET /v1/admin/reconciliations`.
     */
    list(
      query?: {
        /**
         * Only this provider; absent: all.
         * Format: the name of a provider.
         */
        readonly provider?: string | undefined;
        /**
         * The last importId of the page before.
         * Format: an id.
         */
        readonly after?: string | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<SettlementImportList>>;
    /**
     * Read the import of a settlement file, with its totals.
     * `GET /v1/admin/reconciliations/{importId}`.
     */
    get(importId: string, options?: CallOptions): Promise<Result<SettlementImport>>;
    /**
     * Send lines of a settlement file.
     * In the order of the file. Lines that were received before change nothing; the answer says how
     * many there are. If a line cannot be read, none of the request is stored.
     * `POST /v1/admin/reconciliations/{importId}/lines`.
     */
    sendLines(
      importId: string,
      body: SendLines,
      options?: CallOptions,
    ): Promise<Result<SettlementImport>>;
    /**
     * Have a complete settlement file compared.
     * A job compares it with the ledger; GET shows its progress. No payment, transaction or balance
     * is changed. Finishing again changes nothing.
     * `POST /v1/admin/reconciliations/{importId}/finish`.
     */
    finish(importId: string, options?: CallOptions): Promise<Result<SettlementImport>>;
    /**
     * List what does not agree with settlement files, 100 at a time.
     * `GET /v1/admin/reconciliation-items`.
     */
    listItems(
      query?: {
        /**
         * Only of this import; absent: of all.
         * Format: an id.
         */
        readonly importId?: string | undefined;
        /**
         * Only this provider; absent: all.
         * Format: the name of a provider.
         */
        readonly provider?: string | undefined;
        /** Only this kind; absent: all. */
        readonly kind?:
          | 'MISSING'
          | 'EXTRA'
          | 'DIFFERENT'
          | 'DUPLICATE'
          | undefined;
        /** Absent: OPEN. */
        readonly state?:
          | 'OPEN'
          | 'RESOLVED'
          | 'ALL'
          | undefined;
        /**
         * The last itemId of the page before.
         * Format: an id.
         */
        readonly after?: string | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<ReconciliationItemList>>;
    /**
     * Resolve an item of a reconciliation with a note.
     * Records who looked into it and what was found, also in the audit log. Money is not moved: if
     * some must move, do that first, for example by a refund. A resolution is final; the same one
     * again changes nothing.
     * `POST /v1/admin/reconciliation-items/{itemId}/resolve`.
     */
    resolveItem(
      itemId: string,
      body: ResolveItem,
      options?: CallOptions,
    ): Promise<Result<ReconciliationItem>>;
  };
  readonly disputes: {
    /**
     * List disputes that providers have reported, 100 at a time.
     * Disputes are only recorded: the gateway moves no money because of them.
     * `GET /v1/admin/disputes`.
     */
    list(
      query?: {
        /**
         * Only of this merchant; absent: of all.
         * Format: a MID of 4 to 15 digits.
         */
        readonly merchantId?: string | undefined;
        /** Only at this stage; absent: at all. */
        readonly stage?:
          | 'INQUIRY'
          | 'OPENED'
          | 'CHARGED_BACK'
          | 'RETURNED'
          | 'WON'
          | 'LOST'
          | undefined;
        /**
         * The last disputeId of the page before.
         * Format: an id.
         */
        readonly after?: string | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<DisputeList>>;
  };
  readonly audit: {
    /**
     * List who decrypted a card and why, or what the operator did.
     * The uses of the card of a payment, or of a stored card, the oldest first, at most 1000; or
     * the last 1000 rows of actions of the operator that concern a merchant. Every action has a row
     * before anything is changed, and one with what came of it. Name one of paymentId, tokenId and
     * merchantId.
     * `GET /v1/admin/audit`.
     */
    list(
      query?: {
        /**
         * The payment.
         * Format: an id of a payment.
         */
        readonly paymentId?: string | undefined;
        /**
         * The stored card.
         * Format: an id of a stored card.
         */
        readonly tokenId?: string | undefined;
        /**
         * MID, for the actions of the operator; *: fee rules for all merchants; -: what concerns no
         * merchant, such as keys.
         * Format: a MID of 4 to 15 digits, an asterisk or a hyphen.
         */
        readonly merchantId?: string | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<AuditList>>;
    /**
     * Verify the audit log, one part at a time.
     * Checks a part of the log: no row or chain was changed, removed, added or moved. Continue with
     * `next` until it is absent. A digest of an earlier verification, given as `expect`, is checked
     * instead: the log must still contain that chain up to that row.
     * `GET /v1/admin/audit/verify`.
     */
    verify(
      query?: {
        /**
         * The value of `next` of the part before; absent: the first part.
         * Format: the value of next.
         */
        readonly after?: string | undefined;
        /**
         * A digest that the log must still contain.
         * Format: a digest of an earlier verification.
         */
        readonly expect?: string | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<AuditPart>>;
  };
  readonly bins: {
    /**
     * Look up a card number in the BIN table in use.
     * Returns what this gateway uses for payments at this moment: the row of its BIN table and the
     * 3-D Secure card ranges that it has received. The number is masked in the answer.
     * `POST /v1/admin/bins/find`.
     */
    find(body: FindBin, options?: CallOptions): Promise<Result<Bin>>;
  };
  readonly fees: {
    /**
     * Add a fee rule.
     * The fee of a payment is the larger of the minimum and the percentage plus the fixed part, and
     * at most the amount. The most specific rule counts that holds when the payment is captured: of
     * the merchant, then with an organization, then with a method, then the latest. A later rule
     * with percent 0 ends one. Sending the same rule again with the same validFrom changes nothing.
     * `POST /v1/admin/fees`.
     */
    add(body: AddFeeRule, options?: CallOptions): Promise<Result<FeeRule>>;
    /**
     * List fee rules in the order in which they were added, 100 at a time.
     * `GET /v1/admin/fees`.
     */
    list(
      query?: {
        /**
         * Only rules that can count for this merchant: its own and those for all.
         * Format: a MID of 4 to 15 digits.
         */
        readonly merchantId?: string | undefined;
        /**
         * The last ruleId of the page before; absent: the first page.
         * Format: an id of the page before.
         */
        readonly after?: string | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<FeeRuleList>>;
  };
  readonly deposits: {
    /**
     * Record money that the merchant has paid in.
     * It covers refunds of payments that are already paid out. The reference identifies it: sending
     * the same request again changes nothing and returns the same record.
     * `POST /v1/admin/merchants/{merchantId}/deposits`.
     */
    add(merchantId: string, body: RecordDeposit, options?: CallOptions): Promise<Result<Deposit>>;
    /**
     * List deposits and withdrawals of a merchant, 100 at a time.
     * `GET /v1/admin/merchants/{merchantId}/deposits`.
     */
    list(
      merchantId: string,
      query?: {
        /**
         * The last depositId of the page before; absent: the first page.
         * Format: an id of the page before.
         */
        readonly after?: string | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<DepositList>>;
    /**
     * Record money that was paid back to the merchant.
     * At most what the merchant is owed: its account MERCHANT_PAYABLE, which contains deposits and
     * captured money that was not paid out. The reference identifies it: sending the same request
     * again changes nothing and returns the same record.
     * `POST /v1/admin/merchants/{merchantId}/withdrawals`.
     */
    withdraw(
      merchantId: string,
      body: RecordDeposit,
      options?: CallOptions,
    ): Promise<Result<Deposit>>;
  };
  readonly balances: {
    /**
     * Read the balances of all accounts of a merchant.
     * Of each currency they sum to zero. MERCHANT_PAYABLE is what the merchant is owed, deposits
     * included, and covers its refunds. RECEIVABLE:… is what a provider has collected and
     * HELD_AT_ISSUER:… what is preauthorized, both negative. PAYABLE_TO:… is the share of a
     * submerchant, RETURNS_PENDING is reserved for refunds and cancellations in progress,
     * LATE_CHARGES is to be returned, FEES is the income of the gateway, BANK what went through the
     * bank account of the operator.
     * `GET /v1/admin/merchants/{merchantId}/balances`.
     */
    list(merchantId: string, options?: CallOptions): Promise<Result<BalanceList>>;
  };
  readonly ledger: {
    /**
     * Start a check of the ledger.
     * Compares every balance with the sum of its transfers. The job check-ledger works on it in
     * small steps, while payments go on; read its progress with GET.
     * `POST /v1/admin/ledger/checks`.
     */
    startCheck(body?: StartLedgerCheck | null, options?: CallOptions): Promise<Result<LedgerCheck>>;
    /**
     * Read the progress and the result of a check of the ledger.
     * `GET /v1/admin/ledger/checks/{checkId}`.
     */
    getCheck(checkId: string, options?: CallOptions): Promise<Result<LedgerCheck>>;
  };
  readonly settlements: {
    /**
     * Settle what is due for a merchant now.
     * Begins a run, which a job works off; GET shows its progress. Nothing is settled before it is
     * due, and nothing twice. If a run of the merchant is in progress, that one is returned.
     * `POST /v1/admin/merchants/{merchantId}/settlement-runs`.
     */
    startRun(
      merchantId: string,
      body?: StartSettlementRun | null,
      options?: CallOptions,
    ): Promise<Result<SettlementRun>>;
    /**
     * Read the progress of a settlement run.
     * `GET /v1/admin/merchants/{merchantId}/settlement-runs/{runId}`.
     */
    getRun(
      merchantId: string,
      runId: string,
      options?: CallOptions,
    ): Promise<Result<SettlementRun>>;
    /**
     * List settlement batches of a merchant, the newest first, 100 at a time.
     * Batches that pay the merchant, and those of submerchants in its books.
     * `GET /v1/admin/merchants/{merchantId}/settlements`.
     */
    list(
      merchantId: string,
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
    ): Promise<Result<SettlementList>>;
    /**
     * Read a settlement batch of a merchant.
     * `GET /v1/admin/merchants/{merchantId}/settlements/{batchId}`.
     */
    get(merchantId: string, batchId: string, options?: CallOptions): Promise<Result<Settlement>>;
    /**
     * Read the report of a settlement batch of a merchant.
     * JSON, or CSV with `format=csv` or Accept: text/csv.
     * `GET /v1/admin/merchants/{merchantId}/settlements/{batchId}/report`.
     */
    getReport(
      merchantId: string,
      batchId: string,
      options?: CallOptions,
    ): Promise<Result<SettlementReport>>;
    /**
     * Read the report of a settlement batch of a merchant.
     * JSON, or CSV with `format=csv` or Accept: text/csv.
     * `GET /v1/admin/merchants/{merchantId}/settlements/{batchId}/report`.
     */
    getReportCsv(
      merchantId: string,
      batchId: string,
      options?: CallOptions,
    ): Promise<Result<string>>;
  };
  readonly events: {
    /**
     * List the events of a merchant, with their delivery state.
     * The oldest first. Store `next` with your own data and send it as `after`: you miss no event
     * and get none twice, also when several are committed at the same time. An event appears when
     * all transactions that began before it have ended, usually after milliseconds. Events are kept
     * as long as their payment.
     * `GET /v1/admin/merchants/{merchantId}/events`.
     */
    list(
      merchantId: string,
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
     * Read an event of a merchant with every attempt to deliver it.
     * `GET /v1/admin/merchants/{merchantId}/events/{eventId}`.
     */
    get(merchantId: string, eventId: string, options?: CallOptions): Promise<Result<EventDetails>>;
    /**
     * Send an event of a merchant again.
     * The message is the same, byte for byte; it is signed anew.
     * `POST /v1/admin/merchants/{merchantId}/events/{eventId}/replay`.
     */
    replay(
      merchantId: string,
      eventId: string,
      options?: CallOptions,
    ): Promise<Result<EventRecord>>;
    /**
     * Send all events of a merchant again that match a filter.
     * By default those that were not delivered: REFUSED, FAILED and NOT_SENT. One call sends at
     * most 1000 events again and reads at most 10000; go on with `next`. Events of payments that
     * are no longer served do not exist any more.
     * `POST /v1/admin/merchants/{merchantId}/events/replay`.
     */
    replayMany(
      merchantId: string,
      body: ReplayEvents,
      options?: CallOptions,
    ): Promise<Result<Replay>>;
    /**
     * Send a test event to the notification address of a merchant.
     * `POST /v1/admin/merchants/{merchantId}/events/test`.
     */
    sendTest(merchantId: string, options?: CallOptions): Promise<Result<EventRecord>>;
    /**
     * Read the health of the receivers of a merchant, and what is not delivered.
     * `GET /v1/admin/merchants/{merchantId}/events/health`.
     */
    getHealth(merchantId: string, options?: CallOptions): Promise<Result<EventHealth>>;
  };
  readonly receivers: {
    /**
     * List the receivers of all merchants that fail, 100 at a time.
     * A receiver is the origin of a notification address. `undelivered` are the merchants with
     * events of the last 24 hours that were refused or have failed.
     * `GET /v1/admin/receivers`.
     */
    list(
      query?: {
        /**
         * The value of `next` of the page before; absent: the first page.
         * Format: the value of next.
         */
        readonly after?: string | undefined;
      },
      options?: CallOptions,
    ): Promise<Result<ReceiverList>>;
  };
}
