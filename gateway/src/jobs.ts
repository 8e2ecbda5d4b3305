// The background jobs of the gateway, one line each.

import type { BinFile } from './cards/bin-file.ts';
import type { Clock } from './core/clock.ts';
import { queueNotEmpty } from './events/delivery/claim.store.ts';
import type { Delivery } from './events/delivery/deliver.ts';
import type { ReceiverWatch } from './events/delivery/health.ts';
import { forgetDeliveries, measureDeliveries } from './events/log/watch-deliveries.ts';
import type { EncryptionKeys } from './encryption/encryption-keys.ts';
import type { Idempotency } from './http/idempotency.ts';
import type { Metrics } from './http/metrics.ts';
import { confirmDue } from './methods/c2p/confirm-due.ts';
import { confirmationsDue } from './methods/c2p/confirmation.store.ts';
import { createLedgerChecker } from './ledger/check/check-ledger.ts';
import { forgetUsedTokens } from './methods/wallet/used-token.store.ts';
import { refreshBanks } from './methods/pbl/refresh-banks.ts';
import { endDue } from './payments/processing/end-due.ts';
import { forgetCodes } from './payments/processing/forget-codes.ts';
import { attemptsDue, deadlinesDue } from './payments/payment.store.ts';
import type { PaymentParts } from './payments/parts.ts';
import { purgeOld } from './payments/processing/purge.ts';
import { reportUnconnected, resolveDue } from './payments/processing/resolve.ts';
import { removeDue } from './tokenizer/discard-token.ts';
import type { TokenizerParts } from './tokenizer/parts.ts';
import { tokenizationsDue } from './tokenizer/tokenization.store.ts';
import { continueDue } from './tokenizer/processing/continue-due.ts';
import { purgeTokens } from './tokenizer/processing/purge-tokens.ts';
import { createSettler } from './settlement/processing/settle-due.ts';
import type { SettlementParts } from './settlement/parts.ts';
import { comparisonsDue } from './reconciliation/import.store.ts';
import { compareImports, type CompareParts } from './reconciliation/compare-imports.ts';
import type { Rotate } from './rotation/rotate.ts';
import type { Readiness } from './storage/availability/readiness.ts';
import type { Database } from './storage/database.ts';
import type { NodeKeyring } from './storage/keys/keyring.ts';
import { removalsDue } from './vault/card-token.store.ts';
import { codesDue } from './vault/held-card.store.ts';
import { refreshTrust } from './wallets/trust/refresh-trust.ts';
import type { WalletServices } from './wallets/wallet-services.ts';
import { watchExpiry } from './wallets/credentials/watch-expiry.ts';
import type { Job } from './worker/worker.ts';

const BATCH = 100;
/** Maximum number of concurrent inquiries at one provider; each provider has its own job. */
const MAX_INQUIRIES = 500;
const MINUTE_MS = 60_000;

export interface JobParts {
  readonly payments: PaymentParts;
  readonly tokenizer: TokenizerParts;
  readonly settlement: SettlementParts;
  readonly idempotency: Idempotency;
  readonly database: Database;
  readonly clock: Clock;
  readonly bins: BinFile | null;
  readonly readiness: Readiness;
  readonly encryptionKeys: EncryptionKeys;
  readonly ring: NodeKeyring;
  readonly rotate: Rotate;
  readonly reconciliation: CompareParts;
  readonly wallets?: WalletServices | undefined;
  readonly metrics: Metrics;
  readonly delivery: Delivery;
  readonly receiverWatch: ReceiverWatch;
  readonly deliveryLogDays: number;
}

export function jobs(parts: JobParts): Job[] {
  return [...frequentJobs(parts), ...rareJobs(parts)];
}

