// The names of the calls of @bramka/client: one row for every operation of the merchant API. A test
// checks that no operation lacks a name and that no row is left over.

export interface CallName {
  /** Group and method: `payments.create` is called as `client.payments.create(…)`. */
  readonly call: string;
  /** Name of the type of the request body. */
  readonly request?: string;
  /** Name of the type of the answer, or of the entries of a list. */
  readonly answer?: string;
  /** A POST that changes nothing, so that it can be repeated like a GET. */
  readonly onlyReads?: true;
  /** Sent as the Accept header; the answer is then a text or the bytes of a picture. */
  readonly accept?: string;
  /** Query parameters that the call does not offer. */
  readonly withoutQuery?: readonly string[];
  /** Written by hand, because the answer is a stream. */
  readonly isStream?: true;
}

/** Open endpoints that merchants do not call: messages of providers, browsers and payment pages. */
export const notForMerchants = /^\/v1\/ecommerce\/(notifications\/|payment\/(link|preview)$)/;

const base = '/v1/ecommerce';
const payment = `${base}/payment`;
const one = `${payment}/{paymentId}`;
const tokenizer = `${base}/tokenizer`;
const tokenization = `${tokenizer}/{tokenizerId}`;
const visual = `${tokenizer}/vts/{instrumentRef}/cardVisual/{visualId}`;
const settlements = `${base}/settlements`;
const events = `${base}/events`;

const report = `${settlements}/{batchId}/report`;

const CSV = 'text/csv';

type Names = Readonly<Record<string, readonly CallName[]>>;

const paymentNames: Names = {
  [`POST ${payment}`]: [{ call: 'payments.create', request: 'CreatePayment', answer: 'Payment' }],
  [`GET ${one}`]: [{ call: 'payments.get', answer: 'PaymentDetails' }],
  [`PATCH ${one}`]: [
    { call: 'payments.update', request: 'UpdatePayment', answer: 'UpdatedPayment' },
  ],
  [`PUT ${one}/instrument`]: [
    { call: 'payments.setInstrument', request: 'CompleteInstrument', answer: 'UpdatedPayment' },
  ],
  [`PATCH ${one}/instrument`]: [
    { call: 'payments.updateInstrument', request: 'CompleteInstrument', answer: 'UpdatedPayment' },
  ],
  [`GET ${one}/status`]: [{ call: 'payments.getStatus', answer: 'PaymentState' }],
  [`GET ${one}/transactions`]: [{ call: 'payments.listTransactions', answer: 'Transaction' }],
  [`POST ${one}/transactions/{transId}/cancel`]: [
    { call: 'payments.cancelTransaction', request: 'CancelTransaction', answer: 'Transaction' },
  ],
  [`POST ${one}/retry`]: [{ call: 'payments.retry', answer: 'RetriedPayment' }],
  [`POST ${one}/restore`]: [{ call: 'payments.restore', answer: 'RestoredPayment' }],
  [`POST ${one}/cancel`]: [
    { call: 'payments.cancel', request: 'CancelPayment', answer: 'ChangedPayment' },
  ],
  [`POST ${one}/capture`]: [
    { call: 'payments.capture', request: 'CapturePayment', answer: 'ChangedPayment' },
  ],
  [`POST ${one}/adjustment`]: [
    { call: 'payments.adjust', request: 'AdjustPayment', answer: 'ChangedPayment' },
  ],
  [`GET ${one}/subpayments`]: [{ call: 'payments.listSubpayments', answer: 'Subpayment' }],
  [`GET ${one}/acsData`]: [{ call: 'payments.getAcsData', answer: 'AcsData' }],
  [`GET ${one}/tokenizer`]: [{ call: 'payments.getTokenization', answer: 'Tokenization' }],
  [`POST ${payment}/search`]: [
    { call: 'payments.search', request: 'SearchPayments', onlyReads: true },
  ],
  [`POST ${one}/binInfo`]: [
    { call: 'payments.getBinInfo', request: 'PaymentBinInfo', answer: 'BinInfo', onlyReads: true },
  ],
  [`GET ${one}/methods`]: [{ call: 'payments.listMethods', answer: 'Methods' }],
  [`GET ${one}/cards`]: [{ call: 'payments.listCards', answer: 'SavedCards' }],
};

const refundNames: Names = {
  [`POST ${one}/refund`]: [{ call: 'refunds.create', request: 'CreateRefund', answer: 'Refund' }],
  [`GET ${one}/refunds`]: [{ call: 'refunds.list', answer: 'Refund' }],
  [`GET ${one}/refund/{refundId}`]: [{ call: 'refunds.get', answer: 'Refund' }],
  [`GET ${payment}/refunds/balance`]: [{ call: 'refunds.getBalance', answer: 'RefundBalance' }],
};

