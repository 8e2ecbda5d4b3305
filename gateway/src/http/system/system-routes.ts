// System routes: health, metrics, the OpenAPI document and the docs page.

import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../../storage/availability/readiness.ts';
import type { Route } from '../endpoint.ts';
import type { Metrics } from '../metrics.ts';
import type { DocsFacts } from '../docs/facts.ts';
import { guideRoutes, serveGuides } from '../docs/guides/guide-routes.ts';
import { openShelf } from '../docs/guides/shelf.ts';
import { docsPage } from '../docs/page.ts';
import { docsPolicy } from '../docs/style.ts';
import { iconSvg } from '../docs/icons.ts';
import { productionExamples, recordedExamples } from '../docs/examples.ts';
import { openapiDocument } from '../docs/openapi.ts';

/** Interface version of the specification that this gateway implements. */
const INTERFACE_VERSION = '2.1.15';

export interface SystemRouteParts {
  /** Every documented route. */
  readonly routes: readonly Route[];
  readonly readiness: Pick<Readiness, 'check'>;
  readonly metrics: Metrics;
  readonly environment: string;
  readonly facts: DocsFacts;
  /** The public URL of the gateway, known once it listens. */
  readonly publicUrl: () => string;
}

/** The pages that a server publishes in addition to the health checks. */
export interface PublishedPages {
  readonly docs: boolean;
  readonly metrics: boolean;
}

export function apiDocument(routes: readonly Route[], environment: string) {
  const facts = {
    title: 'Bramka merchant API',
    version: INTERFACE_VERSION,
    description: `Payment gateway, ${environment} environment.`,
    serverUrl: '/',
  };
  const recorded = recordedExamples();
  const isProduction = environment === 'production';
  return openapiDocument(routes, facts, isProduction ? productionExamples(recorded) : recorded);
}

/**
 * Returns a function that adds the routes to a server; the contents are generated once for all
 * servers.
 */
export function systemRoutes(
  parts: SystemRouteParts,
): (app: FastifyInstance, shown: PublishedPages) => void {
  const docs = docsTexts(parts);
  return (app, shown) => {
    addHealth(app, parts.readiness);
    addIcons(app);
    if (shown.docs) addDocs(app, docs);
    if (shown.metrics) addMetrics(app, parts.metrics);
  };
}

/** Health checks are answered under any load and for any caller. */
const exempt = { config: { isExempt: true } };

function addHealth(app: FastifyInstance, readiness: SystemRouteParts['readiness']): void {
  app.get('/health/live', exempt, () => ({ status: 'live' }));
  app.get('/health/ready', exempt, async (_request, reply) => {
    const status = await readiness.check();
    return reply.code(status === 'ready' ? 200 : 503).send({ status });
  });
}

function addIcons(app: FastifyInstance): void {
  app.get('/icons/:name', (request, reply) => {
    const name = /^([a-z0-9-]{1,32})\.svg$/.exec((request.params as { name: string }).name)?.[1];
    if (name === undefined) return reply.callNotFound();
    return reply.type('image/svg+xml').header('cache-control', 'max-age=86400').send(iconSvg(name));
  });
}

function addMetrics(app: FastifyInstance, { registry }: Metrics): void {
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

interface DocsTexts {
  readonly document: () => Buffer;
  readonly page: () => Buffer;
  readonly addGuides: (app: FastifyInstance) => void;
}

/** As bytes, so that clients that read slowly share one buffer. */
function docsTexts({ routes, environment, facts, publicUrl }: SystemRouteParts): DocsTexts {
  const document = lazy(() => apiDocument(routes, environment));
  const origin = lazy(() => new URL(publicUrl()).href.replace(/\/+$/, ''));
  const shelf = openShelf(facts.triggersPath !== null, origin);
  return {
    document: lazy(() => Buffer.from(JSON.stringify(document()))),
    page: lazy(() => {
      const place = { environment, origin: origin() };
      return Buffer.from(docsPage(document(), place, facts, shelf));
    }),
    addGuides: serveGuides(guideRoutes(shelf, environment)),
  };
}

function addDocs(app: FastifyInstance, { document, page, addGuides }: DocsTexts): void {
  addGuides(app);
  app.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  app.get('/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', docsPolicy)
      .header('referrer-policy', 'no-referrer')
      .send(page()),
  );
}

/** Evaluated on first use, so that the start does not wait for it. */
function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
