// Judges mutants one after another: the checks pass without the bug, then the bug is planted in the
// copy, each of its checks must fail, and the copy is restored.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkName, withBug, type Check, type Mutant } from './mutant.ts';
import { runCheck, type Ran } from './run-check.ts';

export type End = 'caught' | 'survived' | 'hung';

export interface MutantResult {
  readonly end: End;
  readonly ms: number;
  /** The check that did not fail as expected, if any. */
  readonly because: string;
}

export interface TimeLimits {
  /** Time limit of a check without a bug. */
  readonly controlMs: number;
  /**
   * Minimum time limit of a check with a bug; eight times its duration without one if that is
   * longer.
   */
  readonly leastMs: number;
  /**
   * What tests wait at least for something that a bug may prevent; twice the duration of the check
   * without one if that is longer, so that only a bug makes them wait in vain.
   */
  readonly leastWaitMs: number;
}

export const defaultTimeLimits: TimeLimits = {
  controlMs: 600_000,
  leastMs: 180_000,
  leastWaitMs: 20_000,
};

export interface Judge {
  judge(mutant: Mutant): Promise<MutantResult>;
}

/** A check that fails, hangs or runs no test without any bug proves nothing. */
export class BrokenControl extends Error {}

export function createJudge(root: string, folder: string, limits = defaultTimeLimits): Judge {
  const controls = new Map<string, number>();
  const control = async (check: Check): Promise<number> => {
    const known = controls.get(checkName(check));
    if (known !== undefined) return known;
    const ran = await runCheck(folder, check, limits.controlMs);
    restoreSeeds(root, folder);
    if (ran.end !== 'passed' || ran.tests === 0) throw new BrokenControl(toldOf(check, ran));
    controls.set(checkName(check), ran.ms);
    return ran.ms;
  };
  return {
    async judge(mutant) {
      const path = join(folder, mutant.file);
      const original = readFileSync(path, 'utf8');
      const changed = withBug(original, mutant);
      const times = new Map<Check, number>();
      for (const check of mutant.caughtBy) times.set(check, await control(check));
      writeFileSync(path, changed);
      try {
        return await judgeAll(folder, times, limits);
      } finally {
        writeFileSync(path, original);
        restoreSeeds(root, folder);
      }
    },
  };
}

async function judgeAll(
  folder: string,
  times: ReadonlyMap<Check, number>,
  { leastMs, leastWaitMs }: TimeLimits,
): Promise<MutantResult> {
  let ms = 0;
  for (const [check, controlMs] of times) {
    const limitMs = Math.max(leastMs, 8 * controlMs);
    const ran = await runCheck(folder, check, limitMs, Math.max(leastWaitMs, 2 * controlMs));
    ms += ran.ms;
    const because = checkName(check);
    if (ran.end === 'hung') return { end: 'hung', ms, because };
    if (ran.end === 'passed') return { end: 'survived', ms, because };
  }
  return { end: 'caught', ms, because: '' };
}

/** The simulator adds failing seeds to a file, which the next run would replay. */
function restoreSeeds(root: string, folder: string): void {
  const file = 'test/simulator/failing-seeds.txt';
  copyFileSync(join(root, file), join(folder, file));
}

function toldOf(check: Check, { end, tests, output }: Ran): string {
  const why = end === 'passed' && tests === 0 ? 'tests nothing' : end;
  return `Without any bug, ${checkName(check)} ${why}:\n${output.slice(-3000)}`;
}
