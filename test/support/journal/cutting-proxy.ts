// A proxy between a node and its PostgreSQL server that can cut the connection at the worst
// moments: before a statement arrives, while it runs, or after it has committed and before its
// answer is back. It can also go silent: connections stay open and new ones are accepted, but no
// data passes.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** When the connection is cut, counted from the first message that contains the marker. */
export type Cut = 'before-it-arrives' | 'while-it-runs' | 'after-it-is-done';

export interface CuttingProxy {
  /** The URL of the database through this proxy. */
  readonly url: string;
  /** How often a connection was cut. */
  readonly cuts: number;
  /** Cuts the connection once, at the next client message that contains the marker. */
  cutAt(when: Cut, marker: string): void;
  /** Passes no data until `speak`, which passes the buffered data. */
  silence(): void;
  speak(): void;
  /** Resolves when the server has ended all statements whose connection was cut. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** ReadyForQuery outside a transaction: the server has committed the statement. */
const done = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Shared by the connections of one proxy: the pending cut and the number of cuts. */
interface Network {
  armed: { when: Cut; marker: string } | undefined;
  cuts: number;
  isSilent: boolean;
  /** Connections to the server that run a statement whose answer nobody gets. */
  readonly running: Set<Socket>;
}

/** One connection between a client and the server. */
function join(client: Socket, upstream: Socket, network: Network): void {
  let mute = false;
  const cut = (): void => {
    network.cuts += 1;
    client.destroy();
  };
  client.on('data', (chunk) => {
    const { armed } = network;
    const hit = armed !== undefined && chunk.includes(armed.marker) ? armed.when : undefined;
    if (hit !== undefined) network.armed = undefined;
    if (hit === 'before-it-arrives') {
      cut();
      upstream.destroy();
      return;
    }
    upstream.write(chunk);
    if (hit !== undefined) {
      mute = true;
      network.running.add(upstream);
    }
    // The server does not notice and continues with the statement.
    if (hit === 'while-it-runs') cut();
  });
  upstream.on('data', (chunk) => {
    if (!mute) client.write(chunk);
    else if (chunk.subarray(-done.length).equals(done)) {
      if (!client.destroyed) cut();
      upstream.destroy();
    }
  });
  upstream.on('close', () => {
    network.running.delete(upstream);
    client.destroy();
  });
  client.on('close', () => {
    if (!mute) upstream.destroy();
  });
}

export async function openCuttingProxy(target: string): Promise<CuttingProxy> {
  const server = new URL(target);
  const sockets = new Set<Socket>();
  const running = new Set<Socket>();
  const network: Network = { armed: undefined, cuts: 0, isSilent: false, running };
  const proxy = createServer((client) => {
    const upstream = connect(Number(server.port), server.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    join(client, upstream, network);
    if (network.isSilent) for (const socket of [client, upstream]) socket.pause();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(target);
  url.port = String((proxy.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  return {
    url: url.href,
    get cuts() {
      return network.cuts;
    },
    cutAt(when, marker) {
      network.armed = { when, marker };
    },
    silence() {
      network.isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    speak() {
      network.isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    async settled() {
      await Promise.all([...running].map((socket) => once(socket, 'close')));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
