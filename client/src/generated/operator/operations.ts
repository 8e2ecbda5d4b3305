// What the client needs to know about each operation of the operator API at run time.
// Generated from the OpenAPI document by `npm run client`; do not change it by hand.

import type { Operation } from '../../calls/operation.ts';

export const operations: Readonly<Record<string, Operation>> = {
  'merchants.add': {
    method: 'POST',
    path: '/v1/admin/merchants',
    hasBody: true,
  },
  'merchants.list': {
    method: 'GET',
    path: '/v1/admin/merchants',
    hasQuery: true,
    onlyReads: true,
  },
  'merchants.get': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}',
    onlyReads: true,
  },
  'merchants.update': {
    method: 'PATCH',
    path: '/v1/admin/merchants/{merchantId}',
    hasBody: true,
  },
  'merchants.rollSecret': {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/secrets',
    hasBody: true,
  },
  'merchants.revokeTokens': {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/revoke-tokens',
  },
  'merchants.previewPage': {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/page-preview',
    hasBody: true,
  },
  'credentials.set': {
    method: 'PUT',
    path: '/v1/admin/merchants/{merchantId}/credentials/{provider}',
    hasBody: true,
  },
  'credentials.remove': {
    method: 'DELETE',
    path: '/v1/admin/merchants/{merchantId}/credentials/{provider}',
  },
  'credentials.list': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/credentials',
    onlyReads: true,
  },
  'routes.ofPayment': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/payments/{paymentId}/routes',
    onlyReads: true,
  },
  'routes.explain': {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/routes/explain',
    hasBody: true,
    onlyReads: true,
    sentAmounts: 'amount',
  },
  'routes.listRates': {
    method: 'GET',
    path: '/v1/admin/success-rates',
    hasQuery: true,
    onlyReads: true,
  },
  'keys.rotateSigning': {
    method: 'POST',
    path: '/v1/admin/keys/rotate',
  },
  'keys.rotateEncryption': {
    method: 'POST',
    path: '/v1/admin/keys/rotate-encryption',
  },
  'keys.startRotation': {
    method: 'POST',
    path: '/v1/admin/keys/rotations',
    hasBody: true,
  },
  'keys.listRotations': {
    method: 'GET',
    path: '/v1/admin/keys/rotations',
    onlyReads: true,
  },
  'wallets.createCredential': {
    method: 'POST',
    path: '/v1/admin/wallets/credentials',
    hasBody: true,
  },
  'wallets.listCredentials': {
    method: 'GET',
    path: '/v1/admin/wallets/credentials',
    hasQuery: true,
    onlyReads: true,
  },
  'wallets.importCredential': {
    method: 'POST',
    path: '/v1/admin/wallets/credentials/import',
    hasBody: true,
  },
  'wallets.installCertificate': {
    method: 'POST',
    path: '/v1/admin/wallets/credentials/{credentialId}/certificate',
    hasBody: true,
  },
  'wallets.removeCredential': {
    method: 'POST',
    path: '/v1/admin/wallets/credentials/{credentialId}/remove',
  },
  'reconciliations.start': {
    method: 'POST',
    path: '/v1/admin/reconciliations',
    hasBody: true,
    amounts: 'totals.fileAmount totals.ownAmount',
  },
  'reconciliations.list': {
    method: 'GET',
    path: '/v1/admin/reconciliations',
    hasQuery: true,
    onlyReads: true,
    amounts: 'imports.totals.fileAmount imports.totals.ownAmount',
  },
  'reconciliations.get': {
    method: 'GET',
    path: '/v1/admin/reconciliations/{importId}',
    onlyReads: true,
    amounts: 'totals.fileAmount totals.ownAmount',
  },
  'reconciliations.sendLines': {
    method: 'POST',
    path: '/v1/admin/reconciliations/{importId}/lines',
    hasBody: true,
    amounts: 'totals.fileAmount totals.ownAmount',
  },
  'reconciliations.finish': {
    method: 'POST',
    path: '/v1/admin/reconciliations/{importId}/finish',
    amounts: 'totals.fileAmount totals.ownAmount',
  },
  'reconciliations.listItems': {
    method: 'GET',
    path: '/v1/admin/reconciliation-items',
    hasQuery: true,
    onlyReads: true,
    amounts: 'items.file.amount items.own.amount',
  },
  'reconciliations.resolveItem': {
    method: 'POST',
    path: '/v1/admin/reconciliation-items/{itemId}/resolve',
    hasBody: true,
    amounts: 'file.amount own.amount',
  },
  'disputes.list': {
    method: 'GET',
    path: '/v1/admin/disputes',
    hasQuery: true,
    onlyReads: true,
    amounts: 'disputes.amount disputes.history.amount',
  },
  'audit.list': {
    method: 'GET',
    path: '/v1/admin/audit',
    hasQuery: true,
    onlyReads: true,
  },
  'audit.verify': {
    method: 'GET',
    path: '/v1/admin/audit/verify',
    hasQuery: true,
    onlyReads: true,
  },
  'bins.find': {
    method: 'POST',
    path: '/v1/admin/bins/find',
    hasBody: true,
    onlyReads: true,
  },
  'fees.add': {
    method: 'POST',
    path: '/v1/admin/fees',
    hasBody: true,
    sentAmounts: 'fixed minimum',
    amounts: 'fixed minimum',
  },
  'fees.list': {
    method: 'GET',
    path: '/v1/admin/fees',
    hasQuery: true,
    onlyReads: true,
    amounts: 'rules.fixed rules.minimum',
  },
  'deposits.add': {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/deposits',
    hasBody: true,
    sentAmounts: 'amount',
    amounts: 'amount',
  },
  'deposits.list': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/deposits',
    hasQuery: true,
    onlyReads: true,
    amounts: 'deposits.amount',
  },
  'deposits.withdraw': {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/withdrawals',
    hasBody: true,
    sentAmounts: 'amount',
    amounts: 'amount',
  },
  'balances.list': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/balances',
    onlyReads: true,
    amounts: 'balances.balance',
  },
  'ledger.startCheck': {
    method: 'POST',
    path: '/v1/admin/ledger/checks',
    hasBody: true,
    amounts: 'transfers differences.difference',
  },
  'ledger.getCheck': {
    method: 'GET',
    path: '/v1/admin/ledger/checks/{checkId}',
    onlyReads: true,
    amounts: 'transfers differences.difference',
  },
  'settlements.startRun': {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/settlement-runs',
    hasBody: true,
  },
  'settlements.getRun': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/settlement-runs/{runId}',
    onlyReads: true,
  },
  'settlements.list': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/settlements',
    hasQuery: true,
    onlyReads: true,
    amounts:
      'settlements.gross settlements.refunded settlements.fee settlements.commission' +
      ' settlements.net settlements.payout settlements.withheld',
  },
  'settlements.get': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/settlements/{batchId}',
    onlyReads: true,
    amounts: 'gross refunded fee commission net payout withheld',
  },
  'settlements.getReport': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/settlements/{batchId}/report',
    onlyReads: true,
    amounts:
      'batch.gross batch.refunded batch.fee batch.commission batch.net batch.payout' +
      ' batch.withheld items.gross items.refunded items.fee items.commission items.net',
  },
  'settlements.getReportCsv': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/settlements/{batchId}/report',
    onlyReads: true,
    accept: 'text/csv',
  },
  'events.list': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/events',
    hasQuery: true,
    onlyReads: true,
  },
  'events.get': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/events/{eventId}',
    onlyReads: true,
  },
  'events.replay': {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/events/{eventId}/replay',
  },
  'events.replayMany': {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/events/replay',
    hasBody: true,
  },
  'events.sendTest': {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/events/test',
  },
  'events.getHealth': {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/events/health',
    onlyReads: true,
  },
  'receivers.list': {
    method: 'GET',
    path: '/v1/admin/receivers',
    hasQuery: true,
    onlyReads: true,
  },
};
