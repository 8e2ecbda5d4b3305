// Blocks requests that a browser sends on behalf of other sites. The control API needs no token, so
// a hostile page must not be able to reach it, neither cross-site (foreign Origin) nor by DNS
// rebinding (foreign Host).

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import type { Route } from '@bramka/gateway/http/endpoint.ts';

export interface BrowserGuardOptions {
  /** The public URL of the server; its host and origin are allowed. */
  readonly publicUrl: () => string;
  /** The path before the names of the parties in the routes, such as /sandbox. */
  readonly prefix: string;
  /** False where providers are called under host names that we do not know. */
  readonly checkHost: boolean;
  /** Pages that customers open from the shops' own sites: their paths after the prefix. */
  readonly openPages: readonly string[];
}

/** Which pages are open, for the documentation of the routes. */
export type GuardedPaths = Pick<BrowserGuardOptions, 'prefix' | 'openPages'>;

const guardRefusals = ['FOREIGN_HOST', 'FOREIGN_ORIGIN'] as const;

/** The same routes, with the guard's answers added to their documentation. */
export function describeGuard(routes: readonly Route[], paths: GuardedPaths): Route[] {
  return routes.map((route) => {
    if (!isGuarded(route.path, paths)) return route;
    const refusals = [...(route.endpoint.refusals ?? []), ...guardRefusals];
    return { ...route, endpoint: { ...route.endpoint, refusals } };
  });
}

export function guardBrowsers(app: FastifyInstance, options: BrowserGuardOptions): void {
  const { checkHost, publicUrl } = options;
  app.addHook('onRequest', async (request) => {
    // Match the route, not the raw path, which can be encoded in several ways.
    const { url: route } = request.routeOptions;
    if (route === undefined || !isGuarded(route, options)) return;
    const own = URL.parse(publicUrl());
    const host = request.headers.host ?? '';
    if (checkHost && host !== own?.host && !isThisMachine(host, request)) refuse('FOREIGN_HOST');
    const { origin } = request.headers;
    if (origin !== undefined && origin !== own?.origin && !isSameOrigin(origin, host, request)) {
      refuse('FOREIGN_ORIGIN');
    }
  });
}

/** Everything of the sandbox: below its prefix, and its start page. */
function isGuarded(path: string, paths: GuardedPaths): boolean {
  if (path === '/') return true;
  return path.startsWith(`${paths.prefix}/`) && !isOpenPage(path, paths);
}

function isOpenPage(path: string, { prefix, openPages }: GuardedPaths): boolean {
  const own = path.slice(prefix.length);
  return openPages.some((page) => own === page || own.startsWith(`${page}/`));
}

/**
 * A loopback name, or the IP address the request arrived at. Other names may resolve to anything.
 */
function isThisMachine(host: string, { socket }: FastifyRequest): boolean {
  const name = /^(\[[0-9a-f:.]+\]|[^:]+)(?::\d+)?$/i.exec(host)?.[1]?.toLowerCase() ?? '';
  if (/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(name)) return true;
  const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
  return name === address || name === `[${address}]`;
}

function isSameOrigin(origin: string, host: string, request: FastifyRequest): boolean {
  return URL.parse(origin)?.host === host && isThisMachine(host, request);
}
