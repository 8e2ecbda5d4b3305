// Limits how many connections one address may have open. At the limit the connection that has been
// idle longest is closed, so that new clients of the address can still connect.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from './address.ts';

interface ConnectionLimit {
  readonly server: Server;
  /** 0 disables the limit. */
  readonly maxPerAddress: number;
  /** Sends a refusal to a new client and closes its connection. */
  readonly refuse: (socket: Socket) => void;
}

interface Held {
  count: number;
  /** Connections without an active request, the longest idle first. */
  readonly idle: Set<Socket>;
}

export function limitConnections({ server, maxPerAddress, refuse }: ConnectionLimit): void {
  if (maxPerAddress === 0) return;
  const byAddress = new Map<string, Held>();
  const connected = new Map<Socket, { readonly held: Held; activeRequests: number }>();
  server.on('connection', (socket: Socket) => {
    const address = addressKey(socket.remoteAddress);
    const held = byAddress.get(address) ?? { count: 0, idle: new Set<Socket>() };
    if (held.count >= maxPerAddress) {
      const [longest] = held.idle;
      if (!longest) return refuse(socket);
      leave(longest);
      longest.destroy();
    }
    held.count += 1;
    held.idle.add(socket);
    byAddress.set(address, held);
    connected.set(socket, { held, activeRequests: 0 });
    socket.once('close', () => leave(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const state = connected.get(socket);
    if (!state) return;
    state.activeRequests += 1;
    state.held.idle.delete(socket);
    response.once('close', () => {
      state.activeRequests -= 1;
      if (state.activeRequests === 0 && connected.has(socket)) state.held.idle.add(socket);
    });
  });

  function leave(socket: Socket): void {
    const state = connected.get(socket);
    if (!state) return;
    connected.delete(socket);
    state.held.idle.delete(socket);
    state.held.count -= 1;
    if (state.held.count === 0) byAddress.delete(addressKey(socket.remoteAddress));
  }
}
