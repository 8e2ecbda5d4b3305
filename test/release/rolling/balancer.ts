// A balancer in front of the gateways of an upgrade: every request goes to the next node in turn,
// on a connection of its own. It keeps what a customer would notice: failed requests.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../../support/waiting/until.ts';

export interface Balancer {
  readonly url: string;
  /** Answers with 5xx, and requests that a node did not answer. */
  readonly failures: readonly string[];
  add(nodeUrl: string): void;
  /** Sends nothing more to the node, and waits for what it has not answered yet. */
  remove(nodeUrl: string): Promise<void>;
  close(): void;
}

export async function openBalancer(): Promise<Balancer> {
  const nodes: string[] = [];
  const failures: string[] = [];
  const inProgress = new Map<string, number>();
  let turn = 0;
  const pass = (asked: IncomingMessage, answer: ServerResponse): void => {
    const node = nodes[(turn += 1) % nodes.length] ?? '';
    const what = `${asked.method ?? ''} ${asked.url ?? ''} at ${node}`;
    inProgress.set(node, (inProgress.get(node) ?? 0) + 1);
    answer.on('close', () => inProgress.set(node, (inProgress.get(node) ?? 0) - 1));
    const fail = (error: Error): void => {
      failures.push(`${what}: ${error.message}`);
      answer.writeHead(502).end();
    };
    const { method, headers } = asked;
    const passed = request(new URL(asked.url ?? '', node), { method, headers, agent: false });
    passed.on('error', fail).on('response', (reply) => {
      const { statusCode = 0 } = reply;
      if (statusCode >= 500) failures.push(`${what}: ${statusCode}`);
      answer.writeHead(statusCode, reply.headers);
      reply.on('error', fail).pipe(answer);
    });
    asked.pipe(passed);
  };
  const server = createServer(pass);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    add: (nodeUrl) => void nodes.push(nodeUrl),
    async remove(nodeUrl) {
      nodes.splice(nodes.indexOf(nodeUrl), 1);
      await until(() => (inProgress.get(nodeUrl) ?? 0) === 0, 'the answers of the node');
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
