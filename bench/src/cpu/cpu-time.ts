// Measures the CPU time of the gateway, PostgreSQL and the load generator. Unlike a rate, it hardly
// depends on other load on the machine. Read from /proc, so on Linux only.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '../stage.ts';

/** Milliseconds of CPU time per payment or read. */
export interface CpuCost {
  readonly gatewayMs: number;
  readonly postgresMs: number;
  /** The load generator, or pgbench. */
  readonly driverMs: number;
  /** How many cores all of them kept busy. */
  readonly busy: number;
  /** How many cores the rest of the machine kept busy. */
  readonly othersBusy: number;
}

const ticksPerSecond = 100;

interface Stat {
  readonly parent: number;
  readonly ownMs: number;
  /** Of child processes that have exited. */
  readonly childrenMs: number;
}

/** Starts measuring; the returned function stops it and divides the time by the number of items. */
export function cpuMeter(
  stage: Pick<Stage, 'gateway' | 'postgres'>,
): (items: number) => CpuCost | undefined {
  const start = usedMs(stage);
  const startMs = performance.now();
  return (items) => {
    const end = usedMs(stage);
    const wallMs = performance.now() - startMs;
    if (!start || !end) return undefined;
    const used = (['gateway', 'postgres', 'driver'] as const).map((who) => end[who] - start[who]);
    const [gateway = 0, postgres = 0, driver = 0] = used;
    const ours = gateway + postgres + driver;
    return {
      gatewayMs: gateway / items,
      postgresMs: postgres / items,
      driverMs: driver / items,
      busy: ours / wallMs,
      othersBusy: Math.max(0, end.machine - start.machine - ours) / wallMs,
    };
  };
}

function usedMs({ gateway, postgres }: Pick<Stage, 'gateway' | 'postgres'>) {
  try {
    const pidFile = join(postgres.dataDir, 'postmaster.pid');
    const server = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    let serverMs = 0;
    for (const name of readdirSync('/proc')) {
      const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
      if (Number(name) === server) serverMs += (stat?.ownMs ?? 0) + (stat?.childrenMs ?? 0);
      else if (stat?.parent === server) serverMs += stat.ownMs;
    }
    const self = readStat(process.pid);
    return {
      machine: machineMs(readFileSync('/proc/stat', 'latin1')),
      gateway: readStat(gateway.pid)?.ownMs ?? 0,
      postgres: serverMs,
      driver: (self?.ownMs ?? 0) + (self?.childrenMs ?? 0),
    };
  } catch {
    return undefined;
  }
}

function readStat(pid: number): Stat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return undefined;
  }
}

/** The name, in parentheses, may contain anything; fields are counted from its end. */
export function parseStat(text: string): Stat {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0, , , , , , , , , , user = 0, system = 0, oldUser = 0, oldSystem = 0] = fields;
  return { parent, ownMs: ms(user + system), childrenMs: ms(oldUser + oldSystem) };
}

/** The first line: user, nice, system, idle, I/O wait, interrupts. */
export function machineMs(text: string): number {
  const [user = 0, nice = 0, system = 0, , , hard = 0, soft = 0] = text
    .slice('cpu '.length, text.indexOf('\n'))
    .trim()
    .split(/ +/)
    .map(Number);
  return ms(user + nice + system + hard + soft);
}

function ms(ticks: number): number {
  return (ticks * 1000) / ticksPerSecond;
}
