// Every endpoint of the gateway, one line each, in the order of the specification.

import { audited, type AuditedParts } from './admin/actions/audited.ts';
import { listAudit, verifyAudit, type AuditAccess } from './admin/endpoints/audit.ts';
import {
  createDeposit,
  createWithdrawal,
  listMovements,
  readMerchantBalances,
} from './admin/endpoints/deposits.ts';
import { createFeeRule, listFees } from './admin/endpoints/fees.ts';
import { findBin, type FindBinParts } from './admin/endpoints/find-bin.ts';
import { createLedgerCheck, readLedgerCheck } from './admin/endpoints/ledger-checks.ts';
import {
  createMerchant,
  listMerchants,
  readMerchant,
  revokeMerchantTokens,
  rollSecret,
  updateMerchant,
} from './admin/endpoints/merchants.ts';
import { createPagePreview } from './admin/endpoints/page-preview.ts';
import type { MoneyTools } from './admin/money/money-tools.ts';
import type { AdminParts } from './admin/parts.ts';
import { rotateEncryptionKey } from './admin/endpoints/rotate-encryption-key.ts';
import { rotateKeys } from './admin/endpoints/rotate-keys.ts';
import { reconciliationRoutes, type ReconciliationTools } from './admin/reconciliation-routes.ts';
import { createRotation, listRotations, type RotationAccess } from './admin/endpoints/rotations.ts';
import type { EventTools } from './admin/endpoints/events.ts';
import { merchantEventRoutes } from './admin/event-routes.ts';
import { settlementRoutes } from './admin/settlement-routes.ts';
import {
  createCredential,
  importCredential,
  installCertificate,
  listCredentials,
  removeCredential,
} from './admin/endpoints/wallet-credentials.ts';
import { issueToken, type IssueTokenParts } from './auth/endpoints/issue-token.ts';
import type { SigningKeys } from './auth/signing-keys.ts';
import type { EncryptionKeys } from './encryption/encryption-keys.ts';
import { readKeys } from './encryption/endpoints/read-keys.ts';
import { eventRoutes } from './events/event-routes.ts';
import { deliveryRoutes } from './events/endpoints/delivery-routes.ts';
import { route, type Route } from './http/endpoint.ts';
import { adjustPayment } from './payments/endpoints/adjust.ts';
import { cancelTransaction } from './payments/endpoints/cancel-transaction.ts';
import { cancelPayment } from './payments/endpoints/cancel.ts';
import { capturePayment } from './payments/endpoints/capture.ts';
import { patchInstrument, patchPayment, putInstrument } from './payments/endpoints/complete.ts';
import { readBinInfo, readPaymentBinInfo } from './payments/endpoints/bin-info.ts';
import { readCardInfo } from './payments/endpoints/card-info.ts';
import { createPayment } from './payments/endpoints/create.ts';
import { exchangeLink } from './payments/endpoints/exchange-link.ts';
import { listSubpayments } from './payments/endpoints/list-subpayments.ts';
import { listSavedCards } from './payments/endpoints/list-cards.ts';
import { listTransactions } from './payments/endpoints/list-transactions.ts';
import {
  listBanks,
  listCardOrganizations,
  listClickToPay,
  listMethods,
  listPaymentMethods,
} from './payments/endpoints/methods.ts';
import { readPreview } from './payments/endpoints/read-preview.ts';
import { readAcsData } from './payments/endpoints/read-acs-data.ts';
import { readStatus } from './payments/endpoints/read-status.ts';
import { readPayment } from './payments/endpoints/read.ts';
import { restorePayment } from './payments/endpoints/restore.ts';
import { retryPayment } from './payments/endpoints/retry.ts';
import { searchPayments } from './payments/endpoints/search.ts';
import { BLIK_NOTIFICATION_PATH } from './providers/blik/notification.ts';
import { acsStatus } from './notifications/endpoints/acs-status.ts';
import { blikStatus } from './notifications/endpoints/blik-status.ts';
import { tokenStatus } from './notifications/endpoints/token-status.ts';
import { TOKEN_NEWS_PATH } from './token-services/token-news.ts';
import type { PaymentParts } from './payments/parts.ts';

