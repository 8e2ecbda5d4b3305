// Finds the programs of the cluster and names what is missing: etcd, HAProxy and PostgreSQL from
// Debian, Patroni from Debian, from PyPI, or from a path.
import { findOnPath, isExecutable, runCommand } from '../../setup/commands.ts';
import { findPostgresBinaries } from '../../setup/postgres-binaries.ts';
import { installPatroni4 } from './install-patroni.ts';
import { patroni3, patroni4, type PatroniVersion } from '../settings.ts';

export interface Programs {
  readonly patroni: string;
  /** As Patroni prints it, such as 3.0.2. */
  readonly patroniRelease: string;
  /** The settings for this release. */
  readonly version: PatroniVersion;
  readonly etcd: string;
  readonly haproxy: string;
  /** The folder of PostgreSQL's own programs. */
  readonly postgresFolder: string;
}

/** The installed Patroni, version 4 of PyPI, or the path of a program. */
export type PatroniChoice = 'debian' | '4' | `/${string}`;

export function isPatroniChoice(text: string): text is PatroniChoice {
  return text === 'debian' || text === '4' || text.startsWith('/');
}

const searched = `${process.env.PATH ?? ''}:/usr/sbin:/usr/bin`;

/** The programs, or a sentence that says what is missing. */
export function findPrograms(choice: PatroniChoice): Programs | string {
  const etcd = findOnPath('etcd', searched);
  const haproxy = findOnPath('haproxy', searched);
  const postgres = findPostgresBinaries();
  const installed = findOnPath('patroni', searched);
  const missing = [
    ...(postgres ? [] : ['postgresql']),
    ...(choice === 'debian' && installed === undefined ? ['patroni', 'python3-etcd'] : []),
    ...(etcd === undefined ? ['etcd-server'] : []),
    ...(haproxy === undefined ? ['haproxy'] : []),
  ];
  if (missing.length > 0 || !etcd || !haproxy || !postgres) {
    return `The failover cluster needs packages that are not installed: ${missing.join(' ')}.`;
  }
  const patroni =
    choice === 'debian'
      ? { program: installed ?? '' }
      : choice === '4'
        ? installPatroni4()
        : { program: choice };
  if (typeof patroni === 'string') return patroni;
  const { program } = patroni;
  const printed = isExecutable(program) ? runCommand(program, ['--version']).output : '';
  const release = /^patroni (\S+)/.exec(printed)?.[1];
  if (release === undefined) return `${program} is not a Patroni that runs here.`;
  return {
    patroni: program,
    patroniRelease: release,
    version: release.startsWith('3.0.') ? patroni3 : patroni4,
    etcd,
    haproxy,
    postgresFolder: postgres.postgres.replace(/\/postgres$/, ''),
  };
}
