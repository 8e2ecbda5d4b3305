// System routes: health, icons, metrics, and the docs routes that are passed in.

import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../../storage/availability/readiness.ts';
import type { Metrics } from '../metrics.ts';

export interface SystemRouteParts {
  readonly readiness: Pick<Readiness, 'check'>;
  readonly metrics: Metrics;
  /** Adds the documentation to a server. */
  readonly addDocs: (app: FastifyInstance) => void;
}

/** The pages that a server publishes in addition to the health checks. */
interface PublishedPages {
  readonly docs: boolean;
  readonly metrics: boolean;
}

/** Health checks are answered under any load and for any caller. */
const exempt = { config: { isExempt: true } };

export function addSystemRoutes(
  app: FastifyInstance,
  { readiness, metrics: { registry }, addDocs }: SystemRouteParts,
  shown: PublishedPages,
): void {
  app.get('/health/live', exempt, () => ({ status: 'live' }));
  app.get('/health/ready', exempt, async (_request, reply) => {
    const status = await readiness.check();
    return reply.code(status === 'ready' ? 200 : 503).send({ status });
  });
  app.get('/icons/:name', (request, reply) => {
    const name = /^([a-z0-9-]{1,32})\.svg$/.exec((request.params as { name: string }).name)?.[1];
    if (name === undefined) return reply.callNotFound();
    return reply.type('image/svg+xml').header('cache-control', 'max-age=86400').send(iconSvg(name));
  });
  if (shown.docs) addDocs(app);
  if (!shown.metrics) return;
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

const COLOURS = ['#0b5cad', '#8a1c4a', '#146c43', '#7a4b00', '#4b3d8f', '#0f6674'];

/**
 * A badge for a bank or a card organization with the first letters of its name, 64 by 40. The name
 * may contain only letters, digits and dashes.
 */
function iconSvg(name: string): string {
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const colour = COLOURS[sum % COLOURS.length] as string;
  const letters = name.slice(0, 4).toUpperCase();
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="40" viewBox="0 0 64 40" ` +
    `role="img">` +
    `<title>${name}</title><rect width="64" height="40" rx="6" fill="${colour}"/>` +
    `<text x="32" y="26" font-family="sans-serif" font-size="16" font-weight="700" ` +
    `text-anchor="middle" fill="#fff">${letters}</text></svg>`
  );
}
