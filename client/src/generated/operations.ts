// What the client needs to know about each operation of the merchant API at run time.
// Generated from the OpenAPI document by `npm run client`; do not change it by hand.

import type { Operation } from '../calls/operation.ts';

export const operations: Readonly<Record<string, Operation>> = {
  'auth.createToken': {
    method: 'POST',
    path: '/v1/ecommerce/auth',
    hasBody: true,
    isOpen: true,
    onlyReads: true,
  },
  'keys.list': {
    method: 'GET',
    path: '/v1/ecommerce/keys',
    isOpen: true,
    onlyReads: true,
  },
  'payments.create': {
    method: 'POST',
    path: '/v1/ecommerce/payment',
    hasBody: true,
    isIdempotent: true,
    sentAmounts:
      'order.amount order.commission order.subpayments.amount' +
      ' order.subpayments.commission',
    amounts: 'subpayments.amount subpayments.commission subpayments.refundedAmount',
  },
  'payments.get': {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}',
    onlyReads: true,
    amounts:
      'order.amount order.lines.amount authorizedAmount capturedAmount refundedAmount' +
      ' pendingOperation.amount given.order.commission subpayments.amount' +
      ' subpayments.commission subpayments.refundedAmount',
  },
  'payments.update': {
    method: 'PATCH',
    path: '/v1/ecommerce/payment/{paymentId}',
    hasBody: true,
    isIdempotent: true,
  },
  'payments.setInstrument': {
    method: 'PUT',
    path: '/v1/ecommerce/payment/{paymentId}/instrument',
    hasBody: true,
    isIdempotent: true,
  },
  'payments.updateInstrument': {
    method: 'PATCH',
    path: '/v1/ecommerce/payment/{paymentId}/instrument',
    hasBody: true,
    isIdempotent: true,
  },
  'payments.getStatus': {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/status',
    hasQuery: true,
    onlyReads: true,
  },
  'payments.listTransactions': {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/transactions',
    onlyReads: true,
    amounts: 'amount',
  },
  'payments.cancelTransaction': {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/transactions/{transId}/cancel',
    hasBody: true,
    isIdempotent: true,
    amounts: 'amount',
  },
  'payments.retry': {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/retry',
    isIdempotent: true,
    amounts: 'subpayments.amount subpayments.commission subpayments.refundedAmount',
  },
  'payments.restore': {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/restore',
    isIdempotent: true,
  },
  'payments.cancel': {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/cancel',
    hasBody: true,
    isIdempotent: true,
    sentAmounts: 'amount',
    amounts: 'authorizedAmount capturedAmount',
  },
  'payments.capture': {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/capture',
    hasBody: true,
    isIdempotent: true,
    sentAmounts: 'amount',
    amounts: 'authorizedAmount capturedAmount',
  },
  'payments.adjust': {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/adjustment',
    hasBody: true,
    isIdempotent: true,
    sentAmounts: 'amount',
    amounts: 'authorizedAmount capturedAmount',
  },
  'refunds.create': {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/refund',
    hasBody: true,
    isIdempotent: true,
    sentAmounts: 'amount',
    amounts: 'amount',
  },
  'refunds.list': {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/refunds',
    onlyReads: true,
    amounts: 'amount',
  },
  'refunds.get': {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/refund/{refundId}',
    onlyReads: true,
    amounts: 'amount',
  },
  'refunds.getBalance': {
    method: 'GET',
    path: '/v1/ecommerce/payment/refunds/balance',
    onlyReads: true,
    amounts: 'available pending balances.available balances.pending',
  },
  'payments.listSubpayments': {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/subpayments',
    onlyReads: true,
    amounts: 'amount commission refundedAmount',
  },
  'payments.getAcsData': {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/acsData',
    onlyReads: true,
  },
  'payments.getTokenization': {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/tokenizer',
    onlyReads: true,
  },
  'payments.search': {
    method: 'POST',
    path: '/v1/ecommerce/payment/search',
    hasBody: true,
    onlyReads: true,
  },
  'cards.getBinInfo': {
    method: 'POST',
    path: '/v1/ecommerce/payment/binInfo',
    hasBody: true,
    onlyReads: true,
  },
  'payments.getBinInfo': {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/binInfo',
    hasBody: true,
    onlyReads: true,
  },
  'cards.getInfo': {
    method: 'POST',
    path: '/v1/ecommerce/payment/cardInfo',
    hasBody: true,
    onlyReads: true,
  },
  'methods.list': {
    method: 'GET',
    path: '/v1/ecommerce/payment/methods',
    onlyReads: true,
  },
  'payments.listMethods': {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/methods',
    onlyReads: true,
  },
  'payments.listCards': {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/cards',
    onlyReads: true,
  },
  'methods.listCardOrganizations': {
    method: 'GET',
    path: '/v1/ecommerce/payment/methods/CARD',
    onlyReads: true,
  },
  'methods.listBanks': {
    method: 'GET',
    path: '/v1/ecommerce/payment/methods/PBL',
    onlyReads: true,
    amounts: 'minAmount maxAmount',
  },
  'methods.listClickToPay': {
    method: 'GET',
    path: '/v1/ecommerce/payment/methods/C2P',
    onlyReads: true,
  },
  'tokenizations.create': {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer',
    hasBody: true,
    isIdempotent: true,
  },
  'tokenizations.get': {
    method: 'GET',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}',
    onlyReads: true,
  },
  'tokenizations.update': {
    method: 'PATCH',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}',
    hasBody: true,
  },
  'tokenizations.setInstrument': {
    method: 'PUT',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}/instrument',
    hasBody: true,
  },
  'tokenizations.updateInstrument': {
    method: 'PATCH',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}/instrument',
    hasBody: true,
  },
  'tokenizations.getStatus': {
    method: 'GET',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}/status',
    onlyReads: true,
  },
  'tokenizations.cancel': {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}/cancel',
  },
  'tokenizations.discard': {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}/discard',
  },
  'tokens.discard': {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer/discard',
    hasBody: true,
  },
  'tokens.search': {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer/search',
    hasBody: true,
    onlyReads: true,
  },
  'tokens.convert': {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer/convert',
    hasBody: true,
  },
  'tokenizations.getBinInfo': {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer/binInfo',
    hasBody: true,
    onlyReads: true,
  },
  'tokens.getVisual': {
    method: 'GET',
    path: '/v1/ecommerce/tokenizer/vts/{instrumentRef}/cardVisual/{visualId}',
    onlyReads: true,
  },
  'tokens.getVisualImage': {
    method: 'GET',
    path: '/v1/ecommerce/tokenizer/vts/{instrumentRef}/cardVisual/{visualId}',
    onlyReads: true,
    accept: 'image/*',
  },
  'settlements.list': {
    method: 'GET',
    path: '/v1/ecommerce/settlements',
    hasQuery: true,
    onlyReads: true,
    amounts: 'gross refunded fee commission net payout withheld',
  },
  'settlements.get': {
    method: 'GET',
    path: '/v1/ecommerce/settlements/{batchId}',
    onlyReads: true,
    amounts: 'gross refunded fee commission net payout withheld',
  },
  'settlements.getReport': {
    method: 'GET',
    path: '/v1/ecommerce/settlements/{batchId}/report',
    onlyReads: true,
    amounts:
      'batch.gross batch.refunded batch.fee batch.commission batch.net batch.payout' +
      ' batch.withheld items.gross items.refunded items.fee items.commission items.net',
  },
  'settlements.getReportCsv': {
    method: 'GET',
    path: '/v1/ecommerce/settlements/{batchId}/report',
    onlyReads: true,
    accept: 'text/csv',
  },
  'events.list': {
    method: 'GET',
    path: '/v1/ecommerce/events',
    hasQuery: true,
    onlyReads: true,
  },
  'events.get': {
    method: 'GET',
    path: '/v1/ecommerce/events/{eventId}',
    onlyReads: true,
  },
  'events.replay': {
    method: 'POST',
    path: '/v1/ecommerce/events/{eventId}/replay',
  },
  'events.replayMany': {
    method: 'POST',
    path: '/v1/ecommerce/events/replay',
    hasBody: true,
  },
  'events.sendTest': {
    method: 'POST',
    path: '/v1/ecommerce/events/test',
  },
  'events.getHealth': {
    method: 'GET',
    path: '/v1/ecommerce/events/health',
    onlyReads: true,
  },
};
