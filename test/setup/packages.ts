// Ensures that the tests have PostgreSQL, Chromium and OpenSSL: on Debian as root they are
// installed once with apt-get; elsewhere existing installations are used. Missing tools are
// reported in one sentence.
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.ts';
import { findOnPath, runCommand } from './commands.ts';
import type { CommandResult } from './commands.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';

type Need = {
  title: string;
  debianPackage: string;
  /** For releases that do not have the first one. */
  otherPackage?: string;
  isMet: () => boolean;
};

/** How packages are installed; a parameter, so that a test can simulate a machine. */
export type Machine = {
  needs: readonly Need[];
  canInstall: boolean;
  aptGet: (args: readonly string[]) => CommandResult;
  say: (line: string) => void;
};

const aptPatience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=30'];
const aptTimeoutMs = 10 * 60 * 1000;

export const thisMachine: Machine = {
  needs: [
    {
      title: 'PostgreSQL 15 or newer with pgbench',
      debianPackage: 'postgresql',
      isMet: () => findPostgresBinaries()?.pgbench !== undefined,
    },
    {
      title: 'Chromium',
      debianPackage: 'chromium-headless-shell',
      otherPackage: 'chromium',
      isMet: () => findChromium() !== undefined,
    },
    {
      title: 'OpenSSL',
      debianPackage: 'openssl',
      isMet: () => findOnPath('openssl') !== undefined,
    },
  ],
  canInstall:
    process.getuid?.() === 0 &&
    existsSync('/etc/debian_version') &&
    findOnPath('apt-get') !== undefined,
  aptGet: (args) =>
    runCommand('apt-get', ['-qq', ...aptPatience, ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeoutMs: aptTimeoutMs,
    }),
  say: (line) => console.log(line),
};

/** Installs missing packages if allowed, and returns a sentence about what is still missing. */
export function ensurePackages(machine: Machine = thisMachine): string | undefined {
  const wanted = machine.needs.filter((need) => !need.isMet());
  if (wanted.length === 0) return undefined;
  const failure = machine.canInstall ? install(machine, wanted) : undefined;

  const missing = wanted.filter((need) => !need.isMet());
  if (missing.length === 0) return undefined;
  const titles = missing.map((need) => need.title).join(' and ');
  const reason = failure === undefined ? '' : ` (apt-get: ${failure})`;
  return `Not found: ${titles}${reason}; the tests that need it are skipped.`;
}

function install({ say, aptGet }: Machine, wanted: readonly Need[]): string | undefined {
  const names = wanted.map((need) => need.debianPackage);
  say(`Installing ${names.join(' and ')} with apt-get, this once …`);
  const get = (packages: readonly string[]): CommandResult =>
    aptGet(['install', '--yes', '--no-install-recommends', ...packages]);
  const updated = aptGet(['update']);
  if (!updated.ok) return updated.lastError;
  const first = get(names);
  if (first.ok) return undefined;
  const others = wanted.map(({ debianPackage, otherPackage }) => otherPackage ?? debianPackage);
  if (others.every((name) => names.includes(name))) return first.lastError;
  const second = get(others);
  return second.ok ? undefined : second.lastError;
}
