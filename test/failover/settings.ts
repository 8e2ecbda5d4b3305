// The settings of the guide docs/guides/high-availability.md that decide how long a failover takes.
// A test compares them with the guide, and the cluster of this folder runs with them.

/** What Patroni keeps in etcd for all machines; where versions differ, `lease` has the values. */
export interface Lease {
  readonly ttl: number;
  readonly loop_wait: number;
  readonly retry_timeout: number;
}

export interface PatroniVersion {
  /** The part of the guide that it belongs to. */
  readonly title: string;
  /** The API of etcd, as the section of Patroni's file is called. */
  readonly etcdApi: 'etcd' | 'etcd3';
  readonly lease: Lease;
  /** How long before the lease expires the watchdog resets the machine, in seconds. */
  readonly watchdogMargin: number;
}

/** Patroni 3.0 with the newer API takes the leader key back without a comparison after a freeze. */
export const patroni3: PatroniVersion = {
  title: 'Patroni 3.0',
  etcdApi: 'etcd',
  lease: { ttl: 6, loop_wait: 1, retry_timeout: 2 },
  watchdogMargin: 1,
};

/** Patroni 4 raises a shorter ttl to 20 s, and a shorter retry_timeout to 3 s. */
export const patroni4: PatroniVersion = {
  title: 'Patroni 4',
  etcdApi: 'etcd3',
  lease: { ttl: 20, loop_wait: 1, retry_timeout: 3 },
  watchdogMargin: 5,
};

export const shared = {
  maximum_lag_on_failover: 1_048_576,
  primary_start_timeout: 0,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  synchronous_node_count: 2,
  failsafe_mode: true,
  postgresql: {
    use_pg_rewind: true,
    use_slots: false,
    parameters: {
      max_connections: 200,
      wal_keep_size: '1GB',
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
      wal_receiver_status_interval: '1s',
      wal_retrieve_retry_interval: '500ms',
    },
  },
} as const;

/** HAProxy up to the list of servers; `address` is where the gateway connects. */
export function haproxySettings(address: string): string {
  return `defaults
  mode tcp
  retries 0
  timeout connect 1s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind ${address}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms downinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
`;
}
