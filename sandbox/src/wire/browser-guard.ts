// Keeps pages of other sites away from the sandbox: what controls it needs no token, so a browser
// that visits a hostile page must not be able to send or read anything there, neither across sites
// (foreign Origin) nor under a name that was pointed at this machine (foreign Host).

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import type { Route } from '@bramka/gateway/http/endpoint.ts';

export interface BrowserGuardOptions {
  /** Where the outside finds the server; its host and origin are our own. */
  readonly publicUrl: () => string;
  /** What stands before /acs and /acquirer in the routes, such as /sandbox. */
  readonly prefix: string;
  /** False where providers are called under names that we do not know. */
  readonly checkHost: boolean;
}

const guardRefusals = ['FOREIGN_HOST', 'FOREIGN_ORIGIN'] as const;
/** Shops send customers to these pages from their own sites. */
const pages = /^\/acs\/(challenge|method|phone)(\/|$)/;

/** The same routes, with what the guard answers in their description. */
export function guarded(routes: readonly Route[], prefix: string): Route[] {
  return routes.map((route) => {
    if (pages.test(route.path.slice(prefix.length))) return route;
    const refusals = [...(route.endpoint.refusals ?? []), ...guardRefusals];
    return { ...route, endpoint: { ...route.endpoint, refusals } };
  });
}

export function guardBrowsers(app: FastifyInstance, options: BrowserGuardOptions): void {
  const { prefix, checkHost, publicUrl } = options;
  app.addHook('onRequest', async (request) => {
    // The route and not the path as it was sent, which may be spelled in several ways.
    const { url: route } = request.routeOptions;
    if (route === undefined || !route.startsWith(`${prefix}/`)) return;
    if (pages.test(route.slice(prefix.length))) return;
    const own = URL.parse(publicUrl());
    const host = request.headers.host ?? '';
    if (checkHost && host !== own?.host && !isThisMachine(host, request)) refuse('FOREIGN_HOST');
    const { origin } = request.headers;
    if (origin !== undefined && origin !== own?.origin && !isSameOrigin(origin, host, request)) {
      refuse('FOREIGN_ORIGIN');
    }
  });
}

/** A loopback name, or the very address the request came to; names of others may lead anywhere. */
function isThisMachine(host: string, { socket }: FastifyRequest): boolean {
  const name = /^(\[[0-9a-f:.]+\]|[^:]+)(?::\d+)?$/i.exec(host)?.[1]?.toLowerCase() ?? '';
  if (/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(name)) return true;
  const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
  return name === address || name === `[${address}]`;
}

function isSameOrigin(origin: string, host: string, request: FastifyRequest): boolean {
  return URL.parse(origin)?.host === host && isThisMachine(host, request);
}