const methodNames: Names = {
  [`POST ${payment}/binInfo`]: [
    { call: 'cards.getBinInfo', request: 'CardBinInfo', answer: 'BinInfo', onlyReads: true },
  ],
  [`POST ${payment}/cardInfo`]: [
    { call: 'cards.getInfo', request: 'CardInfoRequest', answer: 'CardInfo', onlyReads: true },
  ],
  [`GET ${payment}/methods`]: [{ call: 'methods.list', answer: 'Methods' }],
  [`GET ${payment}/methods/PBL`]: [{ call: 'methods.listBanks', answer: 'Bank' }],
  [`GET ${payment}/methods/CARD`]: [
    { call: 'methods.listCardOrganizations', answer: 'CardOrganization' },
  ],
  [`GET ${payment}/methods/C2P`]: [{ call: 'methods.listClickToPay', answer: 'ClickToPayOption' }],
};

const tokenNames: Names = {
  [`POST ${tokenizer}`]: [
    { call: 'tokenizations.create', request: 'CreateTokenization', answer: 'Tokenization' },
  ],
  [`GET ${tokenization}`]: [{ call: 'tokenizations.get', answer: 'Tokenization' }],
  [`PATCH ${tokenization}`]: [
    { call: 'tokenizations.update', request: 'UpdateTokenization', answer: 'Tokenization' },
  ],
  [`PUT ${tokenization}/instrument`]: [
    { call: 'tokenizations.setInstrument', request: 'CompleteInstrument', answer: 'Tokenization' },
  ],
  [`PATCH ${tokenization}/instrument`]: [
    {
      call: 'tokenizations.updateInstrument',
      request: 'CompleteInstrument',
      answer: 'Tokenization',
    },
  ],
  [`GET ${tokenization}/status`]: [
    { call: 'tokenizations.getStatus', answer: 'TokenizationState' },
  ],
  [`POST ${tokenization}/cancel`]: [{ call: 'tokenizations.cancel', answer: 'TokenizationState' }],
  [`POST ${tokenization}/discard`]: [{ call: 'tokenizations.discard', answer: 'Tokenization' }],
  [`POST ${tokenizer}/discard`]: [
    { call: 'tokens.discard', request: 'DiscardToken', answer: 'Token' },
  ],
  [`POST ${tokenizer}/search`]: [
    { call: 'tokens.search', request: 'SearchTokens', answer: 'Token', onlyReads: true },
  ],
  [`POST ${tokenizer}/convert`]: [
    { call: 'tokens.convert', request: 'ConvertTokens', answer: 'Conversion' },
  ],
  [`POST ${tokenizer}/binInfo`]: [
    {
      call: 'tokenizations.getBinInfo',
      request: 'CardBinInfo',
      answer: 'BinInfo',
      onlyReads: true,
    },
  ],
  [`GET ${visual}`]: [
    { call: 'tokens.getVisual', answer: 'CardVisual' },
    { call: 'tokens.getVisualImage', accept: 'image/*' },
  ],
};

const otherNames: Names = {
  [`POST ${base}/auth`]: [
    { call: 'auth.createToken', request: 'CreateToken', answer: 'AccessToken', onlyReads: true },
  ],
  [`GET ${base}/keys`]: [{ call: 'keys.list', answer: 'EncryptionKeys' }],
  [`GET ${settlements}`]: [{ call: 'settlements.list', answer: 'Settlement' }],
  [`GET ${settlements}/{batchId}`]: [{ call: 'settlements.get', answer: 'Settlement' }],
  [`GET ${report}`]: [
    { call: 'settlements.getReport', answer: 'SettlementReport', withoutQuery: ['format'] },
    { call: 'settlements.getReportCsv', accept: CSV, withoutQuery: ['format'] },
  ],
};

const eventNames: Names = {
  [`GET ${events}`]: [{ call: 'events.list', answer: 'EventPage' }],
  [`GET ${events}/stream`]: [{ call: 'events.stream', isStream: true }],
  [`GET ${events}/{eventId}`]: [{ call: 'events.get', answer: 'EventDetails' }],
  [`POST ${events}/{eventId}/replay`]: [{ call: 'events.replay', answer: 'EventRecord' }],
  [`POST ${events}/replay`]: [
    { call: 'events.replayMany', request: 'ReplayEvents', answer: 'Replay' },
  ],
  [`POST ${events}/test`]: [{ call: 'events.sendTest', answer: 'EventRecord' }],
  [`GET ${events}/health`]: [{ call: 'events.getHealth', answer: 'EventHealth' }],
};

export const callNames: Names = {
  ...otherNames,
  ...paymentNames,
  ...refundNames,
  ...methodNames,
  ...tokenNames,
  ...eventNames,
};
