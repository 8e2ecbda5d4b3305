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
  const named = { host: 'BRAMKA_INTERNAL_HOST', port: 'BRAMKA_INTERNAL_PORT' };
  const internalUrl =
    internal && internalPort !== null
      ? await listen(internal, { host: internalHost, port: internalPort, variables: named })
      : null;
  const variables = { host: 'HOST', port: 'PORT' };
  return [await listen(app, { host, port, variables }), internalUrl];
}

interface ListenAt {
  readonly host: string;
  readonly port: number;
  /** The variables that set the address, for the error message. */
  readonly variables: { readonly host: string; readonly port: string };
}

async function listen(app: FastifyInstance, at: ListenAt): Promise<string> {
  const { host, port, variables } = at;
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === undefined) throw error;
    throw new CannotListen(listenError(code, `${host}:${String(port)}`, variables), {
      cause: error,
    });
  }
}

function listenError(code: string, where: string, { host, port }: ListenAt['variables']): string {
  if (code === 'EADDRINUSE') {
    return `${where} is in use by another program; set ${port} to a free port`;
  }
  if (code === 'EACCES') return `listening on ${where} is not allowed`;
  return `cannot listen on ${where} (${code}); set ${host} and ${port}`;
}
