// How tests start the programs of this repository: from the bundle of the run, which takes half of
// the processor time, or from the sources if the run has none.
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** In the order that they have in the bundle. */
export const programFiles = {
  bramka: join(root, 'cli', 'src', 'main.ts'),
  pooled: join(root, 'test', 'support', 'pool', 'gateway-process.ts'),
} as const;

/** `sandbox` is a command of `bramka`. */
export type Program = keyof typeof programFiles | 'sandbox';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

export const BUNDLE_VARIABLE = 'BRAMKA_TEST_BUNDLE';

export function commandOf(
  program: Program,
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): Command {
  if (program === 'sandbox') {
    const { command, args } = commandOf('bramka', env);
    return { command, args: [...args, 'sandbox'] };
  }
  const bundle = env[BUNDLE_VARIABLE];
  if (bundle !== undefined) {
    const number = Object.keys(programFiles).indexOf(program);
    return { command: process.execPath, args: [bundle, String(number)] };
  }
  if (program === 'bramka') return { command: join(root, 'bin', 'bramka'), args: [] };
  return { command: process.execPath, args: [programFiles[program]] };
}
