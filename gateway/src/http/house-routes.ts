// The routes about the house itself: health, metrics, the OpenAPI document and the docs page.

import type { FastifyInstance } from 'fastify';
import { statement, type Database } from '../storage/database.ts';
import type { Route } from './endpoint.ts';
import type { Metrics } from './metrics.ts';
import { docsPage } from './docs-page.ts';
import { openapiDocument } from './openapi.ts';

/** Interface version of the specification this serves. */
const INTERFACE_VERSION = '2.1.15';

const ping = statement('health.ping', 'select 1 as alive');

export interface HouseParts {
  readonly routes: readonly Route[];
  readonly database: Database;
  readonly metrics: Metrics;
  readonly environment: string;
}

export function addHouseRoutes(app: FastifyInstance, parts: HouseParts): void {
  const document = openapiDocument(parts.routes, {
    title: 'Bramka merchant API',
    version: INTERFACE_VERSION,
    description: `Payment gateway, ${parts.environment} environment.`,
    serverUrl: '/',
  });
  const documentText = JSON.stringify(document);
  const page = docsPage(document, parts.environment);
  const { registry } = parts.metrics;

  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    const ready = await parts.database.run(ping).then(
      () => true,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'database unreachable' });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  app.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(documentText),
  );
  app.get('/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page),
  );
}
