// Installs Patroni 4 from PyPI into an environment of its own under node_modules/.cache, once.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath, isExecutable, runCommand } from '../../setup/commands.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const folder = join(root, 'node_modules', '.cache', 'bramka-patroni-4');
const wanted = 'patroni[etcd3,psycopg3]>=4,<5';
const INSTALL_LIMIT_MS = 600_000;

/** The program, or a sentence that says what is missing. */
export function installPatroni4(): { readonly program: string } | string {
  const program = join(folder, 'bin', 'patroni');
  if (isExecutable(program)) return { program };
  // The system's Python first: Patroni runs as another user, who cannot read one in a home folder.
  const python = findOnPath('python3', `/usr/bin:${process.env.PATH ?? ''}`);
  if (python === undefined) return 'Patroni 4 needs Python: install the package python3-venv.';
  const made = runCommand(python, ['-m', 'venv', '--clear', folder]);
  if (!made.ok) {
    rmSync(folder, { recursive: true, force: true });
    return 'Patroni 4 needs a Python environment: install the package python3-venv.';
  }
  const pip = ['install', '--quiet', '--disable-pip-version-check', wanted];
  const timeoutMs = INSTALL_LIMIT_MS;
  const installed = runCommand(join(folder, 'bin', 'pip'), pip, { timeoutMs });
  if (installed.ok && isExecutable(program)) return { program };
  rmSync(folder, { recursive: true, force: true });
  return `Patroni 4 could not be installed from PyPI: ${installed.lastError}`;
}
