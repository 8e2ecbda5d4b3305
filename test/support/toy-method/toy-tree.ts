// A copy of the repository with the toy method: its folders, and one line in each list that names
// the members of a package.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const toyFiles = join(import.meta.dirname, 'tree');
const packages = ['gateway', 'sandbox', 'paywall', 'cli', 'client'];

interface AddedLine {
  readonly file: string;
  readonly line: string;
  /** The first line of the list that the line is added to. */
  readonly list: string;
  readonly entry: string;
}

/** What is edited by hand outside the folders of the method. */
export const addedLines: readonly AddedLine[] = [
  {
    file: 'gateway/src/methods/registry.ts',
    line: "import { voucherMethod } from './voucher/voucher.method.ts';",
    list: 'export const methodDefinitions: readonly MethodDefinition[] = [',
    entry: '  voucherMethod,',
  },
  {
    file: 'paywall/src/page/methods/registry.ts',
    line: "import { voucherMethod } from './voucher/voucher.method.ts';",
    list: 'export const pageMethods: readonly PageMethod[] = [',
    entry: '  voucherMethod,',
  },
  {
    file: 'sandbox/src/parties.ts',
    line: "import { voucherParty } from './voucher/party.ts';",
    list: 'export const parties: readonly Party[] = [',
    entry: '  voucherParty,',
  },
];

/** The new files, as paths from the root of the repository. */
export function newFiles(): string[] {
  return readdirSync(toyFiles, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(toyFiles.length + 1));
}

export interface ToyTree {
  readonly folder: string;
  /** The command line of the copy. */
  readonly program: string;
  remove(): void;
}

export function makeToyTree(): ToyTree {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-toy-method-'));
  for (const name of [...packages, 'bin', 'docs', 'examples']) {
    const filter = (path: string): boolean => basename(path) !== 'node_modules';
    cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  }
  for (const name of ['package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(folder, name));
  linkPackages(folder);
  cpSync(toyFiles, folder, { recursive: true });
  for (const added of addedLines) addLine(folder, added);
  return {
    folder,
    program: join(folder, 'cli/src/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The packages of others are those of the repository; our own are those of the copy. */
function linkPackages(folder: string): void {
  const own = join(folder, 'node_modules/@bramka');
  mkdirSync(own, { recursive: true });
  for (const name of packages) symlinkSync(join(folder, name), join(own, name));
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === '@bramka') continue;
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
}

function addLine(folder: string, { file, line, list, entry }: AddedLine): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(`${list}\n`)) throw new Error(`${file} has no list that begins with ${list}`);
  const imported = text.replace(/^import /m, `${line}\nimport `);
  writeFileSync(path, imported.replace(`${list}\n`, `${list}\n${entry}\n`));
}
