// A long run: its parts one after the other, each for its share of the time, and a report at the
// end. A part that crashes or finds something does not stop the others.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { endLeftovers, markRun } from '../../setup/processes/leftovers.ts';
import { runAtExit } from '../../support/waiting/ending.ts';
import { exitCodeOf, figuresText, reportText, type PartResult } from './figures.ts';
import type { LongOptions } from './options.ts';
import { parts } from './parts.ts';
import { programNames, proveProgram } from './prove-program.ts';
import { runPart } from './run-part.ts';
import { divideTime } from './time-shares.ts';

const program = join(import.meta.dirname, 'lane-process.ts');
const root = join(import.meta.dirname, '..', '..', '..');
const print = (line: string): void => void process.stdout.write(`${line}\n`);

export async function proveForLong(options: LongOptions): Promise<number> {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'bramka');
  const mark = markRun();
  runAtExit(() => void endLeftovers(mark));
  const { minutes, seed } = options;
  const chosen = parts.filter(({ name }) => options.only.includes(name));
  const seconds = divideTime(minutes * 60, chosen);
  print(`${minutes} minutes, seed ${seed}: ${chosen.map(({ name }) => name).join(', ')}`);
  const results: PartResult[] = [];
  for (const part of chosen) {
    const share = seconds.get(part.name) ?? 0;
    print(`${part.name}: ${part.title}, for ${share.toFixed(0)} s`);
    const lanes = part.lanes(availableParallelism());
    const result = await runPart({ name: part.name, lanes, seconds: share, seed, program, print });
    print(`${part.name}: ${figuresText(result.figures)}, ${result.violations.length} violations`);
    results.push(result);
    // A lane that was killed cannot end its gateways.
    endLeftovers(mark);
  }
  if (options.hasPrograms) {
    for (const name of programNames) results.push(await proveProgram(name));
  }
  print(`\n${reportText(results)}`);
  return exitCodeOf(results);
}
