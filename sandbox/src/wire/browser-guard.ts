// Blocks requests that a browser sends on behalf of other sites. The control API needs no token,
// and the secrets of the demo merchants are public, so a hostile page must not reach any part of a
// sandbox, neither cross-site (foreign Origin) nor by DNS rebinding (foreign Host).

import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import type { Endpoint } from '@bramka/gateway/http/endpoint.ts';

interface BrowserGuardOptions {
  /** The public URL of the server; its host and origin are allowed. */
  readonly publicUrl: () => string;
  /** Other host names that are allowed; null: every host is, because the names are unknown. */
  readonly hosts: readonly string[] | null;
  /** Paths that pages of other sites may call, with everything below them. */
  readonly openPaths: readonly string[];
}

/** The same endpoints, with the refusals of the guard in their documentation. */
export function withGuard<E extends Endpoint>(
  endpoints: readonly E[],
  openPaths: readonly string[] = [],
): E[] {
  return endpoints.map((endpoint) => {
    const ofGuard = isOpen(endpoint.path, openPaths)
      ? (['FOREIGN_HOST'] as const)
      : (['FOREIGN_HOST', 'FOREIGN_ORIGIN'] as const);
    return { ...endpoint, refusals: [...(endpoint.refusals ?? []), ...ofGuard] };
  });
}

export function guardBrowsers(app: FastifyInstance, options: BrowserGuardOptions): void {
  const { publicUrl, hosts, openPaths } = options;
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    if (routeOptions.config.isExempt) return;
    const ownUrl = URL.parse(publicUrl());
    const host = headers.host?.toLowerCase() ?? '';
    const isKnown = isAddressOrLocal(host) || hosts?.includes(nameOf(host)) === true;
    if (hosts && host !== ownUrl?.host && !isKnown) refuse('FOREIGN_HOST');
    // Match the route, not the raw path, which can be encoded in several ways.
    if (isOpen(routeOptions.url ?? '', openPaths)) return;
    const { origin } = headers;
    const isOwnPage = isKnown && URL.parse(origin ?? '')?.host === host;
    if (origin !== undefined && origin !== ownUrl?.origin && !isOwnPage) refuse('FOREIGN_ORIGIN');
  });
}

function isOpen(path: string, openPaths: readonly string[]): boolean {
  return openPaths.some((open) => path === open || path.startsWith(`${open}/`));
}

/** Without the port; empty if it is not a host. */
function nameOf(host: string): string {
  return /^(\[[0-9a-f:.]+\]|[^:]+)(?::\d+)?$/.exec(host)?.[1] ?? '';
}

/** An address or a name that always means this machine. Other names may resolve to anything. */
function isAddressOrLocal(host: string): boolean {
  const name = nameOf(host);
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
