// A network between a node and its PostgreSQL server that can be cut at the worst moments: before a
// statement arrives there, while it runs, or after it was done and before its answer is back. It
// can also go silent: connections stay open and new ones are taken, but nothing passes.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** When the line breaks, counted from the first message that holds the marker. */
export type Cut = 'before-it-arrives' | 'while-it-runs' | 'after-it-is-done';

export interface CuttingProxy {
  /** The address of the database through this network. */
  readonly url: string;
  /** How often the line has been cut. */
  readonly cuts: number;
  /** Cuts the line once, at the next message of a client that holds the marker. */
  cutAt(when: Cut, marker: string): void;
  /** Passes nothing until `speak`, which passes what has gathered. */
  silence(): void;
  speak(): void;
  close(): Promise<void>;
}

/** ReadyForQuery outside a transaction: the server has done, and kept, what it was asked for. */
const done = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** What the lines of one proxy share: the cut that is to come, and how many there were. */
interface Network {
  armed: { when: Cut; marker: string } | undefined;
  cuts: number;
  isSilent: boolean;
}

/** One line between a client and the server. */
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
    if (hit !== undefined) mute = true;
    // The server does not notice: it goes on with what it was asked for.
    if (hit === 'while-it-runs') cut();
  });
  upstream.on('data', (chunk) => {
    if (!mute) client.write(chunk);
    else if (chunk.subarray(-done.length).equals(done)) {
      if (!client.destroyed) cut();
      upstream.destroy();
    }
  });
  upstream.on('close', () => client.destroy());
  client.on('close', () => {
    if (!mute) upstream.destroy();
  });
}

export async function openCuttingProxy(target: string): Promise<CuttingProxy> {
  const server = new URL(target);
  const sockets = new Set<Socket>();
  const network: Network = { armed: undefined, cuts: 0, isSilent: false };
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
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
