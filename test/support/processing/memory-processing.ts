// Payment processing on the in-memory journal, with an acquirer scripted by the test, a manual
// clock, and a record of every alarm.

import { emptyBinTable } from '@bramka/gateway/cards/bin-table.ts';
import { createCardKnowledge } from '@bramka/gateway/cards/card-knowledge.ts';
import { noBudgets } from '@bramka/gateway/http/testing/no-budgets.ts';
import { createIds, type TimeAndIds } from '@bramka/gateway/core/id.ts';
import { present } from '@bramka/gateway/core/json/present.ts';
import { noFailpoints } from '@bramka/gateway/core/failpoint.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import { handClock, type HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import type { Attempt } from '@bramka/gateway/providers/attempt.ts';
import type { Finding, Outcome } from '@bramka/gateway/providers/outcome.ts';
import { providerRegistry } from '@bramka/gateway/providers/registry.ts';
import { createFindRoute } from '@bramka/gateway/routing/find-route.ts';
import { createSuccessRates } from '@bramka/gateway/routing/rates/success-rate.ts';
import { events, type EventRow } from '@bramka/gateway/events/event.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { createMemory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { defaultSettings } from '@bramka/gateway/merchants/merchant.ts';
import type { NewPayment } from '@bramka/gateway/payments/model/advance.ts';
import type { Decision } from '@bramka/gateway/payments/decisions/decision.ts';
import { decideRegister, decideStart } from '@bramka/gateway/payments/decisions/register.ts';
import {
  freshPayment,
  plainStart,
} from '@bramka/gateway/payments/decisions/testing/fresh-payment.ts';
import { memoryPaymentStore } from '../../simulator/storage/memory-payment.store.ts';
import type { Loaded } from '@bramka/gateway/payments/model/payment.ts';
import type { PaymentKey } from '@bramka/gateway/payments/loading/payment.store.ts';
import { createProcessor } from '@bramka/gateway/payments/processing/process.ts';
import type { PaymentParts, ProcessorParts } from '@bramka/gateway/payments/processing/parts.ts';
import { paymentConclusions } from '@bramka/gateway/payments/decisions/conclude-operation.ts';
import type { Processor } from '@bramka/gateway/payments/processing/processor.ts';

export const FIRST_CHECK_MS = 12_000;
export const MAX_IN_FLIGHT_MS = 60_000;

export interface Alarm {
  /** The label of the counter and the fields of the log line. */
  readonly counted: string;
  readonly logged: object;
}

export interface Called {
  readonly verb: string;
  readonly attemptId: string;
  /** Of an inquiry, if it names one. */
  readonly originalAttemptId?: string;
}

export interface MemoryProcessing {
  readonly parts: PaymentParts;
  readonly processor: Processor;
  readonly clock: HandClock;
  readonly alarms: Alarm[];
  /** The calls to the acquirer, in order. */
  readonly called: Called[];
  /** Its answers from now on. */
  answer: (verb: string) => Finding;
  /** Called during an inquiry. */
  onInquiry: () => void;
  now(): TimeAndIds;
  /** The decision that starts an authorization. */
  start(given?: Partial<NewPayment>): Decision;
  /** A payment whose authorization is committed, without a call to the acquirer. */
  started(given?: Partial<NewPayment>): Promise<Loaded>;
  commit(decision: Decision): Promise<Loaded>;
  load(key: PaymentKey): Promise<Loaded>;
  /** The bodies of the events of a payment, in order. */
  eventBodies(key: PaymentKey): Record<string, unknown>[];
}

export function memoryProcessing(): MemoryProcessing {
  const clock = handClock();
  const ids = createIds(clock, seededRandom(1));
  const memory = createMemory();
  const alarms: Alarm[] = [];
  const called: Called[] = [];
  const defer = (work: () => void): void => queueMicrotask(work);
  const journal = groupCommit(memory.committer, { lanes: 1, batchSize: 8, defer });
  const store = memoryPaymentStore(memory);
  const providers = providerRegistry([scripted(called, () => rig)]);
  const processing = {
    journal,
    store,
    clock,
    ids,
    merchants: { find: () => Promise.resolve({ settings: defaultSettings }) },
    providers,
    cards: createCardKnowledge(() => emptyBinTable),
    findRoute: createFindRoute({ rates: createSuccessRates(), providers: providers.list }),
    failpoints: noFailpoints,
    firstCheckMs: FIRST_CHECK_MS,
    budgets: noBudgets,
    conclusions: paymentConclusions,
    methods: { list: [], find: () => undefined, findByType: () => undefined },
    ...recorders(alarms),
  } as unknown as ProcessorParts;
  const processor = createProcessor(processing);
  const parts = { ...processing, processor } as PaymentParts;
  const rig: MemoryProcessing = {
    parts,
    processor,
    clock,
    alarms,
    called,
    answer: () => ({ kind: 'not-found' }),
    onInquiry: () => undefined,
    now: () => ({ at: clock.now(), ids }),
    start(given) {
      const registered = decideRegister(freshPayment(rig.now(), given), {}, rig.now());
      const start = { ...plainStart, provider: 'scripted', firstCheckMs: FIRST_CHECK_MS };
      return decideStart(registered, start, rig.now());
    },
    started: (given) => rig.commit(rig.start(given)),
    async commit(decision) {
      const verdict = await journal.commit(decision.draft);
      if (verdict.kind !== 'committed') throw new Error(`not committed: ${verdict.kind}`);
      return decision.loaded;
    },
    async load({ merchantId, paymentId }) {
      return (await store.load(merchantId, paymentId)) as Loaded;
    },
    eventBodies: ({ paymentId }) =>
      memory
        .rows<EventRow>(events)
        .filter((row) => row.paymentId === paymentId)
        .sort((a, b) => a.sequence - b.sequence)
        .map(({ body }) => JSON.parse(body) as Record<string, unknown>),
  };
  return rig;
}

/** Both records of an alarm; they are made one after the other. */
function recorders(alarms: Alarm[]): object {
  let counted: string[] = [];
  const silent = { inc: () => undefined };
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error(logged: object) {
      alarms.push({ counted: counted.join(), logged });
      counted = [];
    },
  };
  const counter = { inc: ({ alarm }: { alarm: string }) => void counted.push(alarm) };
  return { log, metrics: { payments: silent, outcomes: silent, alarms: counter } };
}

function scripted(called: Called[], rig: () => MemoryProcessing): Provider {
  const does =
    (verb: string) =>
    ({ attemptId }: { attemptId: string }): Promise<Outcome> => {
      called.push({ verb, attemptId });
      return Promise.resolve(rig().answer(verb) as Outcome);
    };
  return {
    name: 'scripted',
    maxInFlightMs: MAX_IN_FLIGHT_MS,
    means: ['PAN'],
    authorize: does('authorize'),
    followUps: {
      capture: does('capture'),
      adjust: does('adjust'),
      reverse: does('reverse'),
      refund: does('refund'),
    },
    inquire({ attemptId, originalAttemptId }) {
      called.push({ verb: 'inquire', attemptId, ...present({ originalAttemptId }) });
      const answer = rig().answer('inquire');
      rig().onInquiry();
      return Promise.resolve(answer);
    },
  };
}

export function openAttempt({ attempts }: Loaded): Attempt {
  const found = attempts.find(({ finishedAt }) => finishedAt === null);
  if (!found) throw new Error('no attempt is open');
  return found;
}
