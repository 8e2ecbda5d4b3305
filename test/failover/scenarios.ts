// What happens to the cluster in each scenario, and how it is repaired.
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../support/journal/database-server.ts';
import { primaryOf, switchOver, synchronousStandbyOf, type Cluster } from './cluster.ts';
import { lostRows, openLateWriters } from './late-writers.ts';
import type { PatroniVersion } from './settings.ts';

/** Repairs what was broken; returns what went wrong meanwhile. */
type Repair = () => Promise<readonly string[]>;

export interface Scenario {
  readonly name: string;
  readonly what: string;
  /** The maximum time without an acknowledged payment, in seconds. */
  readonly goalSeconds: (version: PatroniVersion) => number;
  /** How long it stays broken at least, even if payments continue. */
  readonly atLeastMs?: number;
  breakIt(cluster: Cluster): Promise<Repair>;
}

/** As systemd does it by default after a process was killed. */
const RESTART_MS = 100;
/** After a long lease has expired: an election of etcd, which prolongs it, and the promotion. */
const PROMOTION_SECONDS = 6;
const failoverGoal = ({ lease: { ttl } }: PatroniVersion): number =>
  ttl < 10 ? 10 : ttl + PROMOTION_SECONDS;
const nothingToRepair: Repair = async () => [];

function killAndStart(parts: Parameters<Cluster['kill']>[1]) {
  return async (cluster: Cluster): Promise<Repair> => {
    const primary = await primaryOf(cluster);
    await cluster.kill(primary, parts);
    return async () => {
      cluster.start(primary);
      return [];
    };
  };
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'kill-server',
    what: 'PostgreSQL of the primary is killed, Patroni is not',
    goalSeconds: () => 10,
    breakIt: killAndStart(['postgres']),
  },
  {
    name: 'kill-processes',
    what: 'PostgreSQL and Patroni of the primary are killed, and Patroni is started again',
    goalSeconds: () => 10,
    async breakIt(cluster) {
      const primary = await primaryOf(cluster);
      await cluster.kill(primary, ['patroni', 'postgres']);
      await sleep(RESTART_MS);
      cluster.start(primary);
      return nothingToRepair;
    },
  },
  {
    name: 'kill-primary',
    what: 'PostgreSQL and Patroni of the primary are killed and stay away',
    goalSeconds: failoverGoal,
    breakIt: killAndStart(['patroni', 'postgres']),
  },
  {
    name: 'lost-machine',
    what: 'the machine of the primary loses power, with its member of etcd',
    goalSeconds: failoverGoal,
    breakIt: killAndStart(['patroni', 'postgres', 'etcd']),
  },
  {
    name: 'frozen-primary',
    what: 'the machine of the primary stops answering and comes back after the failover',
    goalSeconds: failoverGoal,
    async breakIt(cluster) {
      const primary = await primaryOf(cluster);
      const writers = await openLateWriters(primary, cluster.url);
      const thaw = cluster.freeze(primary);
      return async () => {
        const written = writers.write();
        thaw();
        const lost = await lostRows(await written, cluster.url);
        return lost.map((id) => `the old primary acknowledged the row ${id}, which is lost`);
      };
    },
  },
  {
    name: 'stop-primary',
    what: 'an operator stops Patroni of the primary, which stops PostgreSQL, for maintenance',
    goalSeconds: () => 3,
    async breakIt(cluster) {
      const primary = await primaryOf(cluster);
      await ask(cluster.url, 'checkpoint');
      cluster.stopPatroni(primary);
      return async () => {
        cluster.start(primary);
        return [];
      };
    },
  },
  {
    name: 'switchover',
    what: 'an operator makes a standby the primary',
    goalSeconds: () => 3,
    async breakIt(cluster) {
      await switchOver(cluster);
      return nothingToRepair;
    },
  },
  {
    name: 'lost-standby',
    what: 'the machine of a standby loses power',
    goalSeconds: () => 10,
    async breakIt(cluster) {
      const standby = await synchronousStandbyOf(cluster);
      await cluster.kill(standby, ['patroni', 'postgres', 'etcd']);
      return async () => {
        cluster.start(standby);
        return [];
      };
    },
  },
  {
    name: 'lost-etcd',
    what: 'two of three etcd members are down, so that no leader can be elected',
    goalSeconds: () => 10,
    atLeastMs: 35_000,
    async breakIt(cluster) {
      const lost = cluster.machines.slice(0, 2);
      for (const machine of lost) await cluster.kill(machine, ['etcd']);
      return async () => {
        for (const machine of lost) cluster.start(machine);
        return [];
      };
    },
  },
];
