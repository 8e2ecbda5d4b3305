// One seed from beginning to end: a safety phase with operations and faults, a liveness phase in
// which everything must come to rest, and a calm phase in which what is possible must succeed.

import { createHash } from 'node:crypto';
import { attempts, type Attempt } from '@bramka/gateway/acquirers/attempt.ts';
import { deadlines, payments, type Deadline } from '@bramka/gateway/payments/payment.ts';
import type { Payment } from '@bramka/gateway/payments/payment.ts';
import { answerChecks } from './checks/answers.ts';
import { createFindings, type Finding, type Findings } from './checks/findings.ts';
import { isOpen } from './checks/payment-rows.ts';
import { checkOneCharge, checkRest } from './checks/rest.ts';
import { stepChecks, type StepChecks } from './checks/step.ts';
import { createDriver, type Driver } from './client/driver.ts';
import { isOpenHold, merchant } from './client/requests.ts';
import { createChance } from './world/chance.ts';
import { LONGEST_HOLD_MS } from './world/merchants.ts';
import { createMishaps } from './world/mishaps.ts';
import { createWorld, type Planted, type World } from './world/world.ts';

export interface Outcome {
  readonly seed: number;
  readonly findings: readonly Finding[];
  readonly trace: readonly string[];
  /** Equal for equal runs. */
  readonly hash: string;
  readonly counts: ReadonlyMap<string, number>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export async function runSeed(seed: number, planted: Planted = {}): Promise<Outcome> {
  const { world, findings, driver, recheck } = build(seed, planted);
  const isOver = (): boolean => findings.list.length > 0;
  await safetyPhase(world, driver, isOver);
  const phases = [
    () => comeToRest(world, findings, driver, isOver),
    () => calmPhase(world, findings, driver, isOver),
    () => endEverything(world, findings, driver, isOver),
  ];
  for (const phase of phases) {
    if (isOver()) break;
    await phase();
    if (isOver()) break;
    checkRest(world, findings);
    recheck();
  }
  for (const node of world.nodes) node.life.crash();
  const hash = createHash('sha256').update(world.lines.join('\n')).digest('hex');
  const { lines: trace, counts } = world;
  return { seed, findings: findings.list, trace, hash, counts };
}

function build(seed: number, planted: Planted) {
  let findings: Findings | undefined;
  let steps: StepChecks | undefined;
  const onDefect = (world: World, where: string, error: unknown): void => {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    world.trace(told);
    findings?.report('no defects', `${where}: ${told.split('\n')[0] ?? ''}`);
  };
  const world = createWorld({
    seed,
    planted,
    observer: (made) => {
      findings = createFindings(made.trace);
      steps = stepChecks(made, findings);
      return steps;
    },
    onCharge: (made) => findings && checkOneCharge(made, findings),
    onDefect,
  });
  const known = findings as unknown as Findings;
  const answers = answerChecks(world, known, (steps as unknown as StepChecks).born);
  const driver = createDriver(world, answers, (where, error) => onDefect(world, where, error));
  return { world, findings: known, driver, recheck: () => answers.recheck(driver.calls) };
}

async function safetyPhase(world: World, driver: Driver, isOver: () => boolean): Promise<void> {
  const chance = createChance(world.seed, 42);
  const mishaps = createMishaps(world);
  const { clock, runUntil } = world.schedule;
  const operations = chance.between(10, 34);
  const pace = chance.pick([20, 300, 3_000]);
  for (let step = 0; step < operations && !isOver(); step += 1) {
    driver.act();
    await runUntil(isOver, clock.now() + chance.below(pace));
    await mishaps.strike();
  }
  await runUntil(isOver, clock.now() + chance.pick([0, 5_000, 90_000]));
  mishaps.stop();
}

/** Faults have stopped: within an hour of simulated time nothing may be unknown any more. */
async function comeToRest(
  world: World,
  findings: Findings,
  driver: Driver,
  isOver: () => boolean,
): Promise<void> {
  const { schedule, storage, network } = world;
  const isAtRest = (): boolean =>
    isOver() ||
    (driver.waiting() === 0 &&
      network.inFlight() === 0 &&
      !storage.memory.rows<Attempt>(attempts).some(isOpen) &&
      dueDeadlines(world).length === 0);
  const limit = schedule.clock.now() + HOUR_MS;
  while (schedule.clock.now() < limit) {
    if (await schedule.runUntil(isAtRest, schedule.clock.now() + 10_000)) return;
    skipIdleTime(world, driver);
  }
  const stuck = storage.memory.rows<Attempt>(attempts).filter(isOpen);
  const told = stuck.map(({ verb, state, attemptId }) => `${verb} ${state} ${attemptId.slice(-6)}`);
  const overdue = dueDeadlines(world).length;
  const waiting = `${String(driver.waiting())} calls, ${String(overdue)} deadlines`;
  findings.report('I10 liveness', `no rest after an hour: ${told.join(', ')}; ${waiting}`);
}

function dueDeadlines(world: World): Deadline[] {
  const now = world.schedule.clock.now();
  return world.storage.memory.rows<Deadline>(deadlines).filter(({ dueAt }) => dueAt <= now);
}

/** Nothing is on its way: go to the next look at an attempt at once. */
function skipIdleTime(world: World, driver: Driver): void {
  if (world.network.inFlight() > 0 || driver.waiting() > 0) return;
  const open = world.storage.memory.rows<Attempt>(attempts).filter(isOpen);
  const next = Math.min(...open.map(({ checkAt }) => checkAt ?? Infinity));
  const idleMs = next - world.schedule.clock.now();
  if (Number.isFinite(idleMs) && idleMs > 0) world.schedule.jump(idleMs);
}

/** In the calm, what the specification allows must be done. */
async function calmPhase(
  world: World,
  findings: Findings,
  driver: Driver,
  isOver: () => boolean,
): Promise<void> {
  const isSold = ({ status, transKind }: Payment): boolean =>
    status === 'COMPLETED' && transKind === 'AUTH';
  for (const [fits, operation, wanted] of [
    [isOpenHold, 'capture', 'COMPLETED'],
    [isOpenHold, 'adjust', 'COMPLETED'],
    [isSold, 'cancel', 'CANCELLED'],
  ] as const) {
    const target = world.storage.memory.rows<Payment>(payments).find(fits);
    if (!target) continue;
    const { merchantId, paymentId } = target;
    const mark = `calm-${operation}`;
    const body = { ...(operation === 'adjust' ? { amount: 7.77 } : {}), description: mark };
    const caller = merchant(merchantId);
    const params = { paymentId };
    const key = null;
    let told = 'nothing';
    void driver
      .send({ operation, caller, params, body: operation === 'cancel' ? {} : body, key }, mark)
      .then((reply) => (told = reply?.body['status'] ?? reply?.code ?? 'nothing'));
    await comeToRest(world, findings, driver, isOver);
    findings.expect(isOver() || told === wanted, 'I9 truth', () => {
      return `${operation} of payment ${paymentId.slice(-6)} in the calm was answered ${told}`;
    });
    world.count(`calm ${operation}`);
  }
}

/** Every validity time and every hold period passes: nothing unfinished and no hold may stay. */
async function endEverything(
  world: World,
  findings: Findings,
  driver: Driver,
  isOver: () => boolean,
): Promise<void> {
  for (const ms of [15 * MINUTE_MS, LONGEST_HOLD_MS]) {
    world.schedule.jump(ms);
    world.trace(`${String(ms / 1000)} s pass`);
    await comeToRest(world, findings, driver, isOver);
  }
  for (const payment of world.storage.memory.rows<Payment>(payments)) {
    const isUnfinished = payment.status === 'NEW' || isOpenHold(payment);
    findings.expect(isOver() || !isUnfinished, 'I10 liveness', () => {
      return `payment ${payment.paymentId.slice(-6)} is ${payment.status} for ever`;
    });
  }
}
