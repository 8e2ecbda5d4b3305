// The last release: its commit in this repository, and how tests install it. When a version is
// released, its commit replaces this one: then the next version must run beside it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkPackages } from '../prove/copy-tree.ts';
import { runCommand } from '../setup/commands.ts';
import type { Command } from '../setup/programs.ts';
import { runAtExit } from '../support/waiting/ending.ts';

export const lastRelease = {
  version: '0.2.0',
  commit: '9a4a2ec09424437881d92e0f94608d7f933ac60f',
} as const;

const root = join(import.meta.dirname, '..', '..');
const git = (...args: string[]) => runCommand('git', args, { cwd: root });

/** The reason to skip tests of the last release, or false: a whole clone always has its commit. */
export function skipWithoutRelease(): string | false {
  if (git('cat-file', '-e', `${lastRelease.commit}^{commit}`).ok) return false;
  const shallow = git('rev-parse', '--is-shallow-repository');
  if (!shallow.ok) return 'this copy of the sources has no git history';
  if (shallow.output.trim() === 'true') return 'this clone is shallow; git fetch --unshallow';
  throw new Error(`the commit of release ${lastRelease.version} is not in this repository`);
}

/** Its `bramka`, from the sources of its commit. */
export function installLastRelease(): Command {
  const folder = mkdtempSync(join(tmpdir(), `bramka-${lastRelease.version}-`));
  runAtExit(() => rmSync(folder, { recursive: true, force: true }));
  const packed = join(folder, 'sources.tar');
  execFileSync('git', ['archive', '-o', packed, lastRelease.commit], { cwd: root });
  execFileSync('tar', ['-xf', packed, '-C', folder]);
  if (hasSamePackages(folder)) linkPackages(root, folder);
  else installPackages(folder);
  return { command: join(folder, 'bin', 'bramka'), args: [] };
}

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Whether this tree has every package that the release runs with, in the same version. */
function hasSamePackages(folder: string): boolean {
  const here = lockedIn(root);
  return Object.entries(lockedIn(folder)).every(([path, { version, dev, link }]) => {
    const isNeeded = path.startsWith('node_modules/') && dev !== true && link !== true;
    return !isNeeded || here[path]?.version === version;
  });
}

function lockedIn(folder: string): Readonly<Record<string, LockedPackage>> {
  const text = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: Record<string, LockedPackage> }).packages;
}

function installPackages(folder: string): void {
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
