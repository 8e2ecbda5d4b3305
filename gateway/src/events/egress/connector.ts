// Opens connections to receivers. The addresses that were checked are the ones connected to: a name
// is resolved once per connection, all its addresses are checked, and the socket gets only those.

import { connect as connectTcp, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { startTimer } from '../../core/clock.ts';
import { isPublicAddress } from './public-address.ts';
import type { Resolve } from './resolve.ts';
import { bareHost } from './target.ts';

type FailureCause = 'DNS' | 'ADDRESS' | 'CONNECT' | 'TLS' | 'TIMEOUT' | 'RESET';

/** Why no connection was made, with a sentence for the merchant. */
class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly failure: FailureCause;

  constructor(failure: FailureCause, message: string) {
    super(message);
    this.failure = failure;
  }
}

export interface ConnectorOptions {
  readonly allowsPrivate: boolean;
  readonly resolve: Resolve;
  readonly timeoutMs: number;
  /** Certificate authorities in PEM that replace those of Node.js. */
  readonly authorities?: string | undefined;
  /** Opens a socket to checked addresses; tests replace it. */
  readonly open?: ((target: OpenTarget) => Socket) | undefined;
}

export interface OpenTarget {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly addresses: readonly string[];
  readonly authorities: string | undefined;
}

/** Calls back once, with a failure or with a connected socket. */
export type Connect = (
  target: Pick<URL, 'hostname' | 'protocol' | 'port'>,
  callback: (failure: ConnectionFailure | null, socket: Socket | null) => void,
) => void;

export function createConnector(options: ConnectorOptions): Connect {
  const { open = openSocket, authorities } = options;
  return ({ hostname, protocol, port }, callback) => {
    const host = bareHost(hostname);
    const isTls = protocol === 'https:';
    const end = onlyOnce<[ConnectionFailure | null, Socket | null]>((failure, socket) => {
      stop();
      if (failure) {
        opening?.destroy();
        callback(failure, null);
      } else if (socket) callback(null, socket);
    });
    const fail = (failure: FailureCause, message: string): void =>
      end(new ConnectionFailure(failure, message), null);
    let opening: Socket | undefined;
    const stop = startTimer(options.timeoutMs, () =>
      fail('TIMEOUT', `No connection within ${options.timeoutMs} ms.`),
    );
    findAddresses(host, options)
      .then((addresses) => {
        if (end.isDone()) return;
        opening = open({ host, port: portOf(port, isTls), isTls, addresses, authorities });
        watchOpening(opening, { isTls, allowsPrivate: options.allowsPrivate, end, fail });
      })
      .catch((error: unknown) => {
        if (error instanceof ConnectionFailure) end(error, null);
        else fail('CONNECT', detailOf(error));
      });
  };
}

/** What to do with a connection that is being opened. */
interface Opening {
  readonly isTls: boolean;
  readonly allowsPrivate: boolean;
  readonly end: (failure: ConnectionFailure | null, socket: Socket | null) => void;
  readonly fail: (failure: FailureCause, message: string) => void;
}

export function watchOpening(socket: Socket, { isTls, allowsPrivate, end, fail }: Opening): void {
  let isConnected = false;
  socket.setNoDelay(true);
  socket.once('connect', () => {
    isConnected = true;
    // The lookup has already checked this address; this check holds even if the lookup does not.
    if (!allowsPrivate && !isPublicAddress(socket.remoteAddress ?? '')) {
      fail('ADDRESS', 'The address connected to is not public.');
    }
  });
  socket.once(isTls ? 'secureConnect' : 'connect', () => end(null, socket));
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const unconnected = error.code === 'ECONNRESET' ? 'RESET' : 'CONNECT';
    fail(isTls && isConnected ? 'TLS' : unconnected, detailOf(error));
  });
  socket.once('close', () => fail('CONNECT', 'The connection was closed while it was opened.'));
}

/** The addresses of the host, all of them checked. */
async function findAddresses(host: string, options: ConnectorOptions): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await resolveName(host, options.resolve) : [host];
  if (!options.allowsPrivate && !addresses.every(isPublicAddress)) {
    throw new ConnectionFailure('ADDRESS', `${host} has an address that is not public.`);
  }
  return addresses;
}

async function resolveName(host: string, resolve: Resolve): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await resolve(host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConnectionFailure('DNS', `The name ${host} was not resolved (${code ?? 'error'}).`);
  }
  if (addresses.length > 0) return addresses;
  throw new ConnectionFailure('DNS', `The name ${host} has no address.`);
}

/** The port of a URL, which is empty for the default one. */
function portOf(port: string, isTls: boolean): number {
  if (port !== '') return Number(port);
  return isTls ? 443 : 80;
}

function openSocket({ host, port, isTls, addresses, authorities }: OpenTarget): Socket {
  const lookup = fixedLookup(addresses);
  if (!isTls) return connectTcp({ host, port, lookup });
  return connectTls({
    host,
    port,
    lookup,
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Set explicitly, so that no environment variable disables the check.
    rejectUnauthorized: true,
    ...(isIP(host) === 0 && { servername: host }),
    ...(authorities !== undefined && { ca: authorities }),
  });
}

function fixedLookup(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = entries;
    if (options.all === true) callback(null, entries);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };
}

/** When several addresses were tried, one error contains the others. */
function detailOf(error: unknown): string {
  const inner = error instanceof AggregateError ? (error.errors as unknown[])[0] : error;
  return inner instanceof Error ? inner.message : String(inner);
}

function onlyOnce<Args extends unknown[]>(run: (...args: Args) => void) {
  let isDone = false;
  const once = (...args: Args): void => {
    if (isDone) return;
    isDone = true;
    run(...args);
  };
  return Object.assign(once, { isDone: () => isDone });
}
