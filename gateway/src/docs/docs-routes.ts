// The routes of the documentation: the OpenAPI document, the pages, the index of their search, and
// the files of the examples. Each is made when it is first requested and then kept as bytes.

import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { version } from '../core/release/version.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { docsFacts, type DocsSetting } from './docs-facts.ts';
import { productionExamples, recordedExamples, type Examples } from './examples.ts';
import { operationsOf } from './content/operations.ts';
import { isClientFile, openDocFiles } from './guides/doc-files.ts';
import { openapiDocument } from './openapi.ts';
import type { DocsPage } from './pages.ts';
import { searchEntries } from './search/search-entries.ts';
import { docsPolicy } from './style.ts';

/** Interface version of the specification that this gateway implements. */
const INTERFACE_VERSION = '2.1.15';

const title = 'Bramka merchant API';

export function apiDocument(endpoints: readonly Endpoint[], environment: string) {
  const facts = {
    title,
    version: INTERFACE_VERSION,
    description: `Bramka ${version}, a payment gateway; ${environment} environment.`,
    serverUrl: '/',
  };
  return openapiDocument(endpoints, facts, examplesIn(environment));
}

function examplesIn(environment: string): Examples {
  const recorded = recordedExamples();
  return environment === 'production' ? productionExamples(recorded) : recorded;
}

/** Path patterns of the pages; which pages exist is known when the first one is made. */
const pageRoutes = ['/docs', '/docs/:folder/:name', '/docs/reference/endpoints/:name'];

const types = { html: 'text/html', json: 'application/json', js: 'text/javascript' };

/**
 * Returns a function that adds the documentation of the routes to a server; the contents are
 * generated once for all servers. The public URL is known once the gateway listens.
 */
export function docsRoutes(
  endpoints: readonly Endpoint[],
  setting: DocsSetting,
  publicUrl: () => string,
): (app: FastifyInstance) => void {
  const { environment } = setting;
  const facts = docsFacts(setting);
  const origin = lazy(() => new URL(publicUrl()).href.replace(/\/+$/, ''));
  const docFiles = openDocFiles(facts.triggersPath !== null, origin);
  let pages: readonly DocsPage[] | undefined;
  const loadPages = async (): Promise<readonly DocsPage[]> => {
    const { docsPages } = await import('./pages.ts');
    const server = { version: INTERFACE_VERSION, environment, origin: origin() };
    return (pages ??= docsPages(
      operationsOf(endpoints, examplesIn(environment)),
      server,
      facts,
      docFiles,
    ));
  };
  const pageAt = async (path: string): Promise<string | undefined> => {
    const all = await loadPages();
    const page = all.find((one) => one.path === path);
    const { docsFrame } = await import('./frame.ts');
    return page && docsFrame(page, { title, environment, pages: all });
  };
  const index = lazy(async () => JSON.stringify(await searchEntries(await loadPages())));
  const files = keptFiles();
  return (app) => {
    const serve = (route: string, type: string, make: (path: string) => Made) =>
      app.get(route, async (request, reply) => {
        const path = route.includes(':') ? request.url.replace(/\?.*$/, '') : route;
        const isPacked = acceptsGzip.test(request.headers['accept-encoding'] ?? '');
        const file = await files(path, make);
        if (file === undefined) return reply.callNotFound();
        if (isPacked) void reply.header('content-encoding', 'gzip');
        return reply
          .type(`${type}; charset=utf-8`)
          .header('vary', 'accept-encoding')
          .header('content-security-policy', docsPolicy)
          .header('referrer-policy', 'no-referrer')
          .header('x-content-type-options', 'nosniff')
          .send(isPacked ? file.packed : file.plain);
      });
    serve('/openapi.json', types.json, () => JSON.stringify(apiDocument(endpoints, environment)));
    serve('/docs/search.json', types.json, index);
    for (const route of pageRoutes) serve(route, types.html, pageAt);
    for (const file of docFiles.examples) {
      serve(`/docs/${file}`, isClientFile(file) ? types.js : 'text/plain', () =>
        docFiles.read(file),
      );
    }
  };
}

const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

type Made = string | undefined | Promise<string | undefined>;

interface KeptFile {
  readonly plain: Buffer;
  readonly packed: Buffer;
}

/** As bytes, so that clients that read slowly share one buffer. */
function keptFiles() {
  const kept = new Map<string, KeptFile>();
  return async (path: string, make: (path: string) => Made): Promise<KeptFile | undefined> => {
    const before = kept.get(path);
    if (before) return before;
    const text = await make(path);
    if (text === undefined) return undefined;
    const plain = Buffer.from(text);
    const file = { plain, packed: gzipSync(plain) };
    kept.set(path, file);
    return file;
  };
}

/** Evaluated on first use, so that the start does not wait for it. */
function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
