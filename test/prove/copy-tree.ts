// A copy of the working tree to plant bugs in: all files that git tracks or would add, and the same
// packages, with the copy's own workspaces.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../setup/commands.ts';

/** Every file of the working tree, relative to its root. */
export function filesOf(root: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const listed = runCommand('git', args, { cwd: root });
  if (!listed.ok) throw new Error(`git does not list the files: ${listed.lastError}`);
  return [...new Set(listed.output.split('\0').filter((file) => file !== ''))].sort();
}

/** Equal for equal sources and tests; the definitions of mutants do not count. */
export function hashOf(root: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    if (file.startsWith('test/prove/') || !/\.(ts|sql|json)$/.test(file)) continue;
    hash.update(`${file}\n`).update(contentOf(join(root, file)));
  }
  return hash.digest('hex');
}

/** Empty for a file that was deleted but is still in the git index. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.of();
  }
}

export function copyTree(root: string, files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-mutants-'));
  try {
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      try {
        copyFileSync(join(root, file), join(folder, file));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    linkPackages(root, folder);
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

const OWN_SCOPE = '@bramka';
const EMBEDDED = '.cache/bramka-embedded';

/**
 * Packages are shared, and the directory that databases start from. Compiled sources are not, and
 * the workspaces are those of the copy.
 */
export function linkPackages(root: string, folder: string): void {
  const from = join(root, 'node_modules');
  const to = join(folder, 'node_modules');
  mkdirSync(join(to, OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== OWN_SCOPE && name !== '.cache') symlinkSync(join(from, name), join(to, name));
  }
  mkdirSync(join(to, '.cache'));
  symlinkSync(join(from, EMBEDDED), join(to, EMBEDDED));
  for (const name of readdirSync(join(from, OWN_SCOPE))) {
    symlinkSync(readlinkSync(join(from, OWN_SCOPE, name)), join(to, OWN_SCOPE, name));
  }
}
