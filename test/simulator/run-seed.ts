// Runs one seed: a safety phase with operations and faults, a liveness phase in which everything
// must settle, and a calm phase in which what is possible must succeed.

import { createHash } from 'node:crypto';
import { answerChecks } from './checks/answers.ts';
import { createFindings, type Finding, type Findings } from './checks/findings.ts';
import {
  checkAuthorization,
  checkForged,
  checkResult,
} from './checks/authentication/proof-checks.ts';
import { checkAudit } from './storage/audit-check.ts';
import { checkOneCharge, checkAllSettled } from './checks/rest.ts';
import { stepChecks, type StepChecks } from './checks/step.ts';
import { checkArrival } from './failover/failover-checks.ts';
import type { ProviderCount } from './failover/providers.ts';
import { createDriver, type Driver } from './client/driver.ts';
import { calmPhase, settleAll, passAllTimeLimits, type Run } from './phases.ts';
import { refundSettled } from './money/late-refunds.ts';
import { refundWhileClosing } from './money/refunds-while-closing.ts';
import { createOperator } from './money/operator.ts';
import { createChance } from './world/chance.ts';
import { createWorldFaults } from './world/world-faults.ts';
import { createWorld, type Planted, type Watch, type World } from './world/world.ts';

export interface Outcome {
  readonly seed: number;
  readonly findings: readonly Finding[];
  readonly trace: readonly string[];
  /** Equal for equal runs. */
  readonly hash: string;
  readonly counts: ReadonlyMap<string, number>;
}

const phases = [
  settleAll,
  calmPhase,
  passAllTimeLimits,
  refundSettled,
  refundWhileClosing,
] as const;

export async function runSeed(
  seed: number,
  planted: Planted = {},
  providers: ProviderCount = 'any',
): Promise<Outcome> {
  const { world, findings, driver, operate, recheck } = build(seed, planted, providers);
  const isOver = (): boolean => findings.list.length > 0;
  await safetyPhase(world, driver, operate, isOver);
  const run: Run = { world, findings, driver, isOver };
  for (const phase of phases) {
    if (isOver()) break;
    await phase(run);
    if (isOver()) break;
    checkAllSettled(world, findings);
    await checkAudit(world, findings);
    recheck();
  }
  for (const node of world.nodes) node.life.crash();
  const hash = createHash('sha256').update(world.lines.join('\n')).digest('hex');
  const { lines: trace, counts } = world;
  return { seed, findings: findings.list, trace, hash, counts };
}

function build(seed: number, planted: Planted, providers: ProviderCount) {
  let watched: Checks | undefined;
  const world = createWorld({
    seed,
    planted,
    providers,
    watch: (made) => (watched = createChecks(made)).watch,
  });
  const { findings, steps, watch } = watched as unknown as Checks;
  const answers = answerChecks(world, findings, steps.born);
  const driver = createDriver(world, answers, (...defect) => watch.onDefect(...defect));
  const operate = createOperator(world, (...defect) => watch.onDefect(...defect));
  return { world, findings, driver, operate, recheck: () => answers.recheck(driver.calls) };
}

interface Checks {
  readonly findings: Findings;
  readonly steps: StepChecks;
  readonly watch: Watch;
}

/** All checks that run while things happen. */
function createChecks(world: World): Checks {
  const findings = createFindings(world.trace);
  const steps = stepChecks(world, findings);
  const watch: Watch = {
    ...steps,
    onCharge: () => checkOneCharge(world, findings),
    onAuthorize(request, provider) {
      checkAuthorization(world, findings, request);
      checkArrival(world, findings, request, provider);
    },
    onResult: (made, reply) => checkResult(world, findings, made, reply),
    onForged: (lie, reply) => checkForged(findings, lie, reply),
    onDefect(where, error) {
      const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
      world.trace(told);
      findings.report('no defects', `${where}: ${told.split('\n')[0] ?? ''}`);
    },
  };
  return { findings, steps, watch };
}

async function safetyPhase(
  world: World,
  driver: Driver,
  operate: () => void,
  isOver: () => boolean,
): Promise<void> {
  const chance = createChance(world.seed, 42);
  const faults = createWorldFaults(world);
  const { clock, runUntil } = world.schedule;
  const operations = chance.between(12, 38);
  const pace = chance.pick([20, 300, 3_000]);
  for (let step = 0; step < operations && !isOver(); step += 1) {
    driver.startOperation();
    operate();
    await runUntil(isOver, clock.now() + chance.below(pace));
    await faults.maybeCauseFault();
  }
  await runUntil(isOver, clock.now() + chance.pick([0, 5_000, 90_000]));
  faults.stop();
}
