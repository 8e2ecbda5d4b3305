// The packages as npm writes them, and `bramka` in an empty folder as npm installs it: unpacked,
// with its dependencies beside it and its program linked. Nothing comes from the network.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runAtExit } from '../support/waiting/ending.ts';
import { until } from '../support/waiting/until.ts';

const root = join(import.meta.dirname, '..', '..');
const LIMIT_MS = 240_000;

export interface PackageJson {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

export function readPackage(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
}

export const ownPackage = readPackage(root);

export interface Installed {
  /** The empty folder of a user. */
  readonly folder: string;
  /** The unpacked package. */
  readonly packageFolder: string;
  /** What `npm run pack` printed. */
  readonly printed: string;
  readonly files: readonly string[];
}

export function installPacked(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-packed-'));
  const program = join(root, 'cli/src/pack/main.ts');
  const options = { cwd: root, encoding: 'utf8', timeout: LIMIT_MS } as const;
  const printed = execFileSync(process.execPath, [program, join(folder, 'packages')], options);
  const modules = join(folder, 'node_modules');
  const packageFolder = join(modules, 'bramka');
  mkdirSync(packageFolder, { recursive: true });
  const packed = join(folder, 'packages', `bramka-${ownPackage.version}.tgz`);
  execFileSync('tar', ['-xzf', packed, '-C', packageFolder, '--strip-components=1']);
  const { dependencies, optionalDependencies } = readPackage(packageFolder);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const installed = join(root, 'node_modules', name);
    if (!existsSync(installed)) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(installed, join(modules, name));
  }
  mkdirSync(join(modules, '.bin'));
  symlinkSync('../bramka/bin/bramka', join(modules, '.bin/bramka'));
  const files = readdirSync(packageFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(packageFolder.length + 1));
  return { folder, packageFolder: packageFolder, printed, files };
}

/** Node.js 24 of the package, or of the system where the package has none. */
const packagedNode = existsSync(join(root, 'node_modules/.bin/node'));
const systemPath = packagedNode ? '/usr/bin:/bin' : `${dirname(process.execPath)}:/usr/bin:/bin`;

/** Runs the linked program as a shell of the user would, without any variable of the test. */
export function bramka({ folder }: Installed, words: readonly string[], env = {}) {
  const child = spawn(join(folder, 'node_modules/.bin/bramka'), words, {
    cwd: folder,
    env: { PATH: systemPath, BRAMKA_DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  runAtExit(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close') as Promise<[code: number | null]>;
  return { child, ended, output: () => Promise.all([text(child.stdout), text(child.stderr)]) };
}

/** Runs a command to its end. */
export async function runToEnd(installed: Installed, words: readonly string[], env = {}) {
  const { ended, output } = bramka(installed, words, env);
  const [stdout, stderr] = await output();
  const [code] = await ended;
  return { code, stdout, stderr };
}

/** Starts a server and returns its address; `stop` expects it to end with 0. */
export async function serve(
  installed: Installed,
  words: readonly string[],
  address: RegExp,
  env = {},
) {
  const { child, ended } = bramka(installed, words, { PORT: '0', ...env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (printed += String(chunk)));
  }
  const find = (): string | undefined => address.exec(printed)?.[1];
  await until(() => find() !== undefined || child.exitCode !== null, words.join(' '));
  const url = find();
  assert.ok(url !== undefined, printed);
  return {
    url,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      assert.deepEqual([(await ended)[0], child.signalCode], [0, null], printed);
    },
  };
}
