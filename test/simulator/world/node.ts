// One simulated gateway process: the real engine, endpoints, vault, idempotency and jobs, on shared
// storage and the simulated network.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import { deriveKey } from '@bramka/gateway/core/seal.ts';
import { createOpenFields } from '@bramka/gateway/encryption/open-fields.ts';
import { targetRules } from '@bramka/gateway/events/egress/target.ts';
import { noBudgets } from '@bramka/gateway/http/testing/no-budgets.ts';
import { createIdempotency } from '@bramka/gateway/http/idempotency.ts';
import type { CallParts } from '@bramka/gateway/http/serve.ts';
import { createStatusWatch } from '@bramka/gateway/payments/watching/status-watch.ts';
import type { PaymentParts } from '@bramka/gateway/payments/processing/parts.ts';
import { createProcessor } from '@bramka/gateway/payments/processing/process.ts';
import { createLinks } from '@bramka/gateway/payments/links/links.ts';
import type { Tokenizing } from '@bramka/gateway/payments/processing/parts.ts';
import { sqlRefundStore } from '@bramka/gateway/refunds/refund.store.ts';
import { settlementStores } from '@bramka/gateway/settlement/parts.ts';
import { createSettler } from '@bramka/gateway/settlement/processing/settle-due.ts';
import { continueIfAny } from '@bramka/gateway/tokenizer/processing/continue-tokenization.ts';
import { createLife } from './life.ts';
import { memoryDatabase } from '../storage/memory-database.ts';
import { settlementAnswers } from '../storage/settlement-answers.ts';
import { memoryMerchants } from './merchants.ts';
import { startJobs } from '../node/node-jobs.ts';
import { nodeTokenizer, tokenizerJobs } from './node-tokenizer.ts';
import { masterKey } from './node-vault.ts';
import { processParts, PUBLIC_URL, ringOf } from '../node/engine.ts';
import type { NodeParts, SimulatedNode } from '../node/node-parts.ts';

/** Customers of the simulator do not encrypt card fields. */
const noKeys = { find: () => Promise.resolve(undefined) };
const stored = { 'idempotency fingerprint': masterKey };
const linkKey = deriveKey(masterKey, 'payment links');

export function startNode(parts: NodeParts): SimulatedNode {
  const { name, skewMs, schedule, chance, storage } = parts;
  const life = createLife();
  const clock: Clock = {
    ...schedule.clock,
    now: () => schedule.clock.now() + skewMs,
    sleep: (ms, signal) => life.gate(schedule.clock.sleep(ms, signal)),
  };
  const merchants = memoryMerchants(parts.policies, parts.plan.names);
  const reach = <T>(work: () => T | Promise<T>): Promise<T> => storage.reach(life, work);
  const answers = parts.settlement && settlementAnswers(storage.memory, parts.settlement);
  const database = memoryDatabase(storage.memory, parts.keys, reach, answers);
  const follow: Tokenizing['follow'] = (payment) => continueIfAny(tokenizer, payment);
  const engine = { ...parts, life, clock, merchants, database, follow };
  const processing = processParts(engine);
  const processor = createProcessor(processing);
  const links = createLinks(
    () => PUBLIC_URL,
    linkKey,
    ({ paymentId, generation }) => Promise.resolve(`${paymentId}.${String(generation)}`),
  );
  const payments: PaymentParts = {
    ...processing,
    merchants,
    processor,
    links,
    aliases: { find: () => Promise.resolve(undefined) },
    openFields: createOpenFields({ keys: noKeys, clock, settings: { encryptedFieldSeconds: 600 } }),
    receiverRules: targetRules(false),
    watch: createStatusWatch({ clock, versions: () => Promise.resolve([]), log: processing.log }),
  };
  const tokenizer = nodeTokenizer(payments, database, parts.tampering);
  const settling = { ...payments, ...settlementStores(database) };
  const batchStore = parts.tampering.batches?.(settling.batchStore) ?? settling.batchStore;
  const settle = createSettler({ ...settling, batchStore });
  startJobs(parts, payments, [
    ...(parts.tokenServices ? tokenizerJobs(tokenizer) : []),
    ...(parts.settlement ? [{ name: 'settle', run: settle }] : []),
  ]);
  const random = chance.bytes;
  const budgets = noBudgets;
  const ring = ringOf(random);
  const idempotency = createIdempotency({ database, clock, stored, ring, budgets });
  const unlimited = { take: () => undefined };
  const { journal } = processing;
  const gate = { clock, idempotency, journal, byAddress: unlimited, byMerchant: unlimited };
  const refunds = { ...payments, refunds: sqlRefundStore(database), database };
  const money = { refunds, deposits: { ...payments, database } };
  return { name, life, payments, ...money, tokenizer, gate: gate as unknown as CallParts };
}
