// Assembles what endpoints and jobs use, layer by layer: who may call, how this node writes, the
// payment engine, then everything around it. Each layer takes the ones below.

import { createAuthenticator } from './auth/authenticator.ts';
import { openEvents } from './events/open-events.ts';
import { followHistory } from './events/feed/feed.store.ts';
import { createSendLimits } from './events/replay/send-limits.ts';
import { createMetrics } from './http/metrics.ts';
import { createIdempotency } from './http/idempotency.ts';
import { assembleDelivery, openAnnouncingJournal } from './assemble-delivery.ts';
import { assembleIdentity, type Identity } from './assemble-identity.ts';
import { assemblePayments, type AssemblyParts } from './assemble-payments.ts';
import type { Secret } from './core/secret.ts';
import { sqlDisputeStore } from './disputes/dispute.store.ts';
import { createStatusWatch, watchedJournal } from './payments/watching/status-watch.ts';
import { sqlVersions } from './payments/watching/versions.store.ts';
import { sqlRefundStore } from './refunds/refund.store.ts';
import { createSuccessRates } from './routing/rates/success-rate.ts';
import { createRotator } from './rotation/rotate.ts';
import { settlementStores } from './settlement/parts.ts';
import { createReadiness } from './storage/availability/readiness.ts';
import { createBackfiller } from './storage/migration/backfill.ts';
import { continueIfAny } from './tokenizer/processing/continue-tokenization.ts';
import { sqlTokenizationStore } from './tokenizer/tokenization.store.ts';
import { auditedBudgets } from './vault/audit/audited-budgets.ts';
import { openAudit } from './vault/audit/open-audit.ts';

/** How long nothing may be sealed with an old key before it is destroyed. */
const RETIRE_WAIT_MS = { sandbox: 3_000, production: 30_000 } as const;

export type Dependencies = ReturnType<typeof assembleDependencies>;

export function assembleDependencies(parts: AssemblyParts, adminKey: Secret<string>) {
  const identity = assembleIdentity(parts);
  const writing = openWriting(parts, identity);
  const rates = createSuccessRates();
  const payments = assemblePayments(parts, identity, {
    ...writing,
    rates,
    // Payments and tokenizer call each other; the tokenizer is the module to the right.
    followTokenization: (payment) => continueIfAny(dependencies, payment),
  });
  const authenticator = createAuthenticator(identity.jwts, identity.merchants, adminKey);
  const deliveries = assembleDelivery(parts, { ...payments, ...writing });
  const events = openEvents({ ...identity, ...writing, ...deliveries, ...parts, authenticator });
  const { database } = parts.storage;
  const { ids, clock, config, keys } = parts;
  const retireWaitMs = RETIRE_WAIT_MS[config.environment];
  const dependencies = {
    ...identity,
    ...payments,
    ...writing,
    ...deliveries,
    ...events,
    ...settlementStores(database),
    authenticator,
    refunds: sqlRefundStore(database),
    disputes: sqlDisputeStore(database),
    tokenizations: sqlTokenizationStore(database),
    idempotency: createIdempotency({ ...identity, ...keys, budgets: writing.budgets }),
    rotate: createRotator({ ...identity, ...payments, nodeId: ids.next(), retireWaitMs }),
    backfill: createBackfiller({ ...parts, database, log: parts.logger }),
    sendLimits: createSendLimits(config, clock.monotonicMs),
    bins: parts.bins,
    rates,
    keys,
    trustFiles: parts.wallets?.trustFiles ?? [],
    deliveryLogDays: config.deliveryLogDays,
  };
  return dependencies;
}

/** How this node writes: the journal and who learns of its commits, the audit log, budgets. */
function openWriting(parts: AssemblyParts, { merchants }: Identity) {
  const { storage, clock, ids, logger: log } = parts;
  const metrics = createMetrics();
  const afterOutage = () => followHistory(storage.journalDatabase);
  const readiness = createReadiness({ ...storage, clock, nodeId: ids.next(), afterOutage });
  const announcing = openAnnouncingJournal(storage, readiness, { metrics, merchants });
  const watch = createStatusWatch({ clock, versions: sqlVersions(storage.database), log });
  const journal = watchedJournal(announcing.journal, watch);
  const audit = openAudit(parts, readiness, parts.keys.stored['audit log']);
  const budgets = auditedBudgets(parts, metrics, audit.log);
  return { ...announcing, journal, watch, metrics, readiness, audit, budgets };
}