import { NOTIFICATION_PATH } from './threeds/addresses.ts';
import { transferReturn, transferStatus } from './notifications/endpoints/bmweb-status.ts';
import { TRANSFER_PATH } from './providers/bank.ts';
import { batchRoutes } from './settlement/endpoints/batch-routes.ts';
import type { SettlementParts } from './settlement/parts.ts';
import { readPaymentTokenization } from './tokenizer/endpoints/read.ts';
import { tokenizerRoutes } from './tokenizer/endpoints/tokenizer-routes.ts';
import { readBalance } from './refunds/endpoints/read-balance.ts';
import { listRefunds, readRefund } from './refunds/endpoints/read-refunds.ts';
import { refundPayment } from './refunds/endpoints/refund.ts';
import type { RefundParts } from './refunds/parts.ts';
import type { TokenizerParts } from './tokenizer/parts.ts';
import type { WalletTools } from './wallets/credentials/credential.ts';

const payment = '/v1/ecommerce/payment';
const credentials = '/v1/admin/wallets/credentials';

export interface RouteParts {
  readonly auth: IssueTokenParts;
  readonly payments: PaymentParts;
  readonly refunds: RefundParts;
  readonly tokenizer: TokenizerParts;
  readonly settlement: SettlementParts;
  readonly merchants: AdminParts;
  readonly keys: SigningKeys;
  readonly encryptionKeys: EncryptionKeys;
  readonly bins: FindBinParts['bins'];
  readonly audit: AuditAccess;
  /** Where actions of the operator are recorded. */
  readonly actions: AuditedParts;
  readonly rotations: RotationAccess;
  readonly wallets: WalletTools;
  readonly money: MoneyTools;
  readonly reconciliation: ReconciliationTools;
  readonly events: Parameters<typeof eventRoutes>[0] & EventTools;
}

export function routes(parts: RouteParts): Route[] {
  const { auth, payments, refunds, tokenizer, encryptionKeys } = parts;
  return [
    route('POST', '/v1/ecommerce/auth', issueToken(auth)),
    route('GET', '/v1/ecommerce/keys', readKeys(encryptionKeys, payments.clock)),

    route('POST', `${payment}`, createPayment(payments)),
    route('GET', `${payment}/{paymentId}`, readPayment(payments)),
    route('PATCH', `${payment}/{paymentId}`, patchPayment(payments)),
    route('PUT', `${payment}/{paymentId}/instrument`, putInstrument(payments)),
    route('PATCH', `${payment}/{paymentId}/instrument`, patchInstrument(payments)),
    route('GET', `${payment}/{paymentId}/status`, readStatus(payments)),
    route('GET', `${payment}/{paymentId}/transactions`, listTransactions(payments)),
    route(
      'POST',
      `${payment}/{paymentId}/transactions/{transId}/cancel`,
      cancelTransaction(payments),
    ),
    route('POST', `${payment}/{paymentId}/retry`, retryPayment(payments)),
    route('POST', `${payment}/{paymentId}/restore`, restorePayment(payments)),
    route('POST', `${payment}/{paymentId}/cancel`, cancelPayment(payments)),
    route('POST', `${payment}/{paymentId}/capture`, capturePayment(payments)),
    route('POST', `${payment}/{paymentId}/adjustment`, adjustPayment(payments)),
    ...refundRoutes(refunds),
    route('GET', `${payment}/{paymentId}/subpayments`, listSubpayments(payments)),
    route('GET', `${payment}/{paymentId}/acsData`, readAcsData(payments)),
    route('GET', `${payment}/{paymentId}/tokenizer`, readPaymentTokenization(tokenizer)),
    route('POST', `${payment}/link`, exchangeLink(payments, auth)),
    route('POST', `${payment}/preview`, readPreview(payments)),
    route('POST', `${payment}/search`, searchPayments(payments)),
    route('POST', `${payment}/binInfo`, readBinInfo(payments)),
    route('POST', `${payment}/{paymentId}/binInfo`, readPaymentBinInfo(payments)),
    route('POST', `${payment}/cardInfo`, readCardInfo(payments)),
    route('GET', `${payment}/methods`, listMethods(payments)),
    route('GET', `${payment}/{paymentId}/methods`, listPaymentMethods(payments)),
    route('GET', `${payment}/{paymentId}/cards`, listSavedCards(payments)),
    route('GET', `${payment}/methods/PBL`, listBanks(payments)),
    route('GET', `${payment}/methods/CARD`, listCardOrganizations(payments)),
    route('GET', `${payment}/methods/C2P`, listClickToPay(payments)),

    ...tokenizerRoutes(tokenizer),

    ...batchRoutes(parts.settlement),
    ...eventRoutes(parts.events),
    ...deliveryRoutes(parts.events),

    route('POST', NOTIFICATION_PATH, acsStatus(payments)),
    route('POST', TRANSFER_PATH, transferStatus(payments)),
    route('GET', TRANSFER_PATH, transferReturn(payments)),
    route('POST', BLIK_NOTIFICATION_PATH, blikStatus(payments)),
    route('POST', TOKEN_NEWS_PATH, tokenStatus(tokenizer)),

    ...audited(parts.actions, [
      ...adminRoutes(parts),
      ...moneyRoutes(parts.money),
      ...settlementRoutes(parts.settlement),
      ...merchantEventRoutes(parts.events),
    ]),
  ];
}

