// What happens to the cluster in each scenario, and how it is repaired.
import { setTimeout as sleep } from 'node:timers/promises';
import { primaryOf, switchOver, synchronousStandbyOf, type Cluster } from './cluster.ts';

export interface Scenario {
  readonly name: string;
  readonly what: string;
  /** The maximum time without an acknowledged payment, in seconds. */
  readonly limitSeconds: number;
  run(cluster: Cluster): Promise<void>;
}

/** Long enough for a failover after the leader key has expired. */
const OBSERVED_MS = 45_000;

export const scenarios: readonly Scenario[] = [
  {
    name: 'kill-primary',
    what: 'the machine of the primary loses power',
    limitSeconds: 60,
    async run(cluster) {
      const primary = await primaryOf(cluster);
      await cluster.crash(primary);
      await sleep(OBSERVED_MS);
      cluster.startPatroni(primary);
    },
  },
  {
    name: 'switchover',
    what: 'an operator makes the synchronous standby the primary',
    limitSeconds: 30,
    async run(cluster) {
      await switchOver(cluster);
      await sleep(15_000);
    },
  },
  {
    name: 'frozen-primary',
    what: 'the machine of the primary stops answering and comes back later',
    limitSeconds: 60,
    async run(cluster) {
      const thaw = cluster.freeze(await primaryOf(cluster));
      await sleep(OBSERVED_MS);
      thaw();
    },
  },
  {
    name: 'lost-standby',
    what: 'the machine of the synchronous standby loses power',
    limitSeconds: 30,
    async run(cluster) {
      const standby = await synchronousStandbyOf(cluster);
      await cluster.crash(standby);
      await sleep(20_000);
      cluster.startPatroni(standby);
    },
  },
  {
    name: 'lost-etcd',
    what: 'two of three etcd members are down, so that no leader can be elected',
    limitSeconds: 30,
    async run(cluster) {
      const lost = cluster.machines.slice(0, 2);
      for (const machine of lost) cluster.crashEtcd(machine);
      await sleep(35_000);
      for (const machine of lost) cluster.startEtcd(machine);
      await sleep(5_000);
    },
  },
];
