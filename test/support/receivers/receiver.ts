// A receiver of notifications on the loopback interface, built on bare sockets so that it can break
// every rule of HTTP. It records what it got: bytes, headers, order and times.
import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body. */
  readonly body: Buffer;
  /** In milliseconds, when the whole request had arrived. */
  readonly at: number;
  /** Counts the connections from 1. */
  readonly connection: number;
}

/** What the receiver does once it has a whole request. */
export type Behaviour = (socket: Socket, request: ReceivedRequest) => void;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** In the order of arrival. */
  readonly received: ReceivedRequest[];
  behave: Behaviour;
  /** Runs for every new connection. */
  greet: (socket: Socket) => void;
  connections(): number;
  /** Connections that are open now. */
  open(): number;
  close(): Promise<void>;
}

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

export async function openReceiver(behave: Behaviour, tls?: TlsFiles): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const accept = (socket: Socket): void => {
    connections += 1;
    const connection = connections;
    // The sender may cut the connection at any time.
    socket.on('error', () => socket.destroy());
    receiver.greet(socket);
    readRequests(socket, (head) => {
      const request = { ...head, at: Date.now(), connection };
      receiver.received.push(request);
      receiver.behave(socket, request);
    });
  };
  const server = tls
    ? createTlsServer({ noDelay: true, ...tls }, accept)
    : createTcpServer({ noDelay: true }, accept);
  // Also those whose TLS handshake does not end.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // A client that ends the handshake is what some tests want.
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    received: [],
    behave,
    greet: () => undefined,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

type Head = Omit<ReceivedRequest, 'at' | 'connection'>;

const HEAD_END = '\r\n\r\n';

/** Requests with a content-length, one after the other. */
function readRequests(socket: Socket, onRequest: (request: Head) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const headEnd = rest.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const head = parseHead(rest.toString('latin1', 0, headEnd));
      const bodyStart = headEnd + HEAD_END.length;
      const end = bodyStart + Number(head.headers['content-length'] ?? 0);
      if (rest.length < end) return;
      const body = Buffer.from(rest.subarray(bodyStart, end));
      rest = rest.subarray(end);
      onRequest({ ...head, body });
    }
  });
}

function parseHead(text: string): Omit<Head, 'body'> {
  const [first = '', ...lines] = text.split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { method, path, headers };
}
