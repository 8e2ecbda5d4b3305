// Opens connections to receivers. The addresses that were checked are the ones connected to: a name
// is resolved once per connection, all its addresses are checked, and the socket gets only those.

import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { NetworkCause } from './answer.ts';
import { isPublicAddress } from './public-address.ts';
import type { Resolve } from './resolve.ts';
import { bareHost } from './target.ts';

/** Room for a body of 64 KiB in the smallest chunks, for headers and for early answers. */
const MAX_ANSWER_BYTES = 512 * 1024;

/** Why no connection was made, with a sentence for the merchant. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly failure: NetworkCause;

  constructor(failure: NetworkCause, message: string) {
    super(message);
    this.failure = failure;
  }
}

interface ConnectorOptions {
  readonly allowsPrivate: boolean;
  readonly resolve: Resolve;
  readonly timeoutMs: number;
  readonly authorities: string | undefined;
  /** The client also asks for a connection after a notification whose time limit has passed. */
  readonly isNeeded: () => boolean;
}

export function createConnector(
  build: typeof buildConnector,
  { allowsPrivate, resolve, timeoutMs, authorities, isNeeded }: ConnectorOptions,
): buildConnector.connector {
  const connect = build({
    lookup: checkedLookup(allowsPrivate, resolve),
    // So that the socket takes all addresses of the lookup.
    autoSelectFamily: true,
    timeout: timeoutMs,
    minVersion: 'TLSv1.2',
    // Set explicitly, so that no environment variable disables the check.
    rejectUnauthorized: true,
    // Every connection checks the certificate.
    maxCachedSessions: 0,
    ...(authorities !== undefined && { ca: authorities }),
  });
  return (target, callback) => {
    if (!isNeeded()) {
      return queueMicrotask(() => callback(new Error('nothing waits for a connection'), null));
    }
    const hostname = bareHost(target.hostname);
    const servername = isIP(hostname) === 0 ? hostname : '';
    connect({ ...target, hostname, servername }, (...[error, socket]) => {
      if (error) return callback(failureOf(error, target.protocol === 'https:'), null);
      // The lookup has already checked this address; this check holds even if the lookup does not.
      if (!allowsPrivate && !isPublicAddress(socket.remoteAddress ?? '')) {
        socket.destroy();
        const problem = 'The address connected to is not public.';
        return callback(new ConnectionFailure('ADDRESS', problem), null);
      }
      limitAnswers(socket);
      callback(null, socket);
    });
  };
}

function checkedLookup(allowsPrivate: boolean, resolve: Resolve): LookupFunction {
  const find = async (host: string) => {
    const addresses = await resolve(host).catch(({ code = 'error' }: NodeJS.ErrnoException) => {
      throw new ConnectionFailure('DNS', `The name ${host} was not resolved (${code}).`);
    });
    if (addresses.length === 0) {
      throw new ConnectionFailure('DNS', `The name ${host} has no address.`);
    }
    if (!allowsPrivate && !addresses.every(isPublicAddress)) {
      throw new ConnectionFailure('ADDRESS', `${host} has an address that is not public.`);
    }
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (host, _options, callback) => {
    find(host).then(
      (addresses) => callback(null, addresses),
      (error: Error) => callback(error, []),
    );
  };
}

/**
 * Destroys the connection when too much arrives after a request. The client limits headers and
 * bodies, but not the first line, extensions of chunks and empty lines before an answer.
 */
function limitAnswers(socket: Socket): void {
  let sent = 0;
  let readBefore = 0;
  socket.on('readable', () => {
    const { bytesRead, bytesWritten } = socket;
    if (bytesWritten !== sent) [sent, readBefore] = [bytesWritten, bytesRead];
    else if (bytesRead - readBefore > MAX_ANSWER_BYTES) {
      socket.destroy(new Error(`it has more than ${MAX_ANSWER_BYTES} bytes`));
    }
  });
}

function failureOf(error: Error, isTls: boolean): ConnectionFailure {
  if (error instanceof ConnectionFailure) return error;
  // When several addresses were tried, one error contains the others.
  const last: unknown = error instanceof AggregateError ? error.errors.at(-1) : error;
  const { code, syscall, message } = last as NodeJS.ErrnoException;
  const cause = (): NetworkCause => {
    if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'TIMEOUT';
    // What fails once the connection is made is the handshake.
    if (isTls && syscall !== 'connect') return 'TLS';
    return code === 'ECONNRESET' ? 'RESET' : 'CONNECT';
  };
  return new ConnectionFailure(cause(), message);
}
