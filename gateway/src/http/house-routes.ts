// The routes about the house itself: health, metrics, the OpenAPI document and the docs page.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readiness } from '../storage/availability/readiness.ts';
import type { Route } from './endpoint.ts';
import type { Metrics } from './metrics.ts';
import type { DocsFacts } from './docs/facts.ts';
import { docsPage } from './docs/page.ts';
import { docsPolicy } from './docs/style.ts';
import { iconSvg } from './docs/icons.ts';
import { openapiDocument } from './docs/openapi.ts';

/** Interface version of the specification this serves. */
const INTERFACE_VERSION = '2.1.15';

export interface HouseParts {
  readonly routes: readonly Route[];
  readonly readiness: Pick<Readiness, 'check'>;
  readonly metrics: Metrics;
  readonly environment: string;
  readonly facts: DocsFacts;
}

export function apiDocument(routes: readonly Route[], environment: string) {
  return openapiDocument(routes, {
    title: 'Bramka merchant API',
    version: INTERFACE_VERSION,
    description: `Payment gateway, ${environment} environment.`,
    serverUrl: '/',
  });
}

export function addHouseRoutes(app: FastifyInstance, parts: HouseParts): void {
  const document = once(() => apiDocument(parts.routes, parts.environment));
  const documentText = once(() => JSON.stringify(document()));
  const pageAt = keepLast((origin: string) =>
    docsPage(document(), { environment: parts.environment, origin }, parts.facts),
  );
  const { registry } = parts.metrics;

  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    const status = await parts.readiness.check();
    return reply.code(status === 'ready' ? 200 : 503).send({ status });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  app.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(documentText()),
  );
  app.get('/icons/:name', (request, reply) => {
    const name = /^([a-z0-9-]{1,32})\.svg$/.exec((request.params as { name: string }).name)?.[1];
    if (name === undefined) return reply.callNotFound();
    return reply.type('image/svg+xml').header('cache-control', 'max-age=86400').send(iconSvg(name));
  });
  app.get('/docs', (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', docsPolicy)
      .header('referrer-policy', 'no-referrer')
      .send(pageAt(originOf(request))),
  );
}

/** Where the reader came in, for commands to paste; nothing but a plain host is repeated. */
function originOf({ protocol, host }: FastifyRequest): string {
  const plain = /^(\[[0-9a-f:.]{2,45}\]|[\w.-]{1,253})(:\d{1,5})?$/i.test(host);
  return `${protocol === 'https' ? 'https' : 'http'}://${plain ? host : 'localhost'}`;
}

/** Made when it is first asked for, so that nobody waits for it at the start. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Readers come in by the same address as a rule, so one page made is kept. */
function keepLast(make: (origin: string) => string): (origin: string) => string {
  let kept = { origin: '', page: '' };
  return (origin) => {
    if (kept.origin !== origin) kept = { origin, page: make(origin) };
    return kept.page;
  };
}