function frequentJobs(parts: JobParts): Job[] {
  const { payments, tokenizer } = parts;
  return [
    ...payments.providers.list.map(({ name: provider }) => ({
      name: 'resolve',
      everyMs: 500,
      due: { ...attemptsDue, values: [provider] },
      run: () => resolveDue(payments, provider, MAX_INQUIRIES),
    })),
    { name: 'end', everyMs: 500, due: deadlinesDue, run: () => endDue(payments, BATCH) },
    { name: 'deliver', everyMs: 500, due: queueNotEmpty, run: () => parts.delivery.claim() },
    { name: 'receivers', everyMs: 1000, run: () => parts.receiverWatch.write() },
    {
      name: 'tokenize',
      everyMs: 500,
      due: tokenizationsDue,
      run: () => continueDue(tokenizer, BATCH),
    },
    { name: 'settle', everyMs: 1000, run: createSettler(parts.settlement) },
    {
      name: 'remove-tokens',
      everyMs: 1000,
      due: removalsDue,
      run: () => removeDue(tokenizer, BATCH),
    },
    {
      name: 'confirm-checkouts',
      everyMs: 1000,
      due: confirmationsDue,
      run: () => confirmCheckouts(parts),
    },
    { name: 'outage', everyMs: 1000, run: () => parts.readiness.checkOutage() },
    { name: 'check-ledger', everyMs: 1000, run: ledgerChecker(parts) },
    { name: 'rotate-keys', everyMs: 1000, run: () => rotateKeys(parts) },
    {
      name: 'reconcile',
      everyMs: 1000,
      due: comparisonsDue,
      run: () => compareImports(parts.reconciliation),
    },
    { name: 'forget-codes', everyMs: 1000, due: codesDue, run: () => forgetCodes(payments, BATCH) },
  ];
}

function rareJobs(parts: JobParts): Job[] {
  const { payments, idempotency, database, clock, bins } = parts;
  const { ranges } = payments.threeds;
  return [
    { name: 'unconnected', everyMs: MINUTE_MS, run: () => reportUnconnected(payments) },
    { name: 'delivery-metrics', everyMs: 10_000, run: () => measureDeliveries(parts) },
    {
      name: 'forget-deliveries',
      everyMs: 10 * MINUTE_MS,
      run: () => forgetDeliveries(parts, 1000),
    },
    {
      name: 'forget-wallet-tokens',
      everyMs: 10 * MINUTE_MS,
      run: () => forgetUsedTokens(database, clock.now(), 1000),
    },
    { name: 'purge', everyMs: 10 * MINUTE_MS, run: () => purgeOld(database, clock.now(), 500) },
    {
      name: 'purge-tokens',
      everyMs: 10 * MINUTE_MS,
      run: () => purgeTokens(database, clock.now(), 500),
    },
    { name: 'card-ranges', everyMs: MINUTE_MS, run: () => ranges.refresh() },
    {
      name: 'bank-lists',
      everyMs: MINUTE_MS,
      run: () => refreshBanks(payments.providers, clock.now()),
    },
    { name: 'bin-table', everyMs: MINUTE_MS, run: async () => ((await bins?.refresh()) ? 1 : 0) },
    {
      name: 'wallet-roots',
      everyMs: MINUTE_MS,
      run: () => refreshTrust(parts.wallets?.trustFiles ?? [], parts.metrics),
    },
    { name: 'encryption-keys', everyMs: MINUTE_MS, run: () => parts.encryptionKeys.maintain() },
    { name: 'wallet-expiry', everyMs: MINUTE_MS, run: () => watchWallets(parts) },
    { name: 'forget-budgets', everyMs: MINUTE_MS, run: () => payments.budgets.forget(1000) },
    { name: 'forget-answers', everyMs: MINUTE_MS, run: () => idempotency.removeExpired(1000) },
  ];
}

function ledgerChecker({ database, clock, metrics, payments }: JobParts): () => Promise<number> {
  const { ids, log } = payments;
  return createLedgerChecker({ database, clock, ids, metrics, log });
}

/** Without a connection to Click to Pay the results wait. */
function confirmCheckouts({ payments, database, clock }: JobParts): Promise<number> {
  const { wallets, failpoints, log } = payments;
  if (!wallets.clickToPay) return Promise.resolve(0);
  const { clickToPay } = wallets;
  return confirmDue({ database, clickToPay, clock, failpoints, log }, BATCH);
}

/** Learns new root keys first, so that the rotation can use them. */
async function rotateKeys({ ring, rotate }: JobParts): Promise<number> {
  const learned = await ring.refresh();
  return learned + (await rotate());
}

function watchWallets({ database, clock, metrics, payments }: JobParts): Promise<number> {
  return watchExpiry({ database, clock, metrics, log: payments.log });
}
