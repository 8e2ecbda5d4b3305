// The routes of the guides: pages below /docs and the example files as text. Each is built when it
// is first requested and then kept as bytes.

import type { FastifyInstance } from 'fastify';
import { docsPolicy } from '../style.ts';
import { guidePage } from './guide-page.ts';
import { isClientFile, type Shelf } from './shelf.ts';

/** A page or file below /docs. */
export interface GuideRoute {
  readonly path: string;
  readonly type: string;
  readonly build: () => string;
}

export function guideRoutes(shelf: Shelf, environment: string): readonly GuideRoute[] {
  const pages = [...shelf.guides, ...shelf.references].map((page) => ({
    path: `/docs/${page.name}`,
    type: 'text/html; charset=utf-8',
    build: () => guidePage(shelf, page, environment),
  }));
  const files = shelf.examples.map((file) => ({
    path: `/docs/${file}`,
    type: `text/${isClientFile(file) ? 'javascript' : 'plain'}; charset=utf-8`,
    build: () => shelf.read(file),
  }));
  return [...pages, ...files];
}

/** The bytes are shared by all servers of the process. */
export function serveGuides(routes: readonly GuideRoute[]): (app: FastifyInstance) => void {
  const kept = new Map<string, Buffer>();
  return (app) => {
    for (const { path, type, build } of routes) {
      app.get(path, (_request, reply) => {
        const bytes = kept.get(path) ?? Buffer.from(build());
        kept.set(path, bytes);
        return reply
          .type(type)
          .header('content-security-policy', docsPolicy)
          .header('referrer-policy', 'no-referrer')
          .header('x-content-type-options', 'nosniff')
          .send(bytes);
      });
    }
  };
}
