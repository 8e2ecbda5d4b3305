// The routes of the documentation: the OpenAPI document, the docs page and the guides.

import type { FastifyInstance } from 'fastify';
import { version } from '../core/release/version.ts';
import type { Route } from '../http/endpoint.ts';
import { docsFacts, type DocsSetting } from './docs-facts.ts';
import { productionExamples, recordedExamples } from './examples.ts';
import { guideRoutes, serveGuides } from './guides/guide-routes.ts';
import { openShelf } from './guides/shelf.ts';
import { openapiDocument } from './openapi.ts';
import { docsPage } from './page.ts';
import { docsPolicy } from './style.ts';

/** Interface version of the specification that this gateway implements. */
const INTERFACE_VERSION = '2.1.15';

export function apiDocument(routes: readonly Route[], environment: string) {
  const facts = {
    title: 'Bramka merchant API',
    version: INTERFACE_VERSION,
    description: `Bramka ${version}, a payment gateway; ${environment} environment.`,
    serverUrl: '/',
  };
  const recorded = recordedExamples();
  const isProduction = environment === 'production';
  return openapiDocument(routes, facts, isProduction ? productionExamples(recorded) : recorded);
}

/**
 * Returns a function that adds the documentation of the routes to a server; the contents are
 * generated once for all servers. The public URL is known once the gateway listens.
 */
export function docsRoutes(
  routes: readonly Route[],
  setting: DocsSetting,
  publicUrl: () => string,
): (app: FastifyInstance) => void {
  const { environment } = setting;
  const facts = docsFacts(setting);
  const document = lazy(() => apiDocument(routes, environment));
  const origin = lazy(() => new URL(publicUrl()).href.replace(/\/+$/, ''));
  const shelf = openShelf(facts.triggersPath !== null, origin);
  const texts = {
    document: lazy(() => Buffer.from(JSON.stringify(document()))),
    page: lazy(() => {
      const place = { environment, origin: origin() };
      return Buffer.from(docsPage(document(), place, facts, shelf));
    }),
    addGuides: serveGuides(guideRoutes(shelf, environment)),
  };
  return (app) => {
    addDocs(app, texts);
  };
}

/** As bytes, so that clients that read slowly share one buffer. */
interface DocsTexts {
  readonly document: () => Buffer;
  readonly page: () => Buffer;
  readonly addGuides: (app: FastifyInstance) => void;
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
