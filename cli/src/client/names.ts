// The names of the calls of @bramka/client: one row for every operation of the merchant API and of
// the operator API. A test checks that no operation lacks a name and that no row is left over.

import { betterOperatorNames, betterTypeNames } from './type-names.ts';

/**
 * By method and path, without the base of the API. `payments.create(CreatePayment): Payment` is
 * called as `client.payments.create(…)`; the names of types are those of the request and of the
 * answer, or of the entries of a list.
 */
type Names = Readonly<Record<string, string | readonly string[]>>;

export interface Api {
  /** In doc comments of the generated files. */
  readonly title: string;
  readonly base: string;
  /** Inside client/src/generated. */
  readonly folder: '' | 'operator/';
  readonly names: Names;
  /** Better names for types that are named after their fields. */
  readonly typeNames: Readonly<Record<string, string>>;
  /** Types have the name of their owner in front. */
  readonly isQualified?: true;
  /** Endpoints that are not for users of this API. */
  readonly leftOut?: RegExp;
}

/** POST calls that change nothing, so that they can be repeated like a GET. */
export const onlyReads: readonly string[] = [
  'auth.createToken',
  'payments.search',
  'payments.getBinInfo',
  'cards.getBinInfo',
  'cards.getInfo',
  'tokens.search',
  'tokenizations.getBinInfo',
  'bins.find',
  'routes.explain',
];

/** Calls whose answer is not JSON: a text, the bytes of a picture, or a stream. */
export const accepted: Readonly<Record<string, string>> = {
  'tokens.getVisualImage': 'image/*',
  'settlements.getReportCsv': 'text/csv',
  'events.stream': 'text/event-stream',
};

/** Query parameters that calls do not offer: the name of the call says the format. */
export const notOffered: readonly string[] = ['format'];

