// The guard around the directory servers: each has its own limit of concurrent calls and circuit
// breaker, like a provider of payments. A request that is not sent counts as a lost connection.

import type { DirectoryServer } from '../../cards/directory-server.ts';
import type { JsonAnswer } from '../../http/outgoing.ts';
import { createGate, type Gate, type GuardParts } from '../../http/guard/gate.ts';
import type { DirectoryTransport } from './directory.ts';

/** The request was not sent. */
class DirectoryUnavailable extends Error {}

export function guardDirectory(send: DirectoryTransport, parts: GuardParts): DirectoryTransport {
  const gates = new Map<DirectoryServer, Gate>();
  const gateOf = (server: DirectoryServer): Gate => {
    const gate = gates.get(server) ?? createGate(`directory-${server.toLowerCase()}`, parts);
    gates.set(server, gate);
    return gate;
  };
  return async (server, message) => {
    const answer = await gateOf(server).call<JsonAnswer | undefined>(
      () => send(server, message),
      (one) => (one && one.status < 500 ? 'answered' : 'failed'),
      undefined,
    );
    if (!answer) throw new DirectoryUnavailable();
    return answer;
  };
}
