// Bundles the programs that tests start in large numbers, so that a gateway starts with less than
// half of the processor time. Compiled code is kept by Node.js from process to process.
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePrograms } from '@bramka/cli/pack/bundle-programs.ts';
import { BUNDLE_VARIABLE, programs } from '../setup/programs.ts';

/**
 * Loaded from node_modules: the database for its WebAssembly, undici because a bundled CommonJS
 * package has no named exports when it is imported on demand, the others because they are rare.
 */
const packagesExcept = ['@electric-sql/pglite', 'esbuild', 'typescript', 'undici'];
/** Other runs of the same working copy may still use the files of an older bundle. */
const KEPT_MS = 3_600_000;

/** Sets the variable by which tests find the bundle. */
export async function bundleForTests(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  const folder = join(root, 'node_modules', '.cache', 'bramka-test-bundle');
  const sources = Object.entries(programs).map(([name, path]) => [name, join(root, path)]);
  const files = Object.fromEntries(sources) as Record<string, string>;
  const bundled = await bundlePrograms({ files, folder, packagesExcept });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const isOld = (name: string): boolean =>
    statSync(join(folder, name)).mtimeMs < Date.now() - KEPT_MS;
  for (const name of readdirSync(folder)) {
    if (!bundled.files.includes(name) && isOld(name)) rmSync(join(folder, name), { force: true });
  }
  env[BUNDLE_VARIABLE] = folder;
}
