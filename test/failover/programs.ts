// Finds the programs of the cluster, all from Debian, and names missing packages.
import { findOnPath } from '../setup/commands.ts';
import { findPostgresBinaries } from '../setup/postgres-binaries.ts';

export interface Programs {
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  /** The folder of PostgreSQL's own programs. */
  readonly postgresFolder: string;
}

const searched = `${process.env.PATH ?? ''}:/usr/sbin:/usr/bin`;

/** The programs, or a sentence that names the missing packages. */
export function findPrograms(): Programs | string {
  const patroni = findOnPath('patroni', searched);
  const etcd = findOnPath('etcd', searched);
  const haproxy = findOnPath('haproxy', searched);
  const postgres = findPostgresBinaries();
  const missing = [
    ...(postgres ? [] : ['postgresql']),
    ...(patroni === undefined ? ['patroni', 'python3-etcd'] : []),
    ...(etcd === undefined ? ['etcd-server'] : []),
    ...(haproxy === undefined ? ['haproxy'] : []),
  ];
  if (!patroni || !etcd || !haproxy || !postgres) {
    return `The failover cluster needs packages that are not installed: ${missing.join(' ')}.`;
  }
  return { patroni, etcd, haproxy, postgresFolder: postgres.postgres.replace(/\/postgres$/, '') };
}
