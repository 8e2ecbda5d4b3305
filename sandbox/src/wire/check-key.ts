// Requires the key of a provider in the Authorization header of every request.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { open, type Secret } from '@bramka/gateway/core/secret.ts';

export function checkKey(app: FastifyInstance, key: Secret<string>): void {
  const expected = digest(`Bearer ${open(key)}`);
  app.addHook('onRequest', async (request) => {
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return;
    refuse('PROVIDER_KEY_INVALID');
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
