// Where the hundreds of processes of a run keep compiled sources, so that each source is compiled
// once. Without it a gateway takes twice as long to start.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { launchGateway } from '../support/pool/launch-gateway.ts';

/**
 * Not where `bin/bramka` keeps its own: code is valid only for the V8 options it was compiled with,
 * and those of tests differ (see baseline-wasm.js). Node checks every entry against the source, and
 * does without where it cannot write.
 */
export function keepCompiledSources(root: string, env: NodeJS.ProcessEnv): void {
  env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'bramka-tests');
}

/**
 * Node keeps what a process has compiled when the process exits, so killed gateways keep nothing.
 * The first run in a working copy therefore starts a gateway and stops it; this includes the
 * functions that its start has called.
 */
export async function compileSources(): Promise<void> {
  const { NODE_COMPILE_CACHE: folder = '' } = process.env;
  if (existsSync(folder)) return;
  const gateway = await launchGateway('embedded');
  await gateway.stop();
}
