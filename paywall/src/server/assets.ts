// Serves the bundled scripts, of this version and of others. Their paths change with their content,
// so browsers keep them.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildPage, type Encoding } from '../build.ts';
import { inventoryOf } from './inventory.ts';

/** A quarter of the size in about half a millisecond. */
const QUICK_QUALITY = 4;
const immutable = 'public, max-age=31536000, immutable';

/** A file in every encoding. */
export type Encoded = Readonly<Record<Encoding, Buffer>>;

export type FindFile = (build: string, name: string) => Promise<Encoded | undefined>;

export function addAssets(app: FastifyInstance, base: string, find: FindFile): void {
  app.get(`${base}/assets/:build/:name`, async (request, reply) => {
    const { build = '', name = '' } = request.params as Record<string, string>;
    const file = await find(build, name);
    if (!file) return notFound(reply);
    const encoding = encodingFor(request);
    const type = name.endsWith('.json') ? 'application/json' : 'text/javascript';
    return reply
      .type(`${type}; charset=utf-8`)
      .headers(encodingHeaders(encoding))
      .header('cache-control', immutable)
      .header('cross-origin-resource-policy', 'same-origin')
      .send(file[encoding]);
  });
  app.get(`${base}/inventory.json`, async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(inventoryOf(await buildPage(), base))),
  );
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('There is no such file.\n');
}

/**
 * A page as the browser accepts it. Its length reveals nothing to others, because only the owner
 * of the link can request it.
 */
export function pack(text: string, encoding: Encoding): Buffer {
  const bytes = Buffer.from(text);
  if (encoding === 'identity') return bytes;
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUICK_QUALITY };
  return encoding === 'br' ? brotliCompressSync(bytes, { params }) : gzipSync(bytes);
}

export function encodingHeaders(encoding: Encoding): Record<string, string> {
  const vary = { vary: 'accept-encoding' };
  return encoding === 'identity' ? vary : { ...vary, 'content-encoding': encoding };
}

export function encodingFor({ headers }: FastifyRequest): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim().toLowerCase());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}
