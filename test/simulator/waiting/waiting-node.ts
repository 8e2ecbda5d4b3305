// The engine in memory with one provider, for simulated runs: journal, store, processor, and a
// record of its alarms and errors.

import { noBudgets } from '@bramka/gateway/http/testing/no-budgets.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { noFailpoints } from '@bramka/gateway/core/failpoint.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import type { HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { createMemory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { defaultSettings } from '@bramka/gateway/merchants/merchant.ts';
import { paymentConclusions } from '@bramka/gateway/payments/decisions/conclude-operation.ts';
import { decideRegister, decideStart } from '@bramka/gateway/payments/decisions/register.ts';
import type { Decision } from '@bramka/gateway/payments/decisions/decision.ts';
import {
  freshPayment,
  plainStart,
} from '@bramka/gateway/payments/decisions/testing/fresh-payment.ts';
import type { PaymentParts, ProcessorParts } from '@bramka/gateway/payments/processing/parts.ts';
import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { createProcessor } from '@bramka/gateway/payments/processing/process.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { providerRegistry } from '@bramka/gateway/providers/registry.ts';
import { exampleMeans } from '../../support/providers/requests.ts';
import { memoryPaymentStore } from '../storage/memory-payment.store.ts';
import type { WaitingBug } from './waiting-bug.ts';

const FIRST_CHECK_MS = 12_000;
const WAIT_MS = 90_000;
const VALID_MS = 30 * 60_000;

export interface WaitingNode {
  readonly parts: PaymentParts;
  readonly rows: () => Payment[];
  readonly alarms: { readonly alarm?: string; readonly paymentId?: string }[];
  readonly errors: unknown[];
}

export function createNode(
  clock: HandClock,
  seed: number,
  provider: Provider,
  bug?: WaitingBug,
): WaitingNode {
  const memory = createMemory();
  const alarms: object[] = [];
  const errors: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (facts: object) => void ('alarm' in facts ? alarms : errors).push(facts),
  };
  const silent = { inc: () => undefined };
  const journal = groupCommit(memory.committer, {
    lanes: 2,
    batchSize: 8,
    defer: (work) => queueMicrotask(work),
  });
  const processing = {
    journal: bug?.journal?.(journal) ?? journal,
    store: memoryPaymentStore(memory),
    clock,
    ids: createIds(clock, seededRandom(seed)),
    merchants: { find: () => Promise.resolve({ settings: defaultSettings }) },
    providers: providerRegistry([bug?.provider?.(provider) ?? provider]),
    methods: { list: [], find: () => undefined, findByType: () => undefined },
    threeds: { store: { latest: () => Promise.resolve(undefined) } },
    failpoints: noFailpoints,
    firstCheckMs: FIRST_CHECK_MS,
    budgets: noBudgets,
    conclusions: bug?.conclusions?.(paymentConclusions) ?? paymentConclusions,
    log: bug?.log?.(log) ?? log,
    metrics: { payments: silent, outcomes: silent, alarms: silent },
  } as unknown as ProcessorParts;
  const real = createProcessor(processing);
  const parts = { ...processing, processor: bug?.processor?.(real) ?? real } as PaymentParts;
  return { parts, rows: () => memory.rows<Payment>(payments), alarms, errors };
}

/** A payment of the order that waits for its customer. */
export function newWaitingPayment(
  { clock, ids }: PaymentParts,
  provider: string,
  extOrderId: string,
): Decision {
  const now = { at: clock.now(), ids };
  const fields = { extOrderId, validUntil: now.at + VALID_MS, method: 'PBL' } as const;
  const waitUntil = now.at + WAIT_MS;
  const means = exampleMeans.REDIRECT;
  const start = { ...plainStart, provider, means, waitUntil, firstCheckMs: FIRST_CHECK_MS };
  return decideStart(decideRegister(freshPayment(now, fields), {}, now), start, now);
}
