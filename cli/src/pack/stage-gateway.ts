// Writes the package `bramka` into a folder: the bundled command line with gateway, sandbox and
// payment page, and the files that they read, at the same paths as in the repository.

import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { servedFiles } from '@bramka/gateway/docs/guides/doc-files.ts';
import { preparedDirectory } from '@bramka/gateway/storage/prepared/prepared-directory.ts';
import { writePage } from '@bramka/paywall/build.ts';
import { bundlePrograms } from './bundle-programs.ts';

export const root = join(import.meta.dirname, '..', '..', '..');

/** The files of a package that are read while it runs, besides those of the docs. */
const readFiles = [
  'client/browser/encrypt-card.js',
  'gateway/examples/recorded.json',
  'gateway/migrations/**/*.sql',
  'gateway/src/docs/browser/search.js',
  'sandbox/data/bins.csv',
  'sandbox/migrations/*.sql',
  'sandbox/src/*/browser/*.js',
  'sandbox/src/*/migrations/*.sql',
];

/** Their code is in the bundle. */
const workspaces = ['gateway', 'sandbox', 'paywall', 'cli'];

const PROGRAM = 'lib/bramka.js';

export async function stageGateway(folder: string): Promise<void> {
  const { packages } = await bundlePrograms({
    files: { bramka: join(root, 'cli/src/main.ts') },
    folder: join(folder, dirname(PROGRAM)),
    addressOf: (source) => {
      const path = JSON.stringify(`../${relative(root, source)}`);
      return `new URL(${path}, import.meta.url).href`;
    },
    leftOut: {
      [join(root, 'paywall/src/bundle-page.ts')]:
        'the payment page is missing from this package; install the package again',
    },
  });
  await writePage(join(folder, 'paywall/built'));
  mkdirSync(join(folder, 'gateway/embedded'), { recursive: true });
  const directory = gzipSync(await preparedDirectory(), { level: 9 });
  writeFileSync(join(folder, 'gateway/embedded/prepared.tgz'), directory);
  const files = ['LICENSE', ...servedFiles(), ...globSync(readFiles, { cwd: root })];
  for (const file of files) copy(file, join(folder, file));
  copy('cli/README.md', join(folder, 'README.md'));
  // The scripts of the page contain its code.
  copy('node_modules/preact/LICENSE', join(folder, 'paywall/built/preact-LICENSE'));
  writeProgram(folder);
  const description = JSON.stringify(packageJson(packages), null, 2);
  writeFileSync(join(folder, 'package.json'), `${description}\n`);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(root, from), to);
}

function writeProgram(folder: string): void {
  const text = readFileSync(join(root, 'bin/bramka'), 'utf8');
  const [before, after, ...more] = text.split('cli/src/main.ts');
  if (after === undefined || more.length > 0) throw new Error('bin/bramka starts another program');
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/bramka'), `${before}${PROGRAM}${after}`, { mode: 0o755 });
}

interface PackageJson {
  readonly [field: string]: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as T;
}

/** With the packages that the code imports, in the versions of the workspaces. */
function packageJson(packages: readonly string[]): PackageJson {
  const { name, version, description, license, type, engines, bin, ...rootPackage } =
    readJson<PackageJson>('package.json');
  const wanted = workspaces.map((one) => readJson<PackageJson>(`${one}/package.json`).dependencies);
  const versions = Object.assign({}, ...wanted) as Record<string, string>;
  const dependencies = packages.map((one): [string, string] => {
    const exact = versions[one];
    if (exact === undefined) throw new Error(`${one} is imported but no workspace depends on it`);
    return [one, exact];
  });
  return {
    ...{ name, version, description, license, type, engines, bin },
    dependencies: { ...Object.fromEntries(dependencies), ...inProduction(rootPackage.overrides) },
    optionalDependencies: rootPackage['optionalDependencies'],
  };
}

/** npm ignores overrides of installed packages; as dependencies they choose the same versions. */
function inProduction(overrides: PackageJson['overrides'] = {}): Record<string, string> {
  const { packages } = readJson<{ packages: Record<string, { dev?: true }> }>('package-lock.json');
  const used = Object.entries(overrides).filter(([one]) => !packages[`node_modules/${one}`]?.dev);
  return Object.fromEntries(used);
}
