// What the hundreds of processes of a run need not do each: the bundle of the programs that tests
// start, and the folder where compiled code is kept. Without them a gateway takes three times as
// long to start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE_VARIABLE } from '../setup/programs.ts';
import { startGateway } from '../support/gateway.ts';
import { codeOf, isFresh } from './bundle/write-bundle.ts';

/**
 * Not where `bin/bramka` keeps its own: code is valid only for the V8 options it was compiled with,
 * and those of tests differ (see baseline-wasm.cjs). Node checks every entry against the source,
 * and does without where it cannot write.
 */
export function keepCompiledSources(root: string, env: NodeJS.ProcessEnv): void {
  env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'bramka-tests');
}

/**
 * Sets the variable by which tests find the bundle. It is written only for a whole run, because
 * that takes some seconds; a run of a few files uses one that is still fresh.
 */
export async function bundlePrograms(root: string, { isWholeRun = true } = {}): Promise<void> {
  const bundle = join(root, 'node_modules', '.cache', 'bramka-test-bundle', 'programs.cjs');
  if (!isFresh(bundle)) {
    if (!isWholeRun) return;
    const program = join(import.meta.dirname, 'bundle', 'main.ts');
    const child = spawn(process.execPath, [program, bundle], { stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) {
      console.log('The programs could not be bundled; tests start them from the sources.');
      return;
    }
  }
  process.env[BUNDLE_VARIABLE] = bundle;
}

/**
 * Code is kept when a process exits, so killed gateways keep nothing. After a change of the bundle
 * a gateway is therefore started and stopped; in between it runs what most tests run, because only
 * functions that were called are kept.
 */
export async function compileSources(): Promise<void> {
  const { NODE_COMPILE_CACHE: folder = '', [BUNDLE_VARIABLE]: bundle = '' } = process.env;
  const isDone = existsSync(folder) && (bundle === '' || existsSync(codeOf(bundle)));
  if (isDone) return;
  const gateway = await startGateway();
  const { merchantId, secret } = await gateway.addMerchant();
  const token = await gateway.authenticate(merchantId, secret);
  const made = await gateway.payByCard({ token });
  await gateway.waitForStatus(token, String(made.body['paymentId']));
  await gateway.stop();
}
