// The configuration files of the cluster, as in docs/guides/high-availability.md but on loopback:
// one etcd member, Patroni and PostgreSQL server per simulated machine.

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

export function etcdFlags(machine: Machine, all: readonly Machine[]): string[] {
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
    ...['--enable-v2', '--unsafe-no-fsync', '--log-level', 'error'],
  ];
}

/** The configuration that Patroni keeps in etcd for all machines. */
const shared = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  primary_start_timeout: 0,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  failsafe_mode: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      max_connections: 200,
      wal_keep_size: '256MB',
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
      wal_receiver_status_interval: '1s',
    },
  },
};

/** JSON is valid YAML. */
export function patroniFile(machine: Machine, all: readonly Machine[], binDir: string): string {
  const login = (username: string) => ({ username, password });
  return JSON.stringify({
    scope: 'bramka',
    name: machine.name,
    restapi: { listen: at(machine.patroniPort), connect_address: at(machine.patroniPort) },
    // Not etcd3: Patroni 3.0 takes the leader key back without a comparison after a freeze.
    etcd: { hosts: all.map((one) => at(one.etcdClientPort)) },
    bootstrap: {
      dcs: shared,
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
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind ${at(port)}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
