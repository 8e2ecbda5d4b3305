// A highly available PostgreSQL on loopback: three simulated machines with etcd, Patroni and
// PostgreSQL each, and HAProxy, which forwards to the primary.
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresAccount } from '../setup/postgres-binaries.ts';
import { freePort } from '../setup/free-port.ts';
import { ask } from '../support/journal/database-server.ts';
import { etcdFlags, haproxyFile, password, patroniFile, type Machine } from './configuration.ts';
import {
  endEverything,
  isAlive,
  serverProcesses,
  signal,
  startProcess,
  watchServer,
} from './processes.ts';
import type { Programs } from './programs/find-programs.ts';
import type { PatroniVersion } from './settings.ts';

const HEALTHY_LIMIT_MS = 240_000;

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** What runs on each machine. */
export type Part = 'postgres' | 'patroni' | 'etcd';

export interface Cluster {
  readonly folder: string;
  readonly version: PatroniVersion;
  /** The URL of the primary, through HAProxy. */
  readonly url: string;
  readonly machines: readonly Machine[];
  /** The roles of the members, as reported by a machine that answers. */
  members(): Promise<Member[]>;
  /** Kills these parts of a machine with SIGKILL. */
  kill(machine: Machine, parts: readonly Part[]): Promise<void>;
  /** Stops Patroni and with it PostgreSQL, as `systemctl stop patroni` does. */
  stopPatroni(machine: Machine): void;
  /** Suspends everything on a machine; the returned function resumes it. */
  freeze(machine: Machine): () => void;
  /** Starts what was killed; Patroni starts PostgreSQL. */
  start(machine: Machine): void;
  /** Waits for one primary and two synchronous standbys. */
  healthy(): Promise<void>;
  close(): void;
}

export async function primaryOf(cluster: Cluster): Promise<Machine> {
  const leader = (await cluster.members()).find(({ role }) => role === 'leader');
  const machine = cluster.machines.find(({ name }) => name === leader?.name);
  if (!machine) throw new Error('the cluster has no primary');
  return machine;
}

export async function synchronousStandbyOf(cluster: Cluster): Promise<Machine> {
  const standby = (await cluster.members()).find(({ role }) => role === 'sync_standby');
  const machine = cluster.machines.find(({ name }) => name === standby?.name);
  if (!machine) throw new Error('the cluster has no synchronous standby');
  return machine;
}

const dataDirOf = (machine: Machine): string => join(machine.folder, 'data');

async function prepareMachine(folder: string, name: string): Promise<Machine> {
  const nodeFolder = join(folder, name);
  mkdirSync(nodeFolder);
  const account = postgresAccount();
  if (account) chownSync(nodeFolder, account.uid, account.gid);
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const [etcdClientPort, etcdPeerPort, patroniPort, postgresPort] = ports;
  return { name, folder: nodeFolder, etcdClientPort, etcdPeerPort, patroniPort, postgresPort };
}

export async function startCluster(programs: Programs): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-failover-'));
  const account = postgresAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  const machines: Machine[] = [];
  for (const name of ['one', 'two', 'three']) machines.push(await prepareMachine(folder, name));
  const running = new Map<string, ChildProcess>();
  const port = await freePort();
  const processesOf = (machine: Machine, parts: readonly Part[]) =>
    parts.flatMap((part) =>
      part === 'postgres'
        ? serverProcesses(dataDirOf(machine))
        : (running.get(`${part} ${machine.name}`)?.pid ?? []),
    );
  const startPart = (part: 'patroni' | 'etcd', machine: Machine, flags: string[]): void => {
    const name = `${part} ${machine.name}`;
    const before = running.get(name);
    if (before && before.exitCode === null && before.signalCode === null) return;
    const log = join(machine.folder, `${part}.log`);
    running.set(name, startProcess(programs[part], flags, log, account));
  };
  const { version } = programs;
  const cluster: Cluster = {
    folder,
    version,
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    machines,
    members: () => membersOf(machines),
    async kill(machine, parts) {
      const pids = processesOf(machine, parts);
      // Stopped first, so that none of them notices the end of another.
      signal(pids, 'SIGSTOP');
      signal(pids, 'SIGKILL');
      while (pids.some(isAlive)) await sleep(20);
    },
    stopPatroni: (machine) => signal(processesOf(machine, ['patroni']), 'SIGTERM'),
    freeze(machine) {
      const pids = processesOf(machine, ['patroni', 'postgres', 'etcd']);
      signal(pids, 'SIGSTOP');
      return () => signal(pids, 'SIGCONT');
    },
    start(machine) {
      startPart('etcd', machine, etcdFlags(machine, machines, version));
      startPart('patroni', machine, [join(machine.folder, 'patroni.yml')]);
    },
    healthy: () => untilHealthy(cluster),
    close() {
      endEverything();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  writeFiles(cluster, programs, port);
  for (const machine of machines) cluster.start(machine);
  const haproxyFlags = ['-db', '-f', join(folder, 'haproxy.cfg')];
  startProcess(programs.haproxy, haproxyFlags, join(folder, 'haproxy.log'), account);
  await cluster.healthy();
  return cluster;
}

function writeFiles(
  { folder, machines, version }: Cluster,
  programs: Programs,
  port: number,
): void {
  for (const machine of machines) {
    const file = patroniFile(machine, machines, version, programs.postgresFolder);
    writeFileSync(join(machine.folder, 'patroni.yml'), file, { mode: 0o644 });
    watchServer(dataDirOf(machine));
  }
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyFile(port, machines), { mode: 0o644 });
}

async function membersOf(machines: readonly Machine[]): Promise<Member[]> {
  for (const { patroniPort } of machines) {
    try {
      const reply = await fetch(`http://127.0.0.1:${patroniPort}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      });
      return ((await reply.json()) as { members: Member[] }).members;
    } catch {
      // Try another machine.
    }
  }
  return [];
}

async function untilHealthy(cluster: Cluster): Promise<void> {
  const deadline = Date.now() + HEALTHY_LIMIT_MS;
  let seen = '';
  while (Date.now() < deadline) {
    const members = await cluster.members();
    seen = JSON.stringify(members);
    const roles = members.map(({ role }) => role).sort();
    const isRunning = members.every(({ state }) => ['running', 'streaming'].includes(state));
    const mustBeComplete = roles.join() === 'leader,sync_standby,sync_standby';
    if (mustBeComplete && isRunning && (await isWritable(cluster.url))) return;
    await sleep(500);
  }
  throw new Error(`the cluster did not become healthy: ${seen}; its logs are in ${cluster.folder}`);
}

async function isWritable(url: string): Promise<boolean> {
  const text = `select pg_is_in_recovery() as standby,
    (select count(*)::integer from pg_stat_replication where state = 'streaming') as standbys`;
  try {
    const [row] = await ask<{ standby: boolean; standbys: number }>(url, text);
    return row?.standby === false && row.standbys === 2;
  } catch {
    return false;
  }
}

/** Names no candidate: otherwise the other standby pauses for two seconds. */
export async function switchOver(cluster: Cluster): Promise<void> {
  const leader = await primaryOf(cluster);
  const reply = await fetch(`http://127.0.0.1:${leader.patroniPort}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: leader.name }),
  });
  if (!reply.ok) throw new Error(`switchover refused: ${await reply.text()}`);
}
