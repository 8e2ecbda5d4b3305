// Finds the programs of the newest installed PostgreSQL (15 or newer), and the unprivileged user
// that runs them when the tests run as root, which PostgreSQL refuses.
import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findOnPath, isExecutable, runCommand } from './commands.ts';

export type PostgresBinaries = {
  version: number;
  initdb: string;
  postgres: string;
  pgbench: string | undefined;
};

export type Account = { uid: number; gid: number };

const oldestVersion = 15;
const debianFolder = '/usr/lib/postgresql';

export function findPostgresBinaries(): PostgresBinaries | undefined {
  const onPath = ['postgres', 'initdb'].map((name) => findOnPath(name));
  const folders = onPath
    .filter((path) => path !== undefined)
    .map((path) => dirname(realpathSync(path)));
  return [...folders, ...debianFolders()]
    .map(binariesIn)
    .filter((found) => found !== undefined)
    .filter((found) => found.version >= oldestVersion)
    .sort((a, b) => b.version - a.version)[0];
}

function debianFolders(): string[] {
  try {
    return readdirSync(debianFolder).map((version) => join(debianFolder, version, 'bin'));
  } catch {
    return [];
  }
}

function binariesIn(folder: string): PostgresBinaries | undefined {
  const initdb = join(folder, 'initdb');
  const postgres = join(folder, 'postgres');
  if (!isExecutable(initdb) || !isExecutable(postgres)) return undefined;
  const version = /\b(\d+)(?:\.\d+|\w*)/.exec(runCommand(postgres, ['--version']).output);
  const pgbench = join(folder, 'pgbench');
  return {
    version: Number(version?.[1] ?? 0),
    initdb,
    postgres,
    pgbench: isExecutable(pgbench) ? pgbench : findOnPath('pgbench'),
  };
}

/** The account to run PostgreSQL as; undefined: the current user. */
export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const uid = runCommand('id', ['-u', name]);
    const gid = runCommand('id', ['-g', name]);
    if (uid.ok && gid.ok) return { uid: Number(uid.output), gid: Number(gid.output) };
  }
  throw new Error('running as root, and neither user `postgres` nor `nobody` exists to run as');
}
