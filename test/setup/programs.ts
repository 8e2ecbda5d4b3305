// How tests start the programs of this repository: from the bundle of the run, which takes half of
// the processor time, or from the sources if the run has none.
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The modules that the programs begin with, as paths from the root of the repository. */
export const programs = {
  bramka: 'cli/src/main.ts',
  pooled: 'test/support/pool/gateway-process.ts',
  failover: 'test/support/failover/gateway-process.ts',
} as const;

/** `sandbox` is a command of `bramka`. */
export type Program = keyof typeof programs | 'sandbox';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** The folder of the bundle, see test/runner/bundle.ts. */
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
    return { command: process.execPath, args: [join(bundle, `${program}.js`)] };
  }
  if (program === 'bramka') return { command: join(root, 'bin', 'bramka'), args: [] };
  return { command: process.execPath, args: [join(root, programs[program])] };
}
