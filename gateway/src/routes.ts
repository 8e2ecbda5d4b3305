// Every endpoint of the gateway, in the order of the specification. Each is defined in its own
// module with method, path, schemas and handler.

import { operatorEndpoints } from './admin/operator-endpoints.ts';
import { issueToken } from './auth/endpoints/issue-token.ts';
import { readKeys } from './encryption/endpoints/read-keys.ts';
import {
  readEvent,
  replayOneEvent,
  replayManyEvents,
  sendTestEvent,
  readEventHealth,
} from './events/endpoints/events.ts';
import { listEvents } from './events/feed/list-events.ts';
import { streamEvents } from './events/stream/stream-events.ts';
import { acsStatus } from './notifications/endpoints/acs-status.ts';
import { blikStatus } from './notifications/endpoints/blik-status.ts';
import { transferStatus, transferReturn } from './notifications/endpoints/bmweb-status.ts';
import { receiveMessage, receiveReturn } from './notifications/endpoints/provider-message.ts';
import { tokenStatus } from './notifications/endpoints/token-status.ts';
import { adjustPayment } from './payments/endpoints/adjust.ts';
import { readBinInfo, readPaymentBinInfo } from './payments/endpoints/bin-info.ts';
import { cancelTransaction } from './payments/endpoints/cancel-transaction.ts';
import { cancelPayment } from './payments/endpoints/cancel.ts';
import { capturePayment } from './payments/endpoints/capture.ts';
import { readCardInfo } from './payments/endpoints/card-info.ts';
import { patchPayment, putInstrument, patchInstrument } from './payments/endpoints/complete.ts';
import { createPayment } from './payments/endpoints/create.ts';
import { exchangeLink } from './payments/endpoints/exchange-link.ts';
import { listSavedCards } from './payments/endpoints/list-cards.ts';
import { listSubpayments } from './payments/endpoints/list-subpayments.ts';
import { listTransactions } from './payments/endpoints/list-transactions.ts';
import { listMethodOptions } from './payments/endpoints/method-options.ts';
import { listMethods, listPaymentMethods } from './payments/endpoints/methods.ts';
import { readAcsData } from './payments/endpoints/read-acs-data.ts';
import { readPreview } from './payments/endpoints/read-preview.ts';
import { readStatus } from './payments/endpoints/read-status.ts';
import { readPayment } from './payments/endpoints/read.ts';
import { restorePayment } from './payments/endpoints/restore.ts';
import { retryPayment } from './payments/endpoints/retry.ts';
import { searchPayments } from './payments/endpoints/search.ts';
import { readBalance } from './refunds/endpoints/read-balance.ts';
import { listRefunds, readRefund } from './refunds/endpoints/read-refunds.ts';
import { refundPayment } from './refunds/endpoints/refund.ts';
import {
  listSettlements,
  readSettlement,
  readSettlementReport,
} from './settlement/endpoints/settlements.ts';
import { readTokenizerBinInfo } from './tokenizer/endpoints/bin-info.ts';
import { cancelTokenization } from './tokenizer/endpoints/cancel.ts';
import { readCardVisual } from './tokenizer/endpoints/card-visual.ts';
import {
  patchTokenization,
  putTokenizationInstrument,
  patchTokenizationInstrument,
} from './tokenizer/endpoints/complete.ts';
import { convertStoredCards } from './tokenizer/endpoints/convert.ts';
import { createTokenization } from './tokenizer/endpoints/create.ts';
import { discardTokenization, discardByNumber } from './tokenizer/endpoints/discard.ts';
import {
  readPaymentTokenization,
  readTokenization,
  readTokenizationStatus,
} from './tokenizer/endpoints/read.ts';
import { searchTokens } from './tokenizer/endpoints/search.ts';
import type { Dependencies } from './dependencies.ts';
import type { HandledEndpoint } from './http/endpoint.ts';

export const endpoints: readonly HandledEndpoint<Dependencies>[] = [
  issueToken,
  readKeys,

  createPayment,
  readPayment,
  patchPayment,
  putInstrument,
  patchInstrument,
  readStatus,
  listTransactions,
  cancelTransaction,
  retryPayment,
  restorePayment,
  cancelPayment,
  capturePayment,
  adjustPayment,

  refundPayment,
  listRefunds,
  readRefund,
  readBalance,

  listSubpayments,
  readAcsData,
  readPaymentTokenization,
  exchangeLink,
  readPreview,
  searchPayments,
  readBinInfo,
  readPaymentBinInfo,
  readCardInfo,
  listMethods,
  listPaymentMethods,
  listSavedCards,
  ...listMethodOptions,

  createTokenization,
  readTokenization,
  patchTokenization,
  putTokenizationInstrument,
  patchTokenizationInstrument,
  readTokenizationStatus,
  cancelTokenization,
  discardTokenization,
  discardByNumber,
  searchTokens,
  convertStoredCards,
  readTokenizerBinInfo,
  readCardVisual,

  listSettlements,
  readSettlement,
  readSettlementReport,

  listEvents,
  streamEvents,
  readEvent,
  replayOneEvent,
  replayManyEvents,
  sendTestEvent,
  readEventHealth,

  acsStatus,
  transferStatus,
  transferReturn,
  blikStatus,
  tokenStatus,
  receiveMessage,
  receiveReturn,

  ...operatorEndpoints,
];
