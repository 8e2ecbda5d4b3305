// The background jobs of the gateway, one line each.

import { queueNotEmpty } from './events/delivery/claim.store.ts';
import { forgetDeliveries, measureDeliveries } from './events/log/watch-deliveries.ts';
import { confirmDue } from './methods/c2p/confirm-due.ts';
import { confirmationsDue } from './methods/c2p/confirmation.store.ts';
import { createLedgerChecker } from './ledger/check/check-ledger.ts';
import { forgetUsedTokens } from './methods/wallet/used-token.store.ts';
import { refreshBanks } from './methods/pbl/bank-offer.ts';
import { endDue } from './payments/jobs/end-due.ts';
import { forgetCodes } from './payments/jobs/forget-codes.ts';
import { attemptsDue, deadlinesDue } from './payments/loading/payment.store.ts';
import { purgeOld } from './payments/jobs/purge.ts';
import { reportUnconnected, resolveDue } from './payments/jobs/resolve.ts';
import { refreshRates } from './routing/rates/refresh-rates.ts';
import { removeDue } from './tokenizer/discard-token.ts';
import { tokenizationsDue } from './tokenizer/tokenization.store.ts';
import { continueDue } from './tokenizer/processing/continue-due.ts';
import { purgeTokens } from './tokenizer/processing/purge-tokens.ts';
import { createSettler } from './settlement/processing/settle-due.ts';
import { comparisonsDue } from './reconciliation/import.store.ts';
import { compareImports } from './reconciliation/compare-imports.ts';
import { backfillsDue } from './storage/migration/backfill.ts';
import { removalsDue } from './vault/card-token.store.ts';
import { codesDue } from './vault/held-card.store.ts';
import { refreshTrust } from './wallets/trust/refresh-trust.ts';
import { watchExpiry } from './wallets/credentials/watch-expiry.ts';
import type { Dependencies } from './dependencies.ts';
import type { Job } from './worker/worker.ts';

const BATCH = 100;
/** Maximum number of concurrent inquiries at one provider; each provider has its own job. */
const MAX_INQUIRIES = 500;
const MINUTE_MS = 60_000;

export function jobs(parts: Dependencies): Job[] {
  return [...frequentJobs(parts), ...rareJobs(parts)];
}

function frequentJobs(parts: Dependencies): Job[] {
  return [
    ...parts.providers.list.map(({ name: provider }) => ({
      name: 'resolve',
      everyMs: 500,
      due: { ...attemptsDue, values: [provider] },
      run: () => resolveDue(parts, provider, MAX_INQUIRIES),
    })),
    { name: 'end', everyMs: 500, due: deadlinesDue, run: () => endDue(parts, BATCH) },
    { name: 'deliver', everyMs: 500, due: queueNotEmpty, run: () => parts.delivery.claim() },
    { name: 'receivers', everyMs: 1000, run: () => parts.receiverWatch.write() },
    {
      name: 'tokenize',
      everyMs: 500,
      due: tokenizationsDue,
      run: () => continueDue(parts, BATCH),
    },
    { name: 'settle', everyMs: 1000, run: createSettler(parts) },
    {
      name: 'remove-tokens',
      everyMs: 1000,
      due: removalsDue,
      run: () => removeDue(parts, BATCH),
    },
    {
      name: 'confirm-checkouts',
      everyMs: 1000,
      due: confirmationsDue,
      run: () => confirmCheckouts(parts),
    },
    { name: 'outage', everyMs: 1000, run: () => parts.readiness.checkOutage() },
    { name: 'check-ledger', everyMs: 1000, run: createLedgerChecker(parts) },
    { name: 'rotate-keys', everyMs: 1000, run: () => rotateKeys(parts) },
    {
      name: 'reconcile',
      everyMs: 1000,
      due: comparisonsDue,
      run: () => compareImports(parts),
    },
    { name: 'backfill', everyMs: 1000, due: backfillsDue, run: () => parts.backfill() },
    { name: 'forget-codes', everyMs: 1000, due: codesDue, run: () => forgetCodes(parts, BATCH) },
  ];
}

function rareJobs(parts: Dependencies): Job[] {
  const { idempotency, database, clock, bins, providers, threeds } = parts;
  return [
    { name: 'unconnected', everyMs: MINUTE_MS, run: () => reportUnconnected(parts) },
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
    { name: 'card-ranges', everyMs: MINUTE_MS, run: () => threeds.ranges.refresh() },
    {
      name: 'bank-lists',
      everyMs: MINUTE_MS,
      run: () => refreshBanks(providers, clock.now()),
    },
    { name: 'bin-table', everyMs: MINUTE_MS, run: async () => ((await bins?.refresh()) ? 1 : 0) },
    {
      name: 'wallet-roots',
      everyMs: MINUTE_MS,
      run: () => refreshTrust(parts.trustFiles, parts.metrics),
    },
    { name: 'success-rates', everyMs: MINUTE_MS, run: () => refreshRates(parts) },
    { name: 'encryption-keys', everyMs: MINUTE_MS, run: () => parts.encryptionKeys.maintain() },
    { name: 'wallet-expiry', everyMs: MINUTE_MS, run: () => watchExpiry(parts) },
    { name: 'forget-budgets', everyMs: MINUTE_MS, run: () => parts.budgets.forget(1000) },
    { name: 'forget-answers', everyMs: MINUTE_MS, run: () => idempotency.removeExpired(1000) },
  ];
}

/** Without a connection to Click to Pay the results wait. */
function confirmCheckouts(parts: Dependencies): Promise<number> {
  const { clickToPay } = parts.wallets;
  return clickToPay ? confirmDue({ ...parts, clickToPay }, BATCH) : Promise.resolve(0);
}

/** Learns new root keys first, so that the rotation can use them. */
async function rotateKeys({ ring, rotate }: Dependencies): Promise<number> {
  const learned = await ring.refresh();
  return learned + (await rotate());
}
