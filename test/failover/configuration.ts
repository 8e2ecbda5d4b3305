// The configuration files of the cluster, as in docs/guides/high-availability.md but on loopback:
// one etcd member, Patroni and PostgreSQL server per simulated machine.
import { haproxySettings, shared, type PatroniVersion } from './settings.ts';

export interface Machine {
  readonly name: string;
  readonly folder: string;
  readonly etcdClientPort: number;
  readonly etcdPeerPort: number;
  readonly patroniPort: number;
  readonly postgresPort: number;
}

export const password = 'failover-test-only';

const at = (port: number): string => `127.0.0.1:${port}`;

export function etcdFlags(
  machine: Machine,
  all: readonly Machine[],
  version: PatroniVersion,
): string[] {
  const peers = all.map((one) => `${one.name}=http://${at(one.etcdPeerPort)}`);
  return [
    ...['--name', machine.name],
    ...['--data-dir', `${machine.folder}/etcd`],
    ...['--listen-client-urls', `http://${at(machine.etcdClientPort)}`],
    ...['--advertise-client-urls', `http://${at(machine.etcdClientPort)}`],
    ...['--listen-peer-urls', `http://${at(machine.etcdPeerPort)}`],
    ...['--initial-advertise-peer-urls', `http://${at(machine.etcdPeerPort)}`],
    ...['--initial-cluster', peers.join(',')],
    ...['--initial-cluster-state', 'new'],
    ...(version.etcdApi === 'etcd' ? ['--enable-v2'] : []),
    ...['--unsafe-no-fsync', '--log-level', 'error'],
  ];
}

/** JSON is valid YAML. */
export function patroniFile(
  machine: Machine,
  all: readonly Machine[],
  version: PatroniVersion,
  binDir: string,
): string {
  const login = (username: string) => ({ username, password });
  return JSON.stringify({
    scope: 'bramka',
    name: machine.name,
    restapi: { listen: at(machine.patroniPort), connect_address: at(machine.patroniPort) },
    [version.etcdApi]: { hosts: all.map((one) => at(one.etcdClientPort)) },
    bootstrap: {
      dcs: { ...version.lease, ...shared },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: at(machine.postgresPort),
      connect_address: at(machine.postgresPort),
      data_dir: `${machine.folder}/data`,
      bin_dir: binDir,
      pgpass: `${machine.folder}/pgpass`,
      authentication: {
        superuser: login('postgres'),
        replication: login('replicator'),
        rewind: login('rewinder'),
      },
      parameters: { unix_socket_directories: machine.folder },
    },
    watchdog: { mode: 'off' },
    tags: { nofailover: false, noloadbalance: false, clonefrom: false, nosync: false },
  });
}

export function haproxyFile(port: number, machines: readonly Machine[]): string {
  const servers = machines.map(
    ({ name, postgresPort, patroniPort }) =>
      `  server ${name} ${at(postgresPort)} check port ${patroniPort}`,
  );
  return `global
  maxconn 1000
${haproxySettings(at(port))}${servers.join('\n')}
`;
}
