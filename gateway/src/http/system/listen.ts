// Listens on an address, with a clear error for the operator when that is not possible.

import type { FastifyInstance } from 'fastify';
import type { Servers } from './servers.ts';

export class CannotListen extends Error {}

interface Ports {
  readonly host: string;
  readonly port: number;
  readonly internalHost: string;
  readonly internalPort: number | null;
}

/** Opens the internal port first: no request is served before all ports are known to be free. */
export async function listenAll(
  { app, internal }: Servers,
  { host, port, internalHost, internalPort }: Ports,
): Promise<[url: string, internalUrl: string | null]> {
  const internalUrl =
    internal && internalPort !== null
      ? await listen(internal, internalHost, internalPort, 'BRAMKA_INTERNAL_')
      : null;
  return [await listen(app, host, port, ''), internalUrl];
}

/** `prefix` is that of the variables that set the address, for the error message. */
async function listen(app: FastifyInstance, host: string, port: number, prefix: string) {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === undefined) throw error;
    const where = `${host}:${String(port)}`;
    throw new CannotListen(listenError(code, where, prefix), { cause: error });
  }
}

function listenError(code: string, where: string, prefix: string): string {
  if (code === 'EADDRINUSE') {
    return `${where} is in use by another program; set ${prefix}PORT to a free port`;
  }
  if (code === 'EACCES') return `listening on ${where} is not allowed`;
  return `cannot listen on ${where} (${code}); set ${prefix}HOST and ${prefix}PORT`;
}
