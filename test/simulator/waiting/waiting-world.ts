// One seeded run with an operator that waits for customers: payments of one order are started,
// cancelled and expire while confirmations, messages, faults and crashes race with them.

import { Refusal, refuse } from '@bramka/gateway/core/refusals.ts';
import { decideCancel } from '@bramka/gateway/payments/decisions/cancel.ts';
import type { PaymentParts } from '@bramka/gateway/payments/processing/parts.ts';
import type { PaymentKey } from '@bramka/gateway/payments/loading/payment.store.ts';
import { endDue } from '@bramka/gateway/payments/jobs/end-due.ts';
import { callTerms } from '@bramka/gateway/payments/processing/provider-call.ts';
import { resolveDue } from '@bramka/gateway/payments/jobs/resolve.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { createChance, type Chance } from '../world/chance.ts';
import { createAgenda, type Agenda } from './agenda.ts';
import { createOperator, OPERATOR } from './operator.ts';
import { createChecks, type CheckedWorld } from './waiting-checks.ts';
import type { WaitingFinding } from './waiting-finding.ts';
import type { WaitingBug } from './waiting-bug.ts';
import { createNode, newWaitingPayment } from './waiting-node.ts';

const MINUTE_MS = 60_000;
const FAULTS_MS = 10 * MINUTE_MS;
const RUN_MS = 12 * 60 * MINUTE_MS;
const ORDER = 'order-1';

export interface WaitingWorld extends CheckedWorld {
  readonly agenda: Agenda;
  readonly chance: Chance;
}

/** The violations that the seed finds; with a planted bug, those that it causes. */
export async function runWaiting(seed: number, bug?: WaitingBug): Promise<WaitingFinding[]> {
  const world = createWorld(seed, bug);
  const checks = createChecks(world);
  startPayments(world);
  startMessages(world, (isAccepted) => checks.forged(isAccepted));
  startJobs(world, bug);
  world.agenda.after(FAULTS_MS, () => world.operator.endFaults());
  await world.agenda.run(RUN_MS, () => checks.always());
  checks.atEnd();
  return checks.findings;
}

function createWorld(seed: number, bug?: WaitingBug): WaitingWorld {
  const agenda = createAgenda();
  const chance = createChance(seed, 40);
  const operator = createOperator(agenda, createChance(seed, 41));
  const provider = withCrashes(agenda, chance, operator.provider);
  return { agenda, chance, operator, ...createNode(agenda.clock, seed, provider, bug) };
}

/** A crash: calls in progress never come back, and only the resolver can find their results. */
function withCrashes(agenda: Agenda, chance: Chance, real: Provider): Provider {
  let life = 0;
  for (let crash = 0; crash < chance.below(4); crash += 1) {
    agenda.after(chance.between(1_000, FAULTS_MS), () => (life += 1));
  }
  const survive = async <T>(call: Promise<T>): Promise<T> => {
    const started = life;
    const answer = await call;
    return started === life ? answer : new Promise<never>(() => undefined);
  };
  const { stop, refund } = real.followUps;
  return {
    ...real,
    authorize: (request) => survive(real.authorize(request)),
    followUps: {
      ...(stop ? { stop: (request) => survive(stop(request)) } : {}),
      ...(refund ? { refund: (request) => survive(refund(request)) } : {}),
    },
  };
}

/** Several payments of one order: one after the other, or as soon as the order is free. */
function startPayments(world: WaitingWorld): void {
  const { agenda, chance } = world;
  for (let index = 0; index < 3; index += 1) {
    agenda.after(chance.between(0, 3 * MINUTE_MS), () => void tryToPay(world, 12));
  }
}

async function tryToPay(world: WaitingWorld, tries: number): Promise<void> {
  const { agenda, chance, parts } = world;
  const decision = newWaitingPayment(parts, OPERATOR, ORDER);
  try {
    await parts.processor.begin(decision);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (tries > 0)
      agenda.after(chance.between(5_000, 40_000), () => void tryToPay(world, tries - 1));
    return;
  }
  if (chance.percent(50)) {
    agenda.after(
      chance.between(1, 2 * MINUTE_MS),
      () => void cancel(world.parts, decision.loaded.payment),
    );
  }
}

export async function cancel(parts: PaymentParts, key: PaymentKey): Promise<void> {
  try {
    await parts.processor.change(key, (loaded, now) => {
      // A completed payment is reversed instead; the simulator of card payments does that.
      if (loaded.payment.status === 'COMPLETED') return refuse('NOT_IN_THIS_STATE');
      return decideCancel(loaded, null, callTerms(parts), now);
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** The operator's messages, and forged ones that nobody sent. */
function startMessages(world: WaitingWorld, onForged: (isAccepted: boolean) => void): void {
  const { agenda, chance, operator, parts } = world;
  operator.deliver = (message) => void parts.processor.report(message);
  const approved = {
    kind: 'approved',
    reference: 'forged',
    authCode: null,
    networkTransactionId: null,
  } as const;
  for (let index = 0; index < 6; index += 1) {
    agenda.after(chance.between(1_000, 5 * MINUTE_MS), () => {
      const known = chance.pick([...operator.records.keys(), 'none']);
      const other = { provider: 'another', attemptId: known };
      const unknown = { provider: OPERATOR, attemptId: parts.ids.next() };
      const forged = { ...chance.pick([other, unknown]), finding: approved };
      void parts.processor.report(forged).then((loaded) => onForged(loaded !== undefined));
    });
  }
}

function startJobs({ agenda, chance, parts, errors }: WaitingWorld, bug?: WaitingBug): void {
  const start = agenda.clock.now();
  const every = (work: () => Promise<unknown>): void => {
    const isLong = agenda.clock.now() - start > FAULTS_MS + 30 * MINUTE_MS;
    const pauseMs = isLong ? 5 * MINUTE_MS : chance.between(500, 4_000);
    void work().catch((error: unknown) => errors.push(error));
    agenda.after(pauseMs, () => every(work));
  };
  every(() => resolveDue(parts, OPERATOR, 100));
  if (!bug?.neverEnds) every(() => endDue(parts, 100));
}