const merchantNames: Names = {
  'POST /auth': 'auth.createToken(CreateToken): AccessToken',
  'GET /keys': 'keys.list: EncryptionKeys',
  'GET /settlements': 'settlements.list: Settlement',
  'GET /settlements/{batchId}': 'settlements.get: Settlement',
  'GET /settlements/{batchId}/report': [
    'settlements.getReport: SettlementReport',
    'settlements.getReportCsv',
  ],
  'POST /payment': 'payments.create(CreatePayment): Payment',
  'GET /payment/{paymentId}': 'payments.get: PaymentDetails',
  'PATCH /payment/{paymentId}': 'payments.update(UpdatePayment): UpdatedPayment',
  'PUT /payment/{paymentId}/instrument':
    'payments.setInstrument(CompleteInstrument): UpdatedPayment',
  'PATCH /payment/{paymentId}/instrument':
    'payments.updateInstrument(CompleteInstrument): UpdatedPayment',
  'GET /payment/{paymentId}/status': 'payments.getStatus: PaymentState',
  'GET /payment/{paymentId}/transactions': 'payments.listTransactions: Transaction',
  'POST /payment/{paymentId}/transactions/{transId}/cancel':
    'payments.cancelTransaction(CancelTransaction): Transaction',
  'POST /payment/{paymentId}/retry': 'payments.retry: RetriedPayment',
  'POST /payment/{paymentId}/restore': 'payments.restore: RestoredPayment',
  'POST /payment/{paymentId}/cancel': 'payments.cancel(CancelPayment): ChangedPayment',
  'POST /payment/{paymentId}/capture': 'payments.capture(CapturePayment): ChangedPayment',
  'POST /payment/{paymentId}/adjustment': 'payments.adjust(AdjustPayment): ChangedPayment',
  'GET /payment/{paymentId}/subpayments': 'payments.listSubpayments: Subpayment',
  'GET /payment/{paymentId}/acsData': 'payments.getAcsData: AcsData',
  'GET /payment/{paymentId}/tokenizer': 'payments.getTokenization: Tokenization',
  'POST /payment/search': 'payments.search(SearchPayments)',
  'POST /payment/{paymentId}/binInfo': 'payments.getBinInfo(PaymentBinInfo): BinInfo',
  'GET /payment/{paymentId}/methods': 'payments.listMethods: Methods',
  'GET /payment/{paymentId}/cards': 'payments.listCards: SavedCards',
  'POST /payment/{paymentId}/refund': 'refunds.create(CreateRefund): Refund',
  'GET /payment/{paymentId}/refunds': 'refunds.list: Refund',
  'GET /payment/{paymentId}/refund/{refundId}': 'refunds.get: Refund',
  'GET /payment/refunds/balance': 'refunds.getBalance: RefundBalance',
  'POST /payment/binInfo': 'cards.getBinInfo(CardBinInfo): BinInfo',
  'POST /payment/cardInfo': 'cards.getInfo(CardInfoRequest): CardInfo',
  'GET /payment/methods': 'methods.list: Methods',
  'GET /payment/methods/PBL': 'methods.listBanks: Bank',
  'GET /payment/methods/CARD': 'methods.listCardOrganizations: CardOrganization',
  'GET /payment/methods/C2P': 'methods.listClickToPay: ClickToPayOption',
  'POST /tokenizer': 'tokenizations.create(CreateTokenization): Tokenization',
  'GET /tokenizer/{tokenizerId}': 'tokenizations.get: Tokenization',
  'PATCH /tokenizer/{tokenizerId}': 'tokenizations.update(UpdateTokenization): Tokenization',
  'PUT /tokenizer/{tokenizerId}/instrument':
    'tokenizations.setInstrument(CompleteInstrument): Tokenization',
  'PATCH /tokenizer/{tokenizerId}/instrument':
    'tokenizations.updateInstrument(CompleteInstrument): Tokenization',
  'GET /tokenizer/{tokenizerId}/status': 'tokenizations.getStatus: TokenizationState',
  'POST /tokenizer/{tokenizerId}/cancel': 'tokenizations.cancel: TokenizationState',
  'POST /tokenizer/{tokenizerId}/discard': 'tokenizations.discard: Tokenization',
  'POST /tokenizer/discard': 'tokens.discard(DiscardToken): Token',
  'POST /tokenizer/search': 'tokens.search(SearchTokens): Token',
  'POST /tokenizer/convert': 'tokens.convert(ConvertTokens): Conversion',
  'POST /tokenizer/binInfo': 'tokenizations.getBinInfo(CardBinInfo): BinInfo',
  'GET /tokenizer/vts/{instrumentRef}/cardVisual/{visualId}': [
    'tokens.getVisual: CardVisual',
    'tokens.getVisualImage',
  ],
  'GET /events': 'events.list: EventPage',
  'GET /events/stream': 'events.stream',
  'GET /events/{eventId}': 'events.get: EventDetails',
  'POST /events/{eventId}/replay': 'events.replay: EventRecord',
  'POST /events/replay': 'events.replayMany(ReplayEvents): Replay',
  'POST /events/test': 'events.sendTest: EventRecord',
  'GET /events/health': 'events.getHealth: EventHealth',
};