function refundRoutes(refunds: RefundParts): Route[] {
  return [
    route('POST', `${payment}/{paymentId}/refund`, refundPayment(refunds)),
    route('GET', `${payment}/{paymentId}/refunds`, listRefunds(refunds)),
    route('GET', `${payment}/{paymentId}/refund/{refundId}`, readRefund(refunds)),
    route('GET', `${payment}/refunds/balance`, readBalance(refunds)),
  ];
}

/** The operator API. */
function adminRoutes(parts: RouteParts): Route[] {
  const { payments, merchants, keys, encryptionKeys, bins, audit, wallets } = parts;
  return [
    route('POST', '/v1/admin/merchants', createMerchant(merchants)),
    route('GET', '/v1/admin/merchants', listMerchants(merchants)),
    route('GET', '/v1/admin/merchants/{merchantId}', readMerchant(merchants)),
    route('PATCH', '/v1/admin/merchants/{merchantId}', updateMerchant(merchants)),
    route('POST', '/v1/admin/merchants/{merchantId}/secrets', rollSecret(merchants)),
    route(
      'POST',
      '/v1/admin/merchants/{merchantId}/revoke-tokens',
      revokeMerchantTokens(merchants),
    ),
    route(
      'POST',
      '/v1/admin/merchants/{merchantId}/page-preview',
      createPagePreview(merchants, payments.links),
    ),
    route('POST', '/v1/admin/keys/rotate', rotateKeys(keys)),
    route('POST', '/v1/admin/keys/rotate-encryption', rotateEncryptionKey(encryptionKeys)),
    route('POST', '/v1/admin/keys/rotations', createRotation(parts.rotations)),
    route('GET', '/v1/admin/keys/rotations', listRotations(parts.rotations)),
    route('POST', credentials, createCredential(wallets)),
    route('GET', credentials, listCredentials(wallets)),
    route('POST', `${credentials}/import`, importCredential(wallets)),
    route('POST', `${credentials}/{credentialId}/certificate`, installCertificate(wallets)),
    route('POST', `${credentials}/{credentialId}/remove`, removeCredential(wallets)),
    ...reconciliationRoutes(parts.reconciliation),
    route('GET', '/v1/admin/audit', listAudit(audit)),
    route('GET', '/v1/admin/audit/verify', verifyAudit(audit)),
    route('POST', '/v1/admin/bins/find', findBin({ bins, threeds: payments.threeds })),
  ];
}

/** The operator API for fees, deposits and balances. */
function moneyRoutes(money: MoneyTools): Route[] {
  return [
    route('POST', '/v1/admin/fees', createFeeRule(money)),
    route('GET', '/v1/admin/fees', listFees(money)),
    route('POST', '/v1/admin/merchants/{merchantId}/deposits', createDeposit(money)),
    route('POST', '/v1/admin/merchants/{merchantId}/withdrawals', createWithdrawal(money)),
    route('GET', '/v1/admin/merchants/{merchantId}/deposits', listMovements(money)),
    route('GET', '/v1/admin/merchants/{merchantId}/balances', readMerchantBalances(money)),
    route('POST', '/v1/admin/ledger/checks', createLedgerCheck(money)),
    route('GET', '/v1/admin/ledger/checks/{checkId}', readLedgerCheck(money)),
  ];
}
