// A port for a server that is told its port: free when it is chosen, and still free when that
// server starts. The system gives no connection a port outside its ephemeral range, and no two
// running processes choose the same one.
import { createServer } from 'node:net';
import { readFileSync } from 'node:fs';

/** Lower ports may be refused by browsers. */
const LOWEST = 11_000;
const PORTS_PER_PROCESS = 16;

let chosen = 0;

export async function freePort(): Promise<number> {
  const { first, count } = portsBelow(firstEphemeralPort());
  for (;;) {
    const port = first + ((process.pid * PORTS_PER_PROCESS + chosen++) % count);
    if (await isFree(port)) return port;
  }
}

/** All below the ephemeral range; if it leaves too few, some that are rarely given. */
export function portsBelow(ephemeral: number): { first: number; count: number } {
  return ephemeral - LOWEST < 1000
    ? { first: 20_000, count: 10_000 }
    : { first: LOWEST, count: ephemeral - LOWEST };
}

function firstEphemeralPort(): number {
  try {
    const range = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
    return Number(range.trim().split(/\s+/)[0]);
  } catch {
    return 32_768;
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer();
  probe.once('error', () => resolve(false));
  probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  return promise;
}