const operatorNames: Names = {
  'POST /merchants': 'merchants.add(AddMerchant): AddedMerchant',
  'GET /merchants': 'merchants.list: MerchantList',
  'GET /merchants/{merchantId}': 'merchants.get: Merchant',
  'PATCH /merchants/{merchantId}': 'merchants.update(UpdateMerchant): Merchant',
  'POST /merchants/{merchantId}/secrets': 'merchants.rollSecret(RollSecret): RolledSecret',
  'POST /merchants/{merchantId}/revoke-tokens': 'merchants.revokeTokens: Merchant',
  'POST /merchants/{merchantId}/page-preview': 'merchants.previewPage(PreviewPage): PagePreview',
  'PUT /merchants/{merchantId}/credentials/{provider}':
    'credentials.set(SetCredentials): ProviderCredentials',
  'DELETE /merchants/{merchantId}/credentials/{provider}':
    'credentials.remove: ProviderCredentials',
  'GET /merchants/{merchantId}/credentials': 'credentials.list: ProviderCredentialsList',
  'GET /merchants/{merchantId}/payments/{paymentId}/routes': 'routes.ofPayment: PaymentRoutes',
  'POST /merchants/{merchantId}/routes/explain': 'routes.explain(ExplainRoute): ExplainedRoute',
  'GET /success-rates': 'routes.listRates: SuccessRates',
  'POST /keys/rotate': 'keys.rotateSigning: RotatedSigningKey',
  'POST /keys/rotate-encryption': 'keys.rotateEncryption: RotatedEncryptionKey',
  'POST /keys/rotations': 'keys.startRotation(StartRotation): KeyRotation',
  'GET /keys/rotations': 'keys.listRotations: KeyRotationList',
  'POST /wallets/credentials':
    'wallets.createCredential(CreateWalletCredential): CreatedWalletCredential',
  'GET /wallets/credentials': 'wallets.listCredentials: WalletCredentialList',
  'POST /wallets/credentials/import':
    'wallets.importCredential(ImportWalletCredential): WalletCredential',
  'POST /wallets/credentials/{credentialId}/certificate':
    'wallets.installCertificate(InstallCertificate): WalletCredential',
  'POST /wallets/credentials/{credentialId}/remove': 'wallets.removeCredential: WalletCredential',
  'POST /reconciliations': 'reconciliations.start(StartImport): SettlementImport',
  'GET /reconciliations': 'reconciliations.list: SettlementImportList',
  'GET /reconciliations/{importId}': 'reconciliations.get: SettlementImport',
  'POST /reconciliations/{importId}/lines':
    'reconciliations.sendLines(SendLines): SettlementImport',
  'POST /reconciliations/{importId}/finish': 'reconciliations.finish: SettlementImport',
  'GET /reconciliation-items': 'reconciliations.listItems: ReconciliationItemList',
  'POST /reconciliation-items/{itemId}/resolve':
    'reconciliations.resolveItem(ResolveItem): ReconciliationItem',
  'GET /disputes': 'disputes.list: DisputeList',
  'GET /audit': 'audit.list: AuditList',
  'GET /audit/verify': 'audit.verify: AuditPart',
  'POST /bins/find': 'bins.find(FindBin): Bin',
  'POST /fees': 'fees.add(AddFeeRule): FeeRule',
  'GET /fees': 'fees.list: FeeRuleList',
  'POST /merchants/{merchantId}/deposits': 'deposits.add(RecordDeposit): Deposit',
  'GET /merchants/{merchantId}/deposits': 'deposits.list: DepositList',
  'POST /merchants/{merchantId}/withdrawals': 'deposits.withdraw(RecordDeposit): Deposit',
  'GET /merchants/{merchantId}/balances': 'balances.list: BalanceList',
  'POST /ledger/checks': 'ledger.startCheck(StartLedgerCheck): LedgerCheck',
  'GET /ledger/checks/{checkId}': 'ledger.getCheck: LedgerCheck',
  'POST /merchants/{merchantId}/settlement-runs':
    'settlements.startRun(StartSettlementRun): SettlementRun',
  'GET /merchants/{merchantId}/settlement-runs/{runId}': 'settlements.getRun: SettlementRun',
  'GET /merchants/{merchantId}/settlements': 'settlements.list: SettlementList',
  'GET /merchants/{merchantId}/settlements/{batchId}': 'settlements.get: Settlement',
  'GET /merchants/{merchantId}/settlements/{batchId}/report': [
    'settlements.getReport: SettlementReport',
    'settlements.getReportCsv',
  ],
  'GET /merchants/{merchantId}/events': 'events.list: EventPage',
  'GET /merchants/{merchantId}/events/{eventId}': 'events.get: EventDetails',
  'POST /merchants/{merchantId}/events/{eventId}/replay': 'events.replay: EventRecord',
  'POST /merchants/{merchantId}/events/replay': 'events.replayMany(ReplayEvents): Replay',
  'POST /merchants/{merchantId}/events/test': 'events.sendTest: EventRecord',
  'GET /merchants/{merchantId}/events/health': 'events.getHealth: EventHealth',
  'GET /receivers': 'receivers.list: ReceiverList',
};

export const merchantApi: Api = {
  title: 'merchant API',
  base: '/v1/ecommerce',
  folder: '',
  names: merchantNames,
  typeNames: betterTypeNames,
  // Messages of providers, browsers and payment pages.
  leftOut: /^\/v1\/ecommerce\/(notifications\/|payment\/(link|preview)$)/,
};

export const operatorApi: Api = {
  title: 'operator API',
  base: '/v1/admin',
  folder: 'operator/',
  names: operatorNames,
  typeNames: betterOperatorNames,
  isQualified: true,
};
