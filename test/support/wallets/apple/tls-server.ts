// An HTTPS server on the loopback interface that requires a client certificate, and whose answers
// the test controls.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { der, sequence } from '@bramka/gateway/core/der/write.ts';
import { extension, extensions, issue, rootOf, type Holder } from './certificates.ts';

export interface TlsRequest {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: string;
  readonly client: string;
}

export interface TlsServer {
  readonly url: string;
  /** The authority of its certificate, in PEM. */
  readonly ca: string;
  readonly requests: readonly TlsRequest[];
  /** How many connections it has accepted. */
  connections(): number;
  /** How it answers from now on. */
  behave: (request: IncomingMessage, response: ServerResponse) => void;
  close(): void;
}

/** Accepts clients whose certificate `clients` has issued. */
export async function openTlsServer(clients: Holder): Promise<TlsServer> {
  const root = issue({ name: 'Server Root', issuer: null, extensions: [extensions.isAuthority] });
  const loopback = extension('2.5.29.17', sequence(der(0x87, Buffer.from([127, 0, 0, 1]))));
  const serverHolder = issue({ name: 'Server', issuer: root, extensions: [loopback] });
  const requests: TlsRequest[] = [];
  let connections = 0;
  const https = createServer({
    cert: rootOf(serverHolder).toString(),
    key: serverHolder.key.export({ format: 'pem', type: 'pkcs8' }),
    ca: rootOf(clients).toString(),
    requestCert: true,
    rejectUnauthorized: true,
  });
  https.on('connection', () => (connections += 1));
  https.on('request', (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push(described(request, body));
      server.behave(request, response);
    });
  });
  // A connection that closes because of a slow test would be counted twice.
  https.keepAliveTimeout = 600_000;
  https.listen(0, '127.0.0.1');
  await once(https, 'listening');
  const server: TlsServer = {
    url: `https://127.0.0.1:${(https.address() as AddressInfo).port}`,
    ca: rootOf(root).toString(),
    requests,
    connections: () => connections,
    behave: (_request, response) => response.end(),
    close() {
      https.closeAllConnections();
      https.close();
    },
  };
  return server;
}

function described({ method = '', url = '', headers, socket }: IncomingMessage, body: string) {
  const peer: PeerCertificate = (socket as TLSSocket).getPeerCertificate();
  const client = String(peer.subject.CN);
  return { method, path: url, contentType: headers['content-type'], body, client };
}
