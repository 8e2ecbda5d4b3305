// Bundles the programs that tests start in large numbers, so that a gateway starts with less than
// half of the processor time. Compiled code is kept by Node.js from process to process.
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Esbuild from 'esbuild';
import { BUNDLE_VARIABLE, programs } from '../setup/programs.ts';

/**
 * Loaded from node_modules: the database for its WebAssembly, undici because a bundled CommonJS
 * package has no named exports when it is imported on demand, the others because they are rare.
 */
const external = ['@electric-sql/pglite', 'esbuild', 'typescript', 'undici'];
/** Other runs of the same working copy may still use the files of an older bundle. */
const KEPT_MS = 3_600_000;

/** Sets the variable by which tests find the bundle. */
export async function bundlePrograms(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  const folder = join(root, 'node_modules', '.cache', 'bramka-test-bundle');
  const files = await build(root, folder);
  for (const { path, contents } of files) replace(path, contents);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isOld = statSync(path).mtimeMs < Date.now() - KEPT_MS;
    if (isOld && files.every((file) => file.path !== path)) rmSync(path, { force: true });
  }
  env[BUNDLE_VARIABLE] = folder;
}

async function build(root: string, outdir: string): Promise<Esbuild.OutputFile[]> {
  const own = createRequire(join(root, 'paywall', 'package.json'));
  const esbuild = own('esbuild') as typeof Esbuild;
  const source = join(root, 'test', 'run.ts');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir,
    outExtension: { '.js': '.mjs' },
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['bramka-source'],
    external,
    plugins: [keepLocations],
    logLevel: 'error',
    banner: {
      // For packages that are CommonJS.
      js: `import { createRequire as __requireFrom } from 'node:module';
const require = __requireFrom(${JSON.stringify(source)});`,
    },
  });
  return outputFiles;
}

/** Modules find the files that they read from where their sources are. */
const keepLocations: Esbuild.Plugin = {
  name: 'keep-locations',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const places = {
        'import.meta.dirname': dirname(path),
        'import.meta.filename': path,
        'import.meta.url': pathToFileURL(path).href,
      };
      let contents = readFileSync(path, 'utf8');
      for (const [name, place] of Object.entries(places)) {
        contents = contents.replaceAll(name, JSON.stringify(place));
      }
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** Another run of the same working copy may be reading it. */
function replace(path: string, contents: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${String(process.pid)}`;
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}
