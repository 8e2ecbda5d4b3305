// The endpoints of the operator, in the order of the reference.

import { listAudit, verifyAudit } from './endpoints/audit.ts';
import {
  createDeposit,
  createWithdrawal,
  listMovements,
  readMerchantBalances,
} from './endpoints/deposits.ts';
import {
  listMerchantEvents,
  readMerchantEvent,
  replayMerchantEvent,
  replayMerchantEvents,
  sendMerchantTest,
  readMerchantHealth,
  listFailingReceivers,
} from './endpoints/events.ts';
import { createFeeRule, listFees } from './endpoints/fees.ts';
import { findBin } from './endpoints/find-bin.ts';
import { createLedgerCheck, readLedgerCheck } from './endpoints/ledger-checks.ts';
import {
  createMerchant,
  listMerchants,
  readMerchant,
  updateMerchant,
  rollSecret,
  revokeMerchantTokens,
} from './endpoints/merchants.ts';
import { createPagePreview } from './endpoints/page-preview.ts';
import {
  listReconciliationItems,
  resolveReconciliationItem,
} from './endpoints/reconciliation-items.ts';
import {
  setProviderCredentials,
  listProviderCredentials,
  removeProviderCredentials,
} from './endpoints/provider-credentials.ts';
import {
  startReconciliation,
  listReconciliations,
  readReconciliation,
  addReconciliationLines,
  finishReconciliation,
} from './endpoints/reconciliations.ts';
import { rotateEncryptionKey } from './endpoints/rotate-encryption-key.ts';
import { rotateKeys } from './endpoints/rotate-keys.ts';
import { createRotation, listRotations } from './endpoints/rotations.ts';
import {
  startSettlement,
  readSettlementRun,
  listMerchantSettlements,
  readMerchantSettlement,
  readMerchantReport,
} from './endpoints/settlements.ts';
import {
  createCredential,
  listCredentials,
  importCredential,
  installCertificate,
  removeCredential,
} from './endpoints/wallet-credentials.ts';

export const operatorEndpoints = [
  createMerchant,
  listMerchants,
  readMerchant,
  updateMerchant,
  rollSecret,
  revokeMerchantTokens,
  createPagePreview,
  setProviderCredentials,
  listProviderCredentials,
  removeProviderCredentials,

  rotateKeys,
  rotateEncryptionKey,
  createRotation,
  listRotations,

  createCredential,
  listCredentials,
  importCredential,
  installCertificate,
  removeCredential,

  startReconciliation,
  listReconciliations,
  readReconciliation,
  addReconciliationLines,
  finishReconciliation,
  listReconciliationItems,
  resolveReconciliationItem,

  listAudit,
  verifyAudit,
  findBin,

  createFeeRule,
  listFees,
  createDeposit,
  createWithdrawal,
  listMovements,
  readMerchantBalances,
  createLedgerCheck,
  readLedgerCheck,

  startSettlement,
  readSettlementRun,
  listMerchantSettlements,
  readMerchantSettlement,
  readMerchantReport,

  listMerchantEvents,
  readMerchantEvent,
  replayMerchantEvent,
  replayMerchantEvents,
  sendMerchantTest,
  readMerchantHealth,
  listFailingReceivers,
];
