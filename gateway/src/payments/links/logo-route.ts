// GET /pay/logo/{merchantId}/{hash}: the logo of a merchant, from the gateway's own origin. The
// hash is that of the picture, so the answer never changes.

import type { FastifyInstance } from 'fastify';
import type { LogoStore } from '../../merchants/page/logo.store.ts';

const MERCHANT_ID = /^[0-9]{4,15}$/;
const HASH = /^[0-9a-f]{32}$/;

/** A picture that a browser opens as a page, or in a frame, can do nothing. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

export function addLogoRoute(app: FastifyInstance, logos: LogoStore): void {
  app.get('/pay/logo/:merchantId/:hash', async (request, reply) => {
    const { merchantId = '', hash = '' } = request.params as Record<string, string>;
    const isKnown = MERCHANT_ID.test(merchantId) && HASH.test(hash);
    const logo = isKnown ? await logos.find(merchantId, hash) : undefined;
    reply.header('content-security-policy', POLICY).header('x-content-type-options', 'nosniff');
    if (!logo) return reply.code(404).type('text/plain; charset=utf-8').send('No such logo.\n');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'same-origin')
      .type(logo.mediaType)
      .send(Buffer.from(logo.bytes));
  });
}
